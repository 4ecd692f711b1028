/** SQL for what must still be entered for the attendee `a`: a name or required answers. */
import { type RawBuilder, sql } from "kysely";
import type { MissingPart } from "../../contract/shapes/registration.ts";
import type { Db } from "../db/pool.ts";

/** Whether the event asks one person for all tickets of a registration. */
const answersForGroup = sql`exists (select from events e
  where e.id = a.event_id and e.config ->> 'saveAllAttendeesDetails' = 'false')`;

/**
 * Whether attendee `a` is asked the question `q`, as contract/rules/questions/asked.ts decides it. The primary attendee
 * answers for the buyer, who bought all tickets of the registration.
 */
export const isAskedOfAttendee = sql<boolean>`${isAskedRow("q")} and (q.show_if_question_id is null or exists (
  select from form_questions p join answers w on w.question_id = p.id
  where p.id = q.show_if_question_id and not p.is_hidden and ${isAskedRow("p")} and w.attendee_id = a.id
    and q.show_if_equals = any(string_to_array(w.answer, E'\\n'))))`;

function isAskedRow(question: "q" | "p") {
  const q = sql.raw(question);
  return sql`((${q}.asked_of = 'guest' or a.is_primary) and (${q}.ticket_ids is null
    or (${q}.asked_of = 'guest' and a.ticket_id = any(${q}.ticket_ids))
    or ((${q}.asked_of = 'buyer' or ${answersForGroup}) and exists (
      select from registrations b cross join jsonb_array_elements(b.lines) l
      where b.id = a.registration_id and l ->> 'kind' = 'ticket' and (l ->> 'refId')::bigint = any(${q}.ticket_ids)))))`;
}

const missingOfQuestions = (condition: RawBuilder<boolean>) => sql<MissingPart[]>`array_remove(array[
  case when a.first_name = '' then 'name' end,
  case when exists (select from form_questions q where q.event_id = a.event_id and q.required and not q.is_hidden
    and ${condition} and ${isAskedOfAttendee}
    and not exists (select from answers w where w.attendee_id = a.id and w.question_id = q.id)) then 'answers' end
], null)`;

export const missingParts = missingOfQuestions(sql`true`);

/** Without the buyer's questions, which a ticket's own link does not ask. */
export const missingOfGuest = missingOfQuestions(sql`q.asked_of = 'guest'`);

export const hasMissingParts = sql<boolean>`(cardinality(${missingParts}) > 0)`;

export const hasMissingForGuest = sql<boolean>`(cardinality(${missingOfGuest}) > 0)`;

/** What is missing for the attendees of a registration, by their ids. */
export async function missingOf(
  db: Db,
  registrationId: number,
  parts: RawBuilder<MissingPart[]> = missingParts,
): Promise<ReadonlyMap<number, MissingPart[]>> {
  const { rows } = await sql<{ id: number; missing: MissingPart[] }>`
    select a.id, ${parts} as missing from attendees a where a.registration_id = ${registrationId}`.execute(
    db,
  );
  return new Map(rows.map(({ id, missing }) => [id, missing]));
}
