/** Registrations by the thousand, each with one attendee, for free and active at once: one statement writes all rows of a table. */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";

/** The event of the registrations, its tickets, and the time that they are of. */
export interface BulkTarget {
  eventId: number;
  currency: string;
  tickets: readonly { id: number; title: string }[];
  now: Date;
}

/** A registration to write, with an id that `takeIds` gave (server/holds/rows.ts). */
export interface BulkRegistration {
  registrationId: number;
  ticketId: number;
  email: string;
  accessKey: string;
  /** As JSON, as it is stored: an object of texts by their heading. */
  additionalFields: string;
}

/** Writes registrations. The attendees come afterwards: the figures do not count them, and the caller does. */
export async function insertRegistrations(
  tx: Tx,
  { eventId, currency, tickets, now }: BulkTarget,
  rows: readonly BulkRegistration[],
): Promise<void> {
  const lines = JSON.stringify(
    tickets.map(({ id, title }) => ({
      id,
      lines: [{ kind: "ticket", refId: id, title, unitPrice: 0, quantity: 1, total: 0 }],
    })),
  );
  await sql`insert into registrations (id, event_id, state, email, access_key, additional_fields, places, lines,
      subtotal, tax, total_amount, currency, created_at, updated_at) overriding system value
    select given.id, ${eventId}, 'active', email, access_key, fields, 1, lines, 0, 0, 0, ${currency}, ${now}, ${now}
    from unnest(${rows.map((row) => row.registrationId)}::bigint[], ${rows.map((row) => row.ticketId)}::bigint[],
        ${rows.map((row) => row.email)}::text[], ${rows.map((row) => row.accessKey)}::text[],
        ${rows.map((row) => row.additionalFields)}::jsonb[]) as given (id, ticket_id, email, access_key, fields)
      join jsonb_to_recordset(${lines}::jsonb) as titled (id bigint, lines jsonb) on titled.id = given.ticket_id`.execute(
    tx,
  );
}

/** An attendee to write: the primary one of a registration written before. */
export interface BulkAttendee {
  attendeeId: number;
  registrationId: number;
  ticketId: number;
  firstName: string;
  lastName: string;
  email: string;
  phone: string | null;
}

/** Writes attendees. */
export async function insertAttendees(
  tx: Tx,
  { eventId, now }: BulkTarget,
  rows: readonly BulkAttendee[],
): Promise<void> {
  await sql`insert into attendees (id, registration_id, event_id, ticket_id, is_primary, first_name, last_name, email,
      phone, qr_uuid, created_at) overriding system value
    select id, registration_id, ${eventId}, ticket_id, true, first_name, last_name, email, phone, gen_random_uuid(), ${now}
    from unnest(${rows.map((row) => row.attendeeId)}::bigint[], ${rows.map((row) => row.registrationId)}::bigint[],
      ${rows.map((row) => row.ticketId)}::bigint[], ${rows.map((row) => row.firstName)}::text[],
      ${rows.map((row) => row.lastName)}::text[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => row.phone)}::text[])
      as given (id, registration_id, ticket_id, first_name, last_name, email, phone)`.execute(tx);
}
