/** The SQL behind what staff change of registrations and attendees; places move through server/holds alone. */
import { type RawBuilder, sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import { tellOfAttendee } from "../door/changes.ts";

/** Which registration of the event an attendee belongs to. */
export async function registrationOfAttendee(
  db: Db,
  eventId: number,
  attendeeId: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom("attendees")
    .select("registration_id")
    .where("id", "=", attendeeId)
    .where("event_id", "=", eventId)
    .executeTakeFirst();
  return row?.registration_id;
}

/** Whether money was taken for a registration, its extras included, that was not given back. */
export async function isPaidFor(db: Db, registrationId: number): Promise<boolean> {
  const row = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("payment_status", "=", "paid")
    .where("total_amount", ">", 0)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Deletes a registration that holds no places: figures and promo codes count it down when it is cancelled, and not when
 * it is deleted. Orders with money stay, and so do those that a provider knows of and those that keep extras by
 * themselves.
 */
export async function deleteRegistration(tx: Tx, registrationId: number): Promise<void> {
  await tx
    .updateTable("orders")
    .set({ registration_id: null })
    .where("registration_id", "=", registrationId)
    .where((order) =>
      order.or([
        order("payment_id", "is not", null),
        order("keeps", "<>", "nothing"),
        order.and([order("payment_status", "in", ["paid", "refunded"]), order("total_amount", ">", 0)]),
      ]),
    )
    .execute();
  await tx.deleteFrom("registrations").where("id", "=", registrationId).execute();
}

/** Makes an attendee the one who speaks for the registration; it must have none. */
export async function makePrimary(tx: Tx, attendeeId: number): Promise<void> {
  await tx.updateTable("attendees").set({ is_primary: true }).where("id", "=", attendeeId).execute();
}

/** What may be changed of an attendee beside the ticket. */
export interface AttendeeChange {
  first_name?: string;
  last_name?: string;
  email?: string | null;
  phone?: string | null;
}

/** Changes an attendee of a locked registration. */
export async function updateAttendee(tx: Tx, attendeeId: number, change: AttendeeChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable("attendees").set(change).where("id", "=", attendeeId).execute();
}

/** Puts answers in place of those given before to the same questions; a null takes one away. Doors that show them hear of it. */
export async function replaceAnswers(
  tx: Tx,
  attendeeId: number,
  answers: readonly { questionId: number; text: string; answer: string | null }[],
): Promise<void> {
  if (answers.length === 0) return;
  await tx
    .deleteFrom("answers")
    .where("attendee_id", "=", attendeeId)
    .where(
      "question_id",
      "in",
      answers.map(({ questionId }) => questionId),
    )
    .execute();
  const given = answers.flatMap(({ questionId, text, answer }) =>
    answer === null
      ? []
      : [{ attendee_id: attendeeId, question_id: questionId, question_text: text, answer }],
  );
  if (given.length > 0) await tx.insertInto("answers").values(given).execute();
  await tellOfAttendee(tx, attendeeId);
}

/** Who gets which tickets, of those that the conditions mean: one a registration and address. */
export async function recipientsOf(
  tx: Tx,
  { meant, found }: { meant: RawBuilder<boolean>; found: RawBuilder<boolean> },
): Promise<{ registrationId: number; recipient: string }[]> {
  const { rows } = await sql<{ registrationId: number; recipient: string }>`
    select distinct on (a.registration_id, lower(coalesce(a.email, r.email)))
      a.registration_id as "registrationId", coalesce(a.email, r.email) as recipient
    from attendees a join registrations r on r.id = a.registration_id
    where ${meant} and ${found} and r.state = 'active' and coalesce(a.email, r.email) is not null
    order by a.registration_id, lower(coalesce(a.email, r.email))`.execute(tx);
  return rows;
}
