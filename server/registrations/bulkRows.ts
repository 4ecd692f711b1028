/** Statements for imports, whose registrations are free. */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

export interface BulkTarget {
  eventId: number;
  currency: string;
  tickets: readonly { id: number; title: string }[];
  now: Date;
  importId: number;
}

export interface TicketPlaces {
  ticketId: number;
  quantity: number;
}

/** A registration to insert. Its id comes from `takeIds` (server/holds/rows.ts). */
export interface BulkRegistration {
  registrationId: number;
  /** Each ticket once. */
  tickets: readonly TicketPlaces[];
  /** Null if nobody in the registration has an address. */
  email: string | null;
  /** Null if the primary attendee is the buyer, or if the buyer's name is unknown. */
  buyerName: string | null;
  accessKey: string;
  /** An object of texts by heading, as JSON. */
  additionalFields: string;
  /** Whether it is not active yet (`awaitsActivation`). */
  isWaiting: boolean;
  createdAt: Date;
}

/** Inserts registrations. The attendees are inserted later, so the caller adds them to the statistics. */
export async function insertRegistrations(
  tx: Tx,
  { eventId, currency, tickets, now, importId }: BulkTarget,
  rows: readonly BulkRegistration[],
): Promise<void> {
  const titles = new Map(tickets.map(({ id, title }) => [id, title]));
  const linesOf = ({ tickets: places }: BulkRegistration) =>
    JSON.stringify(
      places.map(({ ticketId, quantity }) => ({
        kind: "ticket",
        refId: ticketId,
        title: titles.get(ticketId),
        unitPrice: 0,
        quantity,
        total: 0,
      })),
    );
  const placesOf = ({ tickets: places }: BulkRegistration) =>
    places.reduce((sum, { quantity }) => sum + quantity, 0);
  await sql`insert into registrations (id, event_id, state, email, buyer_name, access_key, additional_fields, places,
      lines, subtotal, tax, total_amount, currency, created_at, updated_at, import_id) overriding system value
    select id, ${eventId}, case when is_waiting then 'pending' else 'active' end, email, buyer_name, access_key, fields, places, lines, 0, 0, 0, ${currency},
      created_at, ${now}, ${importId}::bigint
    from unnest(${rows.map((row) => row.registrationId)}::bigint[], ${rows.map((row) => row.email)}::text[],
        ${rows.map((row) => row.buyerName)}::text[], ${rows.map((row) => row.accessKey)}::text[],
        ${rows.map((row) => row.additionalFields)}::jsonb[], ${rows.map(placesOf)}::int[], ${rows.map(linesOf)}::jsonb[],
        ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[], ${rows.map((row) => row.isWaiting)}::boolean[])
      as given (id, email, buyer_name, access_key, fields, places, lines, created_at, is_waiting)`.execute(
    tx,
  );
}

/** An attendee to insert. Exactly one of each registration is primary. */
export interface BulkAttendee {
  attendeeId: number;
  registrationId: number;
  ticketId: number;
  isPrimary: boolean;
  /** Empty for a guest who is named later. */
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  /** A further text by which a search finds the attendee. */
  importedText: string | null;
  oldCodeHash: string | null;
  createdAt: Date;
}

/** Writes attendees. */
export async function insertAttendees(
  tx: Tx,
  { eventId }: BulkTarget,
  rows: readonly BulkAttendee[],
): Promise<void> {
  await sql`insert into attendees (id, registration_id, event_id, ticket_id, is_primary, first_name, last_name, email,
      phone, qr_uuid, imported_text, old_code_hash, created_at) overriding system value
    select id, registration_id, ${eventId}, ticket_id, is_primary, first_name, last_name, email, phone,
      gen_random_uuid(), plain_text(imported_text), old_code_hash, created_at
    from unnest(${rows.map((row) => row.attendeeId)}::bigint[], ${rows.map((row) => row.registrationId)}::bigint[],
      ${rows.map((row) => row.ticketId)}::bigint[], ${rows.map((row) => row.isPrimary)}::boolean[],
      ${rows.map((row) => row.firstName)}::text[], ${rows.map((row) => row.lastName)}::text[],
      ${rows.map((row) => row.email)}::text[], ${rows.map((row) => row.phone)}::text[],
      ${rows.map((row) => row.importedText)}::text[], ${rows.map((row) => row.oldCodeHash)}::text[],
      ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[])
      as given (id, registration_id, ticket_id, is_primary, first_name, last_name, email, phone, imported_text,
        old_code_hash, created_at)`.execute(tx);
}

