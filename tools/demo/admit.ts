import { randomUUID } from "node:crypto";
import { type Insertable, sql } from "kysely";
import type { Tx } from "../../server/db/pool.ts";
import type { DoorScansTable } from "../../server/db/schema/door.ts";
import type { Chance } from "./chance.ts";

const minuteMs = 60_000;

/** Checks in a share of the attendees around the start, and hands over the extras of their registrations. */
export async function admit(
  tx: Tx,
  { eventId, start, share, by }: { eventId: number; start: Date; share: number; by: number },
  chance: Chance,
): Promise<void> {
  const attendees = await tx
    .selectFrom("attendees")
    .select(["id", "registration_id", sql<string>`trim(first_name || ' ' || last_name)`.as("name")])
    .where("event_id", "=", eventId)
    .orderBy("id")
    .execute();
  const arrivals = attendees
    .filter(() => chance.happens(share))
    .map((attendee) => ({ ...attendee, at: new Date(start.getTime() + (chance.below(70) - 50) * minuteMs) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  if (arrivals.length === 0) return;
  const { full_name: helper } = await tx
    .selectFrom("app_users")
    .select("full_name")
    .where("id", "=", by)
    .executeTakeFirstOrThrow();
  const deskScan = {
    event_id: eventId,
    user_id: by,
    helper,
    verdict: "welcome",
    decided: true,
    is_admitted: true,
  } as const;
  const scans = arrivals.map((attendee) => ({ ...attendee, scan_id: randomUUID() }));
  await tx
    .insertInto("door_scans")
    .values(
      scans.map(({ id, registration_id, name, at, scan_id }) => ({
        ...deskScan,
        scan_id,
        kind: "admit" as const,
        attendee_id: id,
        registration_id,
        name,
        received_at: at,
      })),
    )
    .execute();
  await tx
    .insertInto("checkins")
    .values(
      scans.map(({ id, registration_id, at, scan_id }) => ({
        attendee_id: id,
        registration_id,
        event_id: eventId,
        checked_in_by: by,
        created_at: at,
        scan_id,
        helper,
      })),
    )
    .execute();
  await handOver(tx, [...new Set(arrivals.map(({ registration_id }) => registration_id))], {
    deskScan,
    at: new Date(start.getTime() + 60 * minuteMs),
  });
}

async function handOver(
  tx: Tx,
  registrations: readonly number[],
  { deskScan, at }: { deskScan: Omit<Insertable<DoorScansTable>, "scan_id" | "kind">; at: Date },
): Promise<void> {
  const purchases = await tx
    .updateTable("extras_purchases")
    .set({
      redeemed: true,
      scanned_at: at,
      handed: sql<number[]>`array(select (line ->> 'quantity')::integer
        from jsonb_array_elements(extras_data) with ordinality as lines (line, place) order by place)`,
    })
    .where("registration_id", "in", registrations)
    .returning([
      "id",
      "registration_id",
      sql<string>`(select string_agg((line ->> 'quantity') || ' × ' || (line ->> 'title'), ', ' order by place)
        from jsonb_array_elements(extras_data) with ordinality as lines (line, place))`.as("name"),
    ])
    .execute();
  if (purchases.length === 0) return;
  await tx
    .insertInto("door_scans")
    .values(
      purchases.map(({ id, registration_id, name }) => ({
        ...deskScan,
        scan_id: randomUUID(),
        kind: "redeem" as const,
        purchase_id: id,
        registration_id,
        name,
        received_at: at,
      })),
    )
    .execute();
}
