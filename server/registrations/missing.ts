/**
 * What the holder of a ticket still has to give: a name, or answers that must be given. One definition in SQL, for the
 * attendee `a`, which pages, lists and doors share.
 */
import { sql } from "kysely";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Db } from "../db/pool.ts";

/** The missing parts of attendee `a`, as an array of texts. */
export const missingParts = sql<MissingPart[]>`array_remove(array[
  case when a.first_name = '' then 'name' end,
  case when exists (select from form_questions q where q.event_id = a.event_id and q.required and not q.is_hidden
    and (q.ticket_ids is null or a.ticket_id = any(q.ticket_ids))
    and not exists (select from answers w where w.attendee_id = a.id and w.question_id = q.id)) then 'answers' end
], null)`;

/** Whether anything of attendee `a` is missing. */
export const hasMissingParts = sql<boolean>`(cardinality(${missingParts}) > 0)`;

/** The missing parts of each attendee of a registration, by id. */
export async function missingOf(db: Db, registrationId: number): Promise<ReadonlyMap<number, MissingPart[]>> {
  const { rows } = await sql<{ id: number; missing: MissingPart[] }>`
    select a.id, ${missingParts} as missing from attendees a where a.registration_id = ${registrationId}`.execute(
    db,
  );
  return new Map(rows.map(({ id, missing }) => [id, missing]));
}
