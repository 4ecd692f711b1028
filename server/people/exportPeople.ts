/** Attendees are read in batches, so that a slow download keeps neither a transaction nor a query open. */
import { type RawBuilder, sql } from "kysely";
import type { Currency } from "../../contract/scalars.ts";
import type { Db } from "../db/pool.ts";
import type { SearchWord } from "../db/searchWords.ts";
import { isExpired } from "../orders/expired.ts";
import { inMainUnit } from "../orders/inMainUnit.ts";
import { shownFirstName } from "../registrations/guestName.ts";
import { cellSeparator, rowSeparator } from "../spreadsheets/batch.ts";
import type { SheetColumn } from "../spreadsheets/columns.ts";
import { type AttendeeListFilters, attendeeConditions } from "./filters.ts";
import { inIndexOrder } from "./rows.ts";
import { attendeeSearchWords, isFoundIn, plainWords } from "./words.ts";

const batchRows = 1000;
const maxFields = 100;

export interface ExportInput {
  eventId: number;
  timeZone: string;
  currency: Currency;
  filters: AttendeeListFilters;
  searchKeyword?: string | undefined;
}

export interface ExportTable {
  columns: SheetColumn[];
  batches: AsyncGenerator<string>;
}

const text = (heading: string): SheetColumn => ({ heading, kind: "text" });

const fixedColumns = ({ timeZone, currency }: ExportInput): SheetColumn[] => [
  { heading: "Attendee", kind: "number" },
  ...["First name", "Last name", "E-mail", "Phone", "Ticket"].map(text),
  { heading: "Registration", kind: "number" },
  text("State"),
  { heading: `Registered (${timeZone})`, kind: "time" },
  { heading: `Checked in (${timeZone})`, kind: "time" },
  text("Order"),
  text("Payment"),
  { heading: `Price (${currency.toUpperCase()})`, kind: "amount" },
  // Of each order, one row has what was paid here and elsewhere, so that sums count no order twice.
  { heading: `Paid for the order (${currency.toUpperCase()})`, kind: "amount" },
  text("Order in another system"),
  { heading: `Paid in another system (${currency.toUpperCase()})`, kind: "amount" },
];

/** Exports the selected attendees: columns, and rows in batches (spreadsheets/batch.ts). */
export async function exportPeople(db: Db, input: ExportInput): Promise<ExportTable> {
  const questions = await questionsToShow(db, input.eventId);
  const fields = await fieldsOfEvent(db, input.eventId);
  const words = await plainWords(db, attendeeSearchWords(input.searchKeyword ?? ""));
  return {
    columns: [...fixedColumns(input), ...questions.map((one) => text(one.text)), ...fields.map(text)],
    batches: batchesOf(db, input, { questions, fields, words }),
  };
}

interface Columns {
  questions: readonly { id: number; text: string }[];
  fields: readonly string[];
  words: readonly SearchWord[];
}

async function* batchesOf(db: Db, input: ExportInput, columns: Columns): AsyncGenerator<string> {
  const readAfter = (after: number) =>
    inIndexOrder(db, (connection) => batchAfter(connection, input, columns, after));
  let nextBatch = readAfter(0);
  for (;;) {
    const { rows, count, last } = await nextBatch;
    const isLast = count < batchRows;
    // After an early stop nobody awaits the next batch, so its rejection is ignored.
    if (!isLast) {
      nextBatch = readAfter(last!);
      nextBatch.catch(() => {});
    }
    if (rows !== null) yield rows;
    if (isLast) return;
  }
}

async function batchAfter(
  db: Db,
  { eventId, timeZone, currency, filters }: ExportInput,
  { questions, fields, words }: Columns,
  after: number,
): Promise<{ rows: string | null; count: number; last: number | null }> {
  const timeCell = (column: string) =>
    sql`to_char(${sql.raw(column)} at time zone ${timeZone}, 'YYYY-MM-DD HH24:MI')`;
  const rowFilter = sql`${attendeeConditions(eventId, filters)} and ${isFoundIn(words)}`;
  const amount = (minor: RawBuilder<unknown>) => inMainUnit(minor, currency);
  // Row separators are removed below.
  const textCell = (text: RawBuilder<unknown>) => sql`replace(${text}, ${cellSeparator}, '')`;
  const isFirstOfOrder = sql`a.id = (select min(a.id) from attendees a where a.registration_id = r.id and ${rowFilter})`;
  const cells = [
    sql`a.id`,
    textCell(shownFirstName()),
    ...["a.last_name", "a.email", "a.phone", "t.title"].map((column) => textCell(sql.raw(column))),
    sql`r.id`,
    sql`r.state`,
    timeCell("r.created_at"),
    timeCell("c.created_at"),
    sql`o.order_number`,
    sql`case when ${isExpired} then 'expired' else o.payment_status end`,
    amount(
      sql`(select min(i.unit_price) from order_items i where i.order_id = o.id and i.kind = 'ticket' and i.ref_id = a.ticket_id)`,
    ),
    amount(sql`case when o.payment_status in ('paid', 'refunded') and ${isFirstOfOrder}
      then o.total_amount - o.refunded_amount end`),
    textCell(sql`o.imported_number`),
    amount(sql`case when o.paid_elsewhere is not null and ${isFirstOfOrder} then o.paid_elsewhere end`),
    ...questions.map(({ id }) => textCell(sql`given.answers ->> ${String(id)}`)),
    ...fields.map((field) => textCell(sql`r.additional_fields ->> ${field}`)),
  ].map((cell) => sql`coalesce((${cell})::text, '')`);
  const answers =
    questions.length === 0
      ? sql``
      : sql`left join lateral (select json_object_agg(question_id, answer) as answers from answers
          where answers.attendee_id = a.id) as given on true`;
  const { rows } = await sql<{ rows: string | null; count: number; last: number | null }>`
    select string_agg(replace(cells, ${rowSeparator}, ''), ${rowSeparator}) as rows, count(*)::int as count, max(id) as last from (
    select a.id, concat_ws(${cellSeparator}, ${sql.join(cells)}) as cells
    from attendees a join registrations r on r.id = a.registration_id join tickets t on t.id = a.ticket_id
      left join checkins c on c.attendee_id = a.id
      left join orders o on o.registration_id = r.id and o.purpose = 'registration' ${answers}
    where ${rowFilter} and a.id > ${after}
    order by a.id limit ${batchRows}) as part`.execute(db);
  return rows[0]!;
}

/** The event's questions; hidden ones only if somebody has answered them. */
async function questionsToShow(db: Db, eventId: number): Promise<{ id: number; text: string }[]> {
  const { rows } = await sql<{ id: number; text: string }>`select id, text from form_questions q
    where event_id = ${eventId} and (not is_hidden or exists (select from answers where question_id = q.id))
    order by is_hidden, sort_order, id`.execute(db);
  return rows;
}

/** An event's additional fields, at most 100. */
export async function fieldsOfEvent(db: Db, eventId: number): Promise<string[]> {
  const { rows } = await sql<{ field: string }>`select distinct field
    from registrations, jsonb_object_keys(additional_fields) as field
    where event_id = ${eventId} and additional_fields <> '{}' order by 1 limit ${maxFields}`.execute(db);
  return rows.map(({ field }) => field);
}
