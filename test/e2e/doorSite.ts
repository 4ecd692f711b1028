import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { BodyInput, PayloadOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import type { DoorRight } from "../../contract/shapes/door/door.ts";
import type { AttendeeInput } from "../../contract/shapes/registration.ts";
import { signAttendeeQr, signExtrasQr } from "../../server/documents/qrSignature.ts";
import {
  buildEvent,
  buildExtras,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { people } from "../../server/testing/buying.ts";
import { type BuiltHelper, buildHelper, buildLink } from "../../server/testing/doors.ts";
import type { Credentials } from "./journey.ts";
import type { PurchaseSite } from "./purchaseSite.ts";

export interface Guest {
  attendeeId: number;
  registrationId: number;
  name: string;
  code: string;
}

export interface DoorEvent {
  id: number;
  slug: string;
  clubId: number;
  ticketId: number;
}

const hour = 3_600_000;

/** Makes an event of six hours. By default it began an hour ago. */
export async function doorEvent(
  { db }: PurchaseSite,
  start = new Date(Date.now() - hour),
): Promise<DoorEvent> {
  const event = await buildEvent(db, { start, end: new Date(start.getTime() + 6 * hour) });
  const ticket = await buildTicket(db, event.id, { price: 0, maxStock: 1_000_000 });
  return { ...event, ticketId: ticket.id };
}

/** Adds guests as rows, because the journeys are not about registering. */
export async function addGuests(
  site: PurchaseSite,
  { id: eventId, ticketId }: DoorEvent,
  { count, party = 1, state = "active" }: { count: number; party?: number; state?: "active" | "cancelled" },
): Promise<Guest[]> {
  const { db } = site;
  // Letters instead of digits, because journeys search guests by their number.
  const mark = randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => "ghijklmnop"[Number(digit)] ?? "");
  const line = { kind: "ticket", refId: ticketId, title: "Ticket", unitPrice: 0, quantity: party, total: 0 };
  const lines = JSON.stringify([line]);
  await sql`with made as (
      insert into registrations (event_id, state, access_key, places, lines, subtotal, tax, total_amount, currency)
      select ${eventId}::bigint, ${state}, ${mark} || n, ${party}::int, ${lines}::jsonb, 0, 0, 0, 'usd'
      from generate_series(1, ${Math.ceil(count / party)}::int) n
      returning id, event_id
    )
    insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, last_name, qr_uuid)
    select id, event_id, ${ticketId}::bigint, place = 1, 'Guest ' || n, 'Of ' || ${mark}, gen_random_uuid()
    from (select id, event_id, place, row_number() over (order by id, place) n
      from made, generate_series(1, ${party}::int) place) placed
    where n <= ${count}::int`.execute(db);
  return guestsCalled(site, eventId, `Of ${mark}`);
}

/** Reads the guests with this last name, and signs their codes. */
export async function guestsCalled(site: PurchaseSite, eventId: number, lastName: string): Promise<Guest[]> {
  const key = await keyOf(site, eventId);
  const rows = await site.db
    .selectFrom("attendees")
    .select(["id", "registration_id", "first_name", "last_name", "qr_uuid"])
    .where("event_id", "=", eventId)
    .where("last_name", "=", lastName)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    attendeeId: row.id,
    registrationId: row.registration_id,
    name: `${row.first_name} ${row.last_name}`,
    code: signAttendeeQr(key, {
      r: row.registration_id,
      a: row.id,
      q: row.qr_uuid,
      e: eventId,
    }),
  }));
}

/** Registers parties with the API, so that they count as sold. */
export async function registerGuests(
  site: PurchaseSite,
  event: DoorEvent,
  parties: readonly (readonly string[])[],
): Promise<Guest[]> {
  const guests: Guest[] = [];
  for (const names of parties) {
    const attendees = names.map((firstName, place) => ({
      ticketId: event.ticketId,
      firstName,
      lastName: "Keller",
      ...(place === 0 && { email: "keller@example.org" }),
    }));
    const { attendees: registered } = await registerBy(site, event, { attendees });
    for (const { attendeeId, registrationId, firstName, lastName, qrText } of registered)
      guests.push({ attendeeId, registrationId, name: `${firstName} ${lastName}`, code: qrText ?? "" });
  }
  return guests;
}

