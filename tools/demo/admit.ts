/** Who came to a demo event that is over: check-ins around its beginning, and what was redeemed at the bar. */
import type { Tx } from "../../server/db/pool.ts";
import type { Chance } from "./chance.ts";

const minuteMs = 60_000;

/** Checks in a share of the event's attendees, from 50 minutes before the start to 20 after it. */
export async function admit(
  tx: Tx,
  { eventId, start, share, by }: { eventId: number; start: Date; share: number; by: number },
  chance: Chance,
): Promise<void> {
  const attendees = await tx
    .selectFrom("attendees")
    .select(["id", "registration_id"])
    .where("event_id", "=", eventId)
    .orderBy("id")
    .execute();
  const came = attendees
    .filter(() => chance.happens(share))
    .map((attendee) => ({ ...attendee, at: new Date(start.getTime() + (chance.below(70) - 50) * minuteMs) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  if (came.length === 0) return;
  await tx
    .insertInto("checkins")
    .values(
      came.map(({ id, registration_id, at }) => ({
        attendee_id: id,
        registration_id,
        event_id: eventId,
        checked_in_by: by,
        created_at: at,
      })),
    )
    .execute();
  const registrations = [...new Set(came.map(({ registration_id }) => registration_id))];
  await tx
    .updateTable("extras_purchases")
    .set({ redeemed: true, scanned_at: new Date(start.getTime() + 60 * minuteMs) })
    .where("registration_id", "in", registrations)
    .execute();
}
