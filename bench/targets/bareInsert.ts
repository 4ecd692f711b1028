/**
 * A reference: the minimum of a durable reservation. It has the same batcher and table, but no counters, computed
 * prices and validation.
 */
import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import { sql } from "kysely";
import { createBatcher } from "../../server/batcher.ts";
import { openDatabase } from "../../server/db/pool.ts";
import type { HoldRequest } from "../databases.ts";
import { listen, options } from "./listen.ts";

const { db, close } = openDatabase(options.databaseUrl, { applicationName: "foyer bench, bare insert" });

const insert = createBatcher<HoldRequest, object>(async (requests) => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + 900_000);
  const rows = requests.map(({ eventId, tickets, email, userTimezone }) => ({
    event_id: eventId,
    email,
    access_key: randomBytes(16).toString("base64url"),
    user_timezone: userTimezone,
    places: tickets[0]!.quantity,
    expires_at: expiresAt,
  }));
  const { rows: ids } = await sql<{ id: number }>`
    insert into registrations (event_id, state, email, access_key, user_timezone, places, lines, subtotal, tax, total_amount, currency, expires_at)
    select event_id, 'held', email, access_key, user_timezone, places, '[{}]', 5000, 950, 5950, 'eur', expires_at
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as r (event_id bigint, email text, access_key text, user_timezone text, places int, expires_at timestamptz)
    returning id`.execute(db);
  return ids.map(({ id }, index) => ({ reply: replyOf(id, rows[index]!, now, requests[index]!) }));
});

const http = Fastify({ logger: false });
http.post<{ Body: HoldRequest }>("/", async ({ body }) => ({ msg: null, payload: await insert(body) }));
await listen(http, close);

function replyOf(
  id: number,
  row: { event_id: number; email: string; access_key: string; user_timezone: string; expires_at: Date },
  now: Date,
  { tickets }: HoldRequest,
): object {
  const nowText = now.toISOString();
  return {
    registration: {
      id,
      registrationId: id,
      eventId: row.event_id,
      state: "held",
      status: false,
      email: row.email,
      additionalFields: {},
      userTimezone: row.user_timezone,
      timezoneOffset: null,
      expiresAt: row.expires_at.toISOString(),
      createdAt: nowText,
      updatedAt: nowText,
    },
    accessKey: row.access_key,
    quote: {
      items: tickets.map(({ ticketId, quantity }) => ({
        kind: "ticket",
        refId: ticketId,
        title: "Standard",
        unitPrice: 2500,
        quantity,
        total: 2500 * quantity,
      })),
      subtotal: 5000,
      tax: 950,
      totalAmount: 5950,
      currency: "eur",
    },
  };
}
