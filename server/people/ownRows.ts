/** The SQL behind what buyers change of their own tickets; places move through server/holds alone. */
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { NewPerson } from "../registrations/rows.ts";

/** Locks a registration's people: no door lets one of them in meanwhile. */
export async function lockPeople(tx: Tx, registrationId: number): Promise<void> {
  await sql`select from attendees where registration_id = ${registrationId} order by id for no key update`.execute(
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
