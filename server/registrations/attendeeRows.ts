import type { Updateable } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import type { Schema } from "../db/schema.ts";
import type { NewPerson } from "./rows.ts";

/** The registration of an attendee of the event. */
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

/** Locks the attendees of locked registrations, in the order of their ids. */
export async function lockAttendees(tx: Tx, registrationIds: readonly number[]): Promise<void> {
  await tx
    .selectFrom("attendees")
    .select("id")
    .where("registration_id", "in", registrationIds)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

export type AttendeeChange = Pick<
  Updateable<Schema["attendees"]>,
  "is_primary" | "first_name" | "last_name" | "email" | "phone" | "qr_uuid" | "old_code_ended"
>;

/** Changes an attendee of a locked registration. The registration must have one primary attendee afterwards. */
export async function updateAttendee(tx: Tx, attendeeId: number, change: AttendeeChange): Promise<void> {
  if (Object.keys(change).length === 0) return;
  await tx.updateTable("attendees").set(change).where("id", "=", attendeeId).execute();
}

/** Replaces the person of an attendee, without a telephone number, and ends the code of a previous system. */
export async function replacePerson(
  tx: Tx,
  attendeeId: number,
  { firstName, lastName, email, qrUuid, answers }: NewPerson,
): Promise<void> {
  await tx.deleteFrom("answers").where("attendee_id", "=", attendeeId).execute();
  await insertAnswers(tx, attendeeId, answers);
  await updateAttendee(tx, attendeeId, {
    first_name: firstName,
    last_name: lastName,
    email,
    phone: null,
    qr_uuid: qrUuid,
    old_code_ended: true,
  });
}

/**
 * Replaces the answers to some questions; null deletes one. The caller must notify the doors, because no trigger on
 * answers does.
 */
export async function replaceAnswers(
  tx: Tx,
  attendeeId: number,
  answers: readonly { questionId: number; text: string; answer: string | null }[],
): Promise<void> {
  if (answers.length === 0) return;
  const questionIds = answers.map(({ questionId }) => questionId);
  await tx
    .deleteFrom("answers")
    .where("attendee_id", "=", attendeeId)
    .where("question_id", "in", questionIds)
    .execute();
  const newAnswers = answers.flatMap(({ answer, ...question }) =>
    answer === null ? [] : [{ ...question, answer }],
  );
  await insertAnswers(tx, attendeeId, newAnswers);
}

async function insertAnswers(tx: Tx, attendeeId: number, answers: NewPerson["answers"]): Promise<void> {
  if (answers.length === 0) return;
  const rows = answers.map(({ questionId, text, answer }) => ({
    attendee_id: attendeeId,
    question_id: questionId,
    question_text: text,
    answer,
  }));
  await tx.insertInto("answers").values(rows).execute();
}
