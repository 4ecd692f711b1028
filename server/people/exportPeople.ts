/**
 * An event's attendees as a table: what the filters show, one column a question, one an additional field. Read by the
 * thousand in the order of their registration, so that neither a transaction nor a list stays open while somebody's line
 * is slow; each row leaves PostgreSQL as the text that the writing thread takes.
 */
import { sql } from "kysely";
import type { Db, Tx } from "../db/pool.ts";
import { conditionsOf, type Filters } from "./filters.ts";
import { walking } from "./rows.ts";
import { isFoundIn, plainWords, type Word, wordsIn } from "./words.ts";

const batchRows = 1000;
const mostFields = 100;

/** Which attendees, and in which zone their times are read. */
export interface ExportOrder {
  eventId: number;
  timeZone: string;
  filters: Filters;
  searchKeyword?: string | undefined;
}

/** The headings, and the rows as JSON texts of many rows each. */
export interface ExportTable {
  headings: string[];
  batches: AsyncGenerator<string>;
}

const fixed = [
  "Attendee",
  "First name",
  "Last name",
  "E-mail",
  "Phone",
  "Ticket",
  "Registration",
  "State",
  "Registered",
  "Checked in",
  "Order",
  "Payment",
];

/** Prepares the table; rows are read as they are asked for. */
export async function exportPeople(db: Db, order: ExportOrder): Promise<ExportTable> {
  const [questions, fields, words] = [
    await questionsToShow(db, order.eventId),
    await fieldsToShow(db, order.eventId),
    await plainWords(db, wordsIn(order.searchKeyword ?? "")),
  ];
  return {
    headings: [...fixed, ...questions.map(({ text }) => text), ...fields],
    batches: batchesOf(db, order, { questions, fields, words }),
  };
}

interface Columns {
  questions: readonly { id: number; text: string }[];
  fields: readonly string[];
  words: readonly Word[];
}

async function* batchesOf(db: Db, order: ExportOrder, columns: Columns): AsyncGenerator<string> {
  let after = 0;
  for (;;) {
    const rows = await walking(db, (tx) => rowsAfter(tx, order, columns, after));
    if (rows.length > 0) yield `[${rows.map(({ cells }) => cells).join()}]`;
    if (rows.length < batchRows) return;
    after = rows.at(-1)!.id;
  }
}

async function rowsAfter(
  tx: Tx,
  { eventId, timeZone, filters }: ExportOrder,
  { questions, fields, words }: Columns,
  after: number,
): Promise<{ id: number; cells: string }[]> {
  const at = (column: string) =>
    sql`to_char(${sql.raw(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`;
  const cells = [
    sql`a.id::text, a.first_name, a.last_name, a.email, a.phone, t.title, r.id::text, r.state`,
    at("r.created_at"),
    at("c.created_at"),
    sql`o.order_number, o.payment_status`,
    ...questions.map(({ id }) => sql`given.answers ->> ${String(id)}`),
    ...fields.map((field) => sql`r.additional_fields ->> ${field}`),
  ];
  const answers =
    questions.length === 0
      ? sql``
      : sql`left join lateral (select json_object_agg(question_id, answer) as answers from answers
          where answers.attendee_id = a.id) as given on true`;
  const { rows } = await sql<{ id: number; cells: string }>`
    select a.id, json_build_array(${sql.join(cells)})::text as cells
    from attendees a join registrations r on r.id = a.registration_id join tickets t on t.id = a.ticket_id
      left join checkins c on c.attendee_id = a.id
      left join orders o on o.registration_id = r.id and o.purpose = 'registration' ${answers}
    where ${conditionsOf(eventId, filters)} and ${isFoundIn(words)} and a.id > ${after}
    order by a.id limit ${batchRows}`.execute(tx);
  return rows;
}

/** The event's questions in their order; a hidden one as long as somebody has answered it. */
async function questionsToShow(db: Db, eventId: number): Promise<{ id: number; text: string }[]> {
  const { rows } = await sql<{ id: number; text: string }>`select id, text from form_questions q
    where event_id = ${eventId} and (not is_hidden or exists (select from answers where question_id = q.id))
    order by is_hidden, sort_order, id`.execute(db);
  return rows;
}

async function fieldsToShow(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`select distinct field
    from registrations, jsonb_object_keys(additional_fields) as field
    where event_id = ${eventId} and additional_fields <> '{}' order by 1 limit ${mostFields}`.execute(db);
  return rows.map(({ field }) => field);
}
