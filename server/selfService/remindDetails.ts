/**
 * Invariant: an event has at most one reminder for each of `reminderDays`, because its row is unique. In a reminder, an
 * address gets one mail.
 */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { queueBulkMails } from "../mail/bulk.ts";
import { hasMissingForGuest, hasMissingParts } from "../registrations/missing.ts";

/** How many days before the deadline reminders are mailed. */
export const reminderDays = [7, 2] as const;

/** A reminder to queue. If the dates of several have passed, only the one nearest to the deadline is due. */
interface DueReminder {
  eventId: number;
  daysBefore: number;
}

/** Claims a reminder for this transaction; undefined if it was claimed before. */
export type ClaimReminder = (tx: Tx, due: DueReminder, now: Date) => Promise<string | undefined>;

/**
 * Inserts the reminder's row. A second node waits for the first one's transaction, and gets undefined if it committed.
 * The mails' keys contain the random batch, so only this row prevents a second mail.
 */
export const claimReminder: ClaimReminder = async (tx, { eventId, daysBefore }, now) => {
  const row = await tx
    .insertInto("detail_reminders")
    .values({ event_id: eventId, days_before: daysBefore, batch: randomUUID(), queued_at: now })
    .onConflict((conflict) => conflict.columns(["event_id", "days_before"]).doNothing())
    .returning("batch")
    .executeTakeFirst();
  return row?.batch;
};

/** Queues the reminders that are due, on any number of nodes; returns the number of mails. */
export async function remindDetails(
  db: Db,
  now: Date,
  claim: ClaimReminder = claimReminder,
): Promise<number> {
  let queued = 0;
  for (const due of await dueReminders(db, now))
    queued += await inTransaction(db, async (tx) => {
      const batch = await claim(tx, due, now);
      if (batch === undefined) return 0;
      const { eventId } = due;
      const mails = (await addressesToRemind(tx, eventId)).map((recipient) => ({
        key: `details:${batch}:${recipient}`,
        kind: "missingDetails" as const,
        recipient,
        payload: { eventId },
      }));
      return queueBulkMails(tx, mails, now);
    });
  return queued;
}

async function dueReminders(db: Db, now: Date): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    select e.id as "eventId", due.days as "daysBefore"
    from events e
      cross join lateral (select coalesce((e.config ->> 'guestsUntil')::timestamptz, e.start_datetime) as until) deadline
      cross join lateral (select min(days) as days from unnest(${[...reminderDays]}::int[]) as days
        where deadline.until <= ${now}::timestamptz + make_interval(days => days)) due
    where e.is_active and e.cancelled_at is null and e.start_datetime > ${now} and deadline.until > ${now}
      and due.days is not null
      and not exists (select from detail_reminders d where d.event_id = e.id and d.days_before = due.days)
    order by e.id`.execute(db);
  return rows;
}

/**
 * Whether a mail with tickets of registration `r` is stored, or they are a sponsor's. Others, such as people who were
 * imported without a mail, are not reminded before their tickets are mailed.
 */
const mayBeReminded = sql<boolean>`(r.id in (select (payload ->> 'registrationId')::bigint from mails where kind = 'tickets')
  or exists (select from sponsorships s where s.seats_registration_id = r.id))`;

async function addressesToRemind(tx: Tx, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select lower(r.email) as email from registrations r join attendees a on a.registration_id = r.id
      where r.event_id = ${eventId} and r.state = 'active' and r.email is not null and ${hasMissingParts}
        and ${mayBeReminded}
    union select lower(a.email) from attendees a join registrations r on r.id = a.registration_id
      where a.event_id = ${eventId} and r.state = 'active' and a.email is not null
        and lower(a.email) is distinct from lower(r.email) and ${hasMissingForGuest}
        and ${mayBeReminded}`.execute(tx);
  return rows.map(({ email }) => email);
}