/**
 * Writes answers that are not stored yet. `answers` is a JSON object of answers by the `key` of their question, which
 * is not its id if the import made the question.
 */
export async function insertAnswersOf(
  tx: Tx,
  questions: readonly { key: number; id: number; text: string }[],
  rows: readonly { attendeeId: number; answers: string }[],
): Promise<void> {
  const answered = rows.filter(({ answers }) => answers !== "{}");
  if (answered.length === 0) return;
  const texts = JSON.stringify(questions.map(({ key, id, text }) => ({ key, id, text })));
  await sql`insert into answers (attendee_id, question_id, question_text, answer)
    select given.id, question.id, question.text, answer.value
    from unnest(${answered.map((row) => row.attendeeId)}::bigint[], ${answered.map((row) => row.answers)}::jsonb[])
        as given (id, answers)
      cross join lateral jsonb_each_text(given.answers) as answer
      join jsonb_to_recordset(${texts}::jsonb) as question (key bigint, id bigint, text text)
        on question.key = answer.key::bigint`.execute(tx);
}

/** Replaces answers, given like those of `insertAnswersOf`. */
export async function replaceAnswersOf(
  tx: Tx,
  questions: readonly { key: number; id: number; text: string }[],
  rows: readonly { attendeeId: number; answers: string }[],
): Promise<void> {
  const ids = JSON.stringify(questions.map(({ key, id }) => ({ key, id })));
  await sql`delete from answers using (
      select given.id as attendee_id, question.id as question_id
      from unnest(${rows.map((row) => row.attendeeId)}::bigint[], ${rows.map((row) => row.answers)}::jsonb[])
          as given (id, answers)
        cross join lateral jsonb_object_keys(given.answers) as answer (key)
        join jsonb_to_recordset(${ids}::jsonb) as question (key bigint, id bigint) on question.key = answer.key::bigint
    ) as gone where answers.attendee_id = gone.attendee_id and answers.question_id = gone.question_id`.execute(
    tx,
  );
  await insertAnswersOf(tx, questions, rows);
}

export interface BulkGuest {
  attendeeId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
}

/** Changes attendees of locked registrations. A trigger notifies the doors. */
export async function updateGuests(tx: Tx, rows: readonly BulkGuest[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update attendees set first_name = given.first_name, last_name = given.last_name, email = given.email,
      phone = given.phone
    from unnest(${rows.map((row) => row.attendeeId)}::bigint[], ${rows.map((row) => row.firstName)}::text[],
      ${rows.map((row) => row.lastName)}::text[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => row.phone)}::text[])
      as given (id, first_name, last_name, email, phone) where attendees.id = given.id`.execute(tx);
}

/** Changes the addresses of locked registrations and the keys of their links. */
export async function updateAddresses(
  tx: Tx,
  rows: readonly { registrationId: number; email: string; accessKey: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql`update registrations set email = given.email, access_key = given.access_key, updated_at = now()
    from unnest(${rows.map((row) => row.registrationId)}::bigint[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => row.accessKey)}::text[])
      as given (id, email, access_key) where registrations.id = given.id`.execute(tx);
}

/** Changes the additional fields and buyers' names of registrations, and the `importedText` of their attendees. */
export async function updateFields(
  tx: Tx,
  rows: readonly (Pick<BulkRegistration, "registrationId" | "additionalFields" | "buyerName"> & {
    importedText: string | null;
  })[],
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.registrationId);
  await sql`update registrations set additional_fields = given.fields, buyer_name = given.buyer_name, updated_at = now()
    from unnest(${ids}::bigint[], ${rows.map((row) => row.additionalFields)}::jsonb[],
      ${rows.map((row) => row.buyerName)}::text[]) as given (id, fields, buyer_name)
    where registrations.id = given.id`.execute(tx);
  await sql`update attendees set imported_text = plain_text(given.imported_text)
    from unnest(${ids}::bigint[], ${rows.map((row) => row.importedText)}::text[]) as given (id, imported_text)
    where attendees.registration_id = given.id
      and attendees.imported_text is distinct from plain_text(given.imported_text)`.execute(tx);
}
