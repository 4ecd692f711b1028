/** The SQL behind what buyers change of their own tickets; places move through server/holds alone. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { NewPerson } from "../registrations/rows.ts";

/** Locks a registration's people and what was bought of extras with it: no door lets in or hands over meanwhile. */
export async function lockPeople(tx: Tx, registrationId: number): Promise<void> {
  await sql`select from attendees where registration_id = ${registrationId} order by id for no key update`.execute(
    tx,
  );
  await sql`select from extras_purchases where registration_id = ${registrationId} order by id for no key update`.execute(
    tx,
  );
}

/** The orders of extras that a registration bought after its tickets, and still has. */
export async function extrasOrdersOf(db: Db, registrationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom("orders")
    .select("id")
    .where("registration_id", "=", registrationId)
    .where("purpose", "=", "extras")
    .where("keeps", "=", "sold")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Which orders of a registration had their extras handed over. */
export async function handedOverOrders(db: Db, registrationId: number): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("extras_purchases")
    .select("order_id")
    .where("registration_id", "=", registrationId)
    .where("redeemed", "=", true)
    .execute();
  return new Set(rows.map(({ order_id }) => order_id));
}

/** Puts somebody in another's place, with another code: doors know the former no more. */
export async function replacePerson(
  tx: Tx,
  attendeeId: number,
  { firstName, lastName, email, qrUuid, answers }: NewPerson,
): Promise<void> {
  await tx.deleteFrom("answers").where("attendee_id", "=", attendeeId).execute();
  if (answers.length > 0)
    await tx
      .insertInto("answers")
      .values(
        answers.map((one) => ({
          attendee_id: attendeeId,
          question_id: one.questionId,
          question_text: one.text,
          answer: one.answer,
        })),
      )
      .execute();
  await tx
    .updateTable("attendees")
    .set({ first_name: firstName, last_name: lastName, email, phone: null, qr_uuid: qrUuid })
    .where("id", "=", attendeeId)
    .execute();
}

/** Keeps who bought it, before the person who has their name goes. The first that is kept stays. */
export async function keepBuyer(tx: Tx, registrationId: number): Promise<void> {
  await sql`update registrations r set buyer_name = trim(concat_ws(' ', a.first_name, a.last_name)), updated_at = now()
    from attendees a where r.id = ${registrationId} and a.registration_id = r.id and a.is_primary and r.buyer_name is null`.execute(
    tx,
  );
}

/** How often a ticket was passed on since. */
export async function passedOnSince(db: Db, attendeeId: number, since: Date): Promise<number> {
  const row = await db
    .selectFrom("audit_log")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("entity", "=", "attendee")
    .where("entity_id", "=", attendeeId)
    .where("action", "=", "passedOn")
    .where("at", ">", since)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
