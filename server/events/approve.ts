/** The approval counts for the whole club (`clubs.is_approved`). Lock order: club. */
import { adminRows } from "../accounts/rows.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { approveClubRow } from "../clubs/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { queueMails } from "../mail/mail.ts";
import { eventById } from "./rows.ts";

/**
 * Approves the event's club and mails its admins, unless it was approved already.
 * @throws notFound, or notActive for an unpublished or cancelled event
 */
export async function approveEvent(db: Db, eventId: number, actor: string): Promise<{ name: string }> {
  return inTransaction(db, async (tx) => {
    const event = await eventById(tx, eventId);
    if (event === undefined) throw notFound("event");
    if (!event.is_active || event.cancelled_at !== null)
      throw new DomainError("notActive", "This event is not published, so it cannot be approved.");
    const { name } = event;
    if (!(await approveClubRow(tx, event.club_id))) return { name };
    await record(tx, entryOfEvent(eventId, { actor, action: "approved" }));
    const mails = (await adminRows(tx, { clubId: event.club_id })).map(({ email }) => ({
      key: `eventApproved:${eventId}:${email.toLowerCase()}`,
      kind: "eventApproved" as const,
      recipient: email,
      payload: { eventId },
    }));
    await queueMails(tx, mails);
    return { name };
  });
}
