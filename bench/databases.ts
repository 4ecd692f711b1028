import { fileURLToPath } from "node:url";
import pg from "pg";
import { migrate } from "../server/db/migrate.ts";
import { type Database, openDatabase } from "../server/db/pool.ts";
import { auditCounters } from "../server/holds/auditCounters.ts";
import { buildEvent, buildTicket } from "../server/testing/builders.ts";
import { inSameCluster, runQuery } from "../server/testing/cluster.ts";
import { seedDemo } from "../tools/demo/seed.ts";

/** A database with a paid and a free event, each with one ticket type. */
export interface Shop {
  url: string;
  paidEvent: { eventId: number; ticketId: number };
  freeEvent: { eventId: number; ticketId: number };
}

/** Makes a database with all tables, and resolves to its address. */
export async function createDatabase(clusterUrl: string, name: string): Promise<string> {
  await runQuery(clusterUrl, `create database ${name}`);
  const url = inSameCluster(clusterUrl, name);
  await migrate(url);
  return url;
}

export async function withConnection<T>(url: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = openDatabase(url);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

export interface HoldRequest {
  eventId: number;
  tickets: { ticketId: number; quantity: number }[];
  email: string;
  userTimezone: string;
}

/** Makes the body of a request for two places of the paid event. */
export function holdBody({ paidEvent }: Shop): string {
  return JSON.stringify({
    eventId: paidEvent.eventId,
    tickets: [{ ticketId: paidEvent.ticketId, quantity: 2 }],
    email: "buyer@example.org",
    userTimezone: "Europe/Berlin",
  } satisfies HoldRequest);
}

export async function openShop(clusterUrl: string, name: string): Promise<Shop> {
  const url = await createDatabase(clusterUrl, name);
  return withConnection(url, async ({ db }) => {
    const paid = await buildEvent(db, {
      slug: "paid",
      taxAmount: 19,
      config: { maxTicketsPerRegistration: 10 },
    });
    const free = await buildEvent(db, { slug: "free" });
    const stock = { maxStock: 100_000_000 };
    const paidTicket = await buildTicket(db, paid.id, { price: 2500, ...stock });
    const freeTicket = await buildTicket(db, free.id, { price: 0, ...stock });
    return {
      url,
      paidEvent: { eventId: paid.id, ticketId: paidTicket.id },
      freeEvent: { eventId: free.id, ticketId: freeTicket.id },
    };
  });
}

/** Writes `count` paid orders of one ticket each, with their people, items and counters. */
export async function fillEvent(
  { url }: Pick<Shop, "url">,
  { eventId, ticketId }: Shop["paidEvent"],
  count: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(
      `with registered as (
        insert into registrations (event_id, state, email, access_key, places, lines, subtotal, tax, total_amount, currency)
        select $1, 'active', 'buyer' || n || '@example.org', md5($1::bigint || 'key' || n), 1,
          jsonb_build_array(jsonb_build_object('kind', 'ticket', 'refId', $2::bigint, 'title', 'Standard', 'unitPrice', 2500, 'quantity', 1, 'total', 2500)),
          2500, 475, 2975, 'eur' from generate_series(1, $3::int) n
        returning id
      ), people as (
        insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, last_name, qr_uuid)
        select id, $1, $2, true, 'Mia', 'Keller', gen_random_uuid() from registered
      ), ordered as (
        insert into orders (order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency, payment_status, paid_at)
        select 'BENCH-' || id, 'registration', $1, id, 2500, 475, 2975, 'eur', 'paid', now() from registered
        returning id
      )
      insert into order_items (order_id, kind, ref_id, title, unit_price, quantity, total)
      select id, 'ticket', $2, 'Standard', 2500, 1, 2500 from ordered`,
      [eventId, ticketId, count],
    );
    await client.query("update tickets set sold = sold + $2 where id = $1", [ticketId, count]);
    await client.query(
      "update events set sold = sold + $2, attendee_count = attendee_count + $2 where id = $1",
      [eventId, count],
    );
    await client.query("commit");
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

export async function emptyShop({ url }: Shop): Promise<void> {
  await runQuery(
    url,
    "truncate registrations, attendees, answers, payments, payment_events, orders, order_items, extras_purchases, sponsorships, checkins, mails, idempotency_keys, audit_log, event_registered, event_arrived, event_revenue cascade",
  );
  await runQuery(url, "update tickets set held = 0, sold = 0");
  await runQuery(url, "update events set held = 0, sold = 0, attendee_count = 0");
  await runQuery(url, "delete from graphile_worker._private_jobs");
  await runQuery(url, "vacuum analyze");
}

/** Reports counters that differ from rows, and another number of registrations than `acknowledged`. */
export async function problemsOf({ url }: Pick<Shop, "url">, acknowledged?: number): Promise<string[]> {
  return withConnection(url, async ({ db, pool }) => {
    const differences = await auditCounters(db);
    const problems = differences.map(
      ({ what, id, kept, counted }) => `${what} ${id}: ${kept}, not ${counted}`,
    );
    if (acknowledged === undefined) return problems;
    const { rows } = await pool.query<{ count: number }>("select count(*) from registrations");
    const rowCount = rows[0]!.count;
    return rowCount === acknowledged
      ? problems
      : [...problems, `${acknowledged} reservations were acknowledged and ${rowCount} are there`];
  });
}

/** Reports kinds of rows that do not exist exactly once for each acknowledged purchase. */
export async function unfinishedPurchases(
  { url }: Pick<Shop, "url">,
  acknowledged: number,
): Promise<string[]> {
  const [counts] = (await runQuery(
    url,
    `select (select count(*) from registrations where state = 'active') as "active registrations",
      (select count(*) from orders where payment_status = 'paid') as "paid orders",
      (select count(*) from payments where state = 'succeeded') as "payments",
      (select count(*) from attendees) as "tickets",
      (select count(*) from mails where kind = 'tickets') as "mails",
      (select count(*) from graphile_worker._private_jobs) as "jobs"`,
  )) as Record<string, string>[];
  return Object.entries(counts!).flatMap(([what, count]) =>
    Number(count) === acknowledged
      ? []
      : [`${acknowledged} purchases were acknowledged, with ${count} ${what}`],
  );
}

export const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** Makes a database with the demo world. `page` is the path of the gala's page. */
export async function openDemo(
  { clusterUrl, dataDir }: { clusterUrl: string; dataDir: string },
  name: string,
): Promise<{ url: string; page: string }> {
  const url = await createDatabase(clusterUrl, name);
  await withConnection(url, ({ db }) => seedDemo(db, { dataDir, now: new Date() }));
  return { url, page: "/gala-night" };
}
