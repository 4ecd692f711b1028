/** A reference: the same reservation as it is usually written, with one interactive transaction for each request. */
import { randomBytes } from "node:crypto";
import Fastify from "fastify";
import pg from "pg";
import type { HoldRequest } from "../databases.ts";
import { listen, options } from "./listen.ts";

const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 10 });

const http = Fastify({ logger: false });
http.post<{ Body: HoldRequest }>("/", async ({ body }, reply) => {
  const payload = await reserve(body);
  return payload === null
    ? reply.status(409).send({ msg: "Sold out.", code: "soldOut" })
    : { msg: null, payload };
});
await listen(http, () => pool.end());

async function reserve({ eventId, tickets, email, userTimezone }: HoldRequest): Promise<object | null> {
  const { ticketId, quantity } = tickets[0]!;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const event = await client.query("select * from events where id = $1 for no key update", [eventId]);
    const ticket = await client.query<{
      max_stock: number;
      held: number;
      sold: number;
      price: number;
      title: string;
    }>("select * from tickets where id = $1 and event_id = $2 for no key update", [ticketId, eventId]);
    const row = ticket.rows[0];
    if (event.rowCount === 0 || row === undefined || row.held + row.sold + quantity > row.max_stock) {
      await client.query("rollback");
      return null;
    }
    const accessKey = randomBytes(16).toString("base64url");
    const total = row.price * quantity;
    const { title, price: unitPrice } = row;
    const line = { kind: "ticket", refId: ticketId, title, unitPrice, quantity, total };
    const registration = await client.query<{ id: string }>(
      `insert into registrations (event_id, state, email, access_key, user_timezone, places, lines, subtotal, tax, total_amount, currency, expires_at)
       values ($1, 'held', $2, $3, $4, $5, $7, $6, 0, $6, 'eur', now() + interval '15 minutes') returning *`,
      [eventId, email, accessKey, userTimezone, quantity, total, JSON.stringify([line])],
    );
    const id = registration.rows[0]!.id;
    await client.query(
      "insert into audit_log (actor, event_id, entity, entity_id, action) values ('visitor', $1, 'registration', $2, 'held')",
      [eventId, id],
    );
    await client.query("update tickets set held = held + $2 where id = $1", [ticketId, quantity]);
    await client.query("update events set held = held + $2 where id = $1", [eventId, quantity]);
    await client.query("commit");
    return { registration: registration.rows[0], accessKey };
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}