/** Registers a guest with badges as an extra. Returns the code for the handover. */
export async function addPurchase(site: PurchaseSite, event: DoorEvent, quantity = 2): Promise<string> {
  const extra = await buildExtras(site.db, event.id, { name: "Badge", price: 0, maxStock: null });
  const { registration } = await registerBy(site, event, {
    attendees: people(event.ticketId, 1),
    extras: [{ extrasId: extra.id, quantity }],
  });
  const bought = await site.db
    .selectFrom("extras_purchases")
    .select(["id", "qr_uuid"])
    .where("registration_id", "=", registration.id)
    .executeTakeFirstOrThrow();
  const key = await keyOf(site, event.id);
  return signExtrasQr(key, { id: bought.id, qrUuid: bought.qr_uuid, e: event.id });
}

async function registerBy(
  { url }: PurchaseSite,
  { id: eventId, ticketId }: DoorEvent,
  wishes: Pick<BodyInput<"registration/express">, "extras"> & { attendees: Partial<AttendeeInput>[] },
): Promise<PayloadOf<"registration/express">> {
  const registered = await fetch(`${url}/api/registration/express`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      eventId,
      tickets: [{ ticketId, quantity: wishes.attendees.length }],
      ...wishes,
    }),
  });
  const { payload } = (await registered.json()) as { payload: PayloadOf<"registration/express"> };
  return payload;
}

async function keyOf({ db }: PurchaseSite, eventId: number): Promise<string> {
  const { private_key } = await db
    .selectFrom("event_keys")
    .select("private_key")
    .where("event_id", "=", eventId)
    .executeTakeFirstOrThrow();
  return private_key;
}

/** Adds a helper's device that is already open. */
export function addHelper(
  { db }: PurchaseSite,
  { id }: DoorEvent,
  gate = "North gate",
): Promise<BuiltHelper> {
  return buildHelper(db, { eventId: id, now: new Date() }, { gate });
}

export async function addStaff({ db }: PurchaseSite, { clubId }: DoorEvent): Promise<Credentials> {
  const { email } = await buildUser(db, ADMIN, clubId);
  return { email, password: testPassword };
}

/** Adds a helper's link that was never opened, valid for a day. */
export async function addLink(
  { db, url }: PurchaseSite,
  { id }: DoorEvent,
  spec: { rights?: DoorRight[] } = {},
): Promise<{ address: string; linkId: number }> {
  const { linkId, secret } = await buildLink(db, { eventId: id, now: new Date() }, spec);
  return { address: `${url}/door/${secret}`, linkId };
}

/** Ends a helper's link. Resolves once the server refuses one of its devices. */
export async function endLink(
  site: PurchaseSite,
  event: DoorEvent,
  { linkId, token, how = "revoked" }: Pick<BuiltHelper, "linkId" | "token"> & { how?: "revoked" | "expired" },
): Promise<void> {
  await site.db
    .updateTable("door_links")
    .set(how === "revoked" ? { revoked_at: new Date() } : { expires_at: new Date() })
    .where("id", "=", linkId)
    .execute();
  // A server caches tokens for a second.
  const ask = () =>
    fetch(`${site.url}/api/door/getDoor?eventId=${event.id}`, { headers: { authorization: token } });
  while ((await ask()).status !== 440) await new Promise((resolve) => setTimeout(resolve, 100));
}

/** Counts the admitted attendees and the scans of an event. */
export async function countsOnServer({ db }: PurchaseSite, { id }: DoorEvent) {
  const count = async (table: "checkins" | "door_scans") => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from ${sql.table(table)} where ${
      table === "checkins"
        ? sql`attendee_id in (select id from attendees where event_id = ${id}::bigint)`
        : sql`event_id = ${id}::bigint`
    }`.execute(db);
    return rows[0]?.count ?? 0;
  };
  return { arrived: await count("checkins"), scans: await count("door_scans") };
}

/** Imports somebody whose ticket of another system has this code. */
export async function importOldTicket(
  { db, url }: PurchaseSite,
  { id: eventId, clubId, ticketId }: DoorEvent,
  code: string,
): Promise<void> {
  const { email } = await buildUser(db, ADMIN, clubId);
  const ask = async (path: string, body: object, token = "") => {
    const headers = { "content-type": "application/json", authorization: token };
    const reply = await fetch(`${url}/api/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(await reply.text());
    return reply.headers.get("authorization") ?? "";
  };
  const token = await ask("auth/signin", { email, password: testPassword });
  const rows = [
    ["Name", "E-mail", "Ticket code"],
    ["John Doe", "john@example.org", code],
  ];
  await ask("registration/bulkImportAttendee", { eventId, ticketId, rows }, token);
}
