import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildEvent, buildTicket } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { fillOrders } from "../testing/manyRows.ts";
import { pagesOf, readingsOf, rowsOf } from "../testing/queryPlans.ts";
import { countCases } from "./cases.ts";
import { listOrders, type OrderListFilters, orderAsListed } from "./listed.ts";

const count = 10_000;
const perPage = 25;
let database: TestDatabase;
let eventId: number;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const event = await buildEvent(db);
  eventId = event.id;
  const other = await buildEvent(db, { clubId: event.clubId });
  for (const { id, rows } of [
    { id: eventId, rows: count },
    { id: other.id, rows: 2 * count },
  ])
    await fillOrders(db, { eventId: id, ticketId: (await buildTicket(db, id)).id, count: rows });
  await sql`vacuum (analyze) orders, registrations, attendees, order_items`.execute(db);
});
afterAll(() => database.close());

const list = (filters: OrderListFilters, page = 1) =>
  listOrders(database.db, eventId, filters, { limit: perPage, offset: (page - 1) * perPage });
const readings = (filters: OrderListFilters, page: number) =>
  readingsOf(database, (db) =>
    listOrders(db, eventId, filters, { limit: perPage, offset: (page - 1) * perPage }),
  );
const lastPage = count / perPage;

describe("an event with many orders", () => {
  test("the list of orders has each order on one page, newest first", async () => {
    const { rows: ids } = await sql<{ id: number }>`
      select id from orders where event_id = ${eventId} order by id desc`.execute(database.db);
    for (const page of [1, 2, lastPage / 2, lastPage / 2 + 1, lastPage - 1, lastPage]) {
      const { rows, total } = await list({}, page);
      expect(total).toBe(count);
      expect(rows.map(({ id }) => ({ id }))).toEqual(ids.slice((page - 1) * perPage, page * perPage));
    }
    expect(await list({}, lastPage + 1)).toEqual({ rows: [], total: count });
    const part = await listOrders(database.db, eventId, {}, { limit: 1000, offset: count - 3 });
    expect(part.rows.map(({ id }) => ({ id }))).toEqual(ids.slice(-3));
  });

  test("a page of orders reads only its own rows, and finds them by the index", async () => {
    const sizes = await sql<{ pages: number }>`
      select (pg_relation_size('orders_event') / 8192)::int as pages`.execute(database.db);
    const indexPages = sizes.rows[0]!.pages;
    const first = await readings({}, 1);
    for (const page of [lastPage / 2, lastPage]) {
      const reads = await readings({}, page);
      // The count reads the whole index. To find the page, at most half of it is read again.
      expect(pagesOf(reads)).toBeLessThan(pagesOf(first) + indexPages);
      for (const table of ["registrations", "attendees", "order_items", "sponsorships"])
        expect(rowsOf(reads, table), table).toBeLessThanOrEqual(perPage);
    }
  });

  test("a page near the end of the list is found by counting from the end", async () => {
    const [, found] = await readings({}, lastPage);
    expect(found!.rows).toEqual({ orders: perPage });
  });

  test("orders are counted without reading any other table if the filters need none", async () => {
    for (const filters of [{}, { purpose: "registration" }, { paymentStatus: "free" }] as const) {
      const [counted] = await readings(filters, 1);
      expect(counted!.text).toContain("count(*)");
      expect(Object.keys(counted!.rows)).toEqual(["orders"]);
    }
  });

  test("a search for orders uses indexes and reads few rows that do not match", async () => {
    const matches = await list({ searchKeyword: "guest1234" });
    expect(matches.total).toBe(1);
    // Many rows contain "an", and must not be read because of it.
    for (const searchKeyword of [
      "guest123",
      "guest1234@exa",
      "an guest123",
      "gûest123",
      matches.rows[0]!.orderNumber,
    ]) {
      const reads = await readings({ searchKeyword }, 1);
      for (const table of ["orders", "registrations", "attendees"])
        expect(rowsOf(reads, table), `${table} for ${searchKeyword}`).toBeLessThan(200);
    }
  });

  test("one order is read without reading other orders", async () => {
    const { rows } = await list({}, lastPage / 2);
    const reads = await readingsOf(database, (db) => orderAsListed(db, rows[0]!.id));
    for (const table of ["registrations", "attendees", "order_items"])
      expect(rowsOf(reads, table), table).toBe(1);
    // Each kind of case looks up the order.
    expect(rowsOf(reads, "orders")).toBeLessThan(20);
  });
});

test("bounced mails of other events are not read for the cases of an event or of an order", async () => {
  const { db } = database;
  const [order] = (await list({}, 1)).rows;
  await sql`insert into mails (key, kind, recipient, payload, message_id, state, bounced_at)
    select 'back:' || n, 'eventCancelled', n || '@example.org', jsonb_build_object('eventId', 1000 + n % 200), n, 'failed', now()
    from generate_series(1, 5000) n`.execute(db);
  await sql`insert into mails (key, kind, recipient, payload, message_id, state, bounced_at)
    select 'back:' || email, 'tickets', email, jsonb_build_object('registrationId', id), email, 'failed', now()
    from registrations where id = ${order!.registrationId}`.execute(db);
  await sql`analyze mails`.execute(db);
  expect((await orderAsListed(db, order!.id))!.attention).toMatchObject([{ kind: "mailBounced" }]);
  for (const reads of [
    await readings({ needsAttention: true }, 1),
    await readings({}, 1),
    await readingsOf(database, (reading) => countCases(reading, [eventId])),
    await readingsOf(database, (reading) => orderAsListed(reading, order!.id)),
  ]) {
    expect(rowsOf(reads, "mails")).toBeGreaterThan(0);
    expect(rowsOf(reads, "mails")).toBeLessThan(10);
    expect(rowsOf(reads, "registrations")).toBeLessThan(100);
  }
});

describe("a search for orders", () => {
  const insertOrder = async (spec: {
    email?: string;
    buyerName?: string;
    first?: string;
    number: string;
  }) => {
    const { db } = database;
    const line = JSON.stringify([
      { kind: "ticket", refId: 1, title: "Standard", unitPrice: 0, quantity: 1, total: 0 },
    ]);
    const { rows } = await sql<{ id: number }>`with registered as (
        insert into registrations (event_id, state, email, buyer_name, access_key, places, lines, subtotal, tax, total_amount, currency)
        values (${eventId}, 'active', ${spec.email ?? null}, ${spec.buyerName ?? null}, ${spec.number}, 1, ${line}, 0, 0, 0, 'eur')
        returning id
      ), people as (
        insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, qr_uuid)
        select id, ${eventId}, (select min(id) from tickets), true, ${spec.first ?? "Ada"}, gen_random_uuid() from registered
      )
      insert into orders (order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency, payment_status)
      select ${spec.number}, 'registration', ${eventId}, id, 0, 0, 0, 'eur', 'free' from registered returning id`.execute(
      db,
    );
    return rows[0]!.id;
  };
  let ids: Record<"ada" | "zoe" | "odd" | "wilde", number>;
  let donation: number;
  beforeAll(async () => {
    ids = {
      ada: await insertOrder({ number: "QQQQ-1111", email: "Ada.Byron@harbour.example" }),
      zoe: await insertOrder({ number: "QQQQ-2222", email: "z@x.test", first: "Zoë Groß" }),
      odd: await insertOrder({ number: "QQQQ-3333", email: "o@x.test", first: String.raw`50%_ü\n` }),
      wilde: await insertOrder({ number: "QQQQ-4444", email: "p@x.test", buyerName: "สมชาย Wilde" }),
    };
    const { rows } = await sql<{ id: number }>`with ordered as (
        insert into orders (order_number, purpose, event_id, subtotal, tax, total_amount, currency, payment_status)
        values ('QQQQ-5555', 'donation', ${eventId}, 500, 0, 500, 'eur', 'pending') returning id
      ), given as (
        insert into sponsorships (event_id, club_id, package_type, amount, currency, access_key, order_id, sponsor_data)
        select ${eventId}, (select club_id from events where id = ${eventId}), 'donation', 500, 'eur', 'k', id,
          '{"firstName": "Grace \\"Amazing\\" A\\\\B", "lastName": "Höpper", "email": "grace@navy.example"}' from ordered
      ) select id from ordered`.execute(database.db);
    donation = rows[0]!.id;
  });

  test.each([
    ["QQQQ-11", ["ada"]],
    ["qqqq-1111", ["ada"]],
    ["byron@HARBOUR", ["ada"]],
    ["zoë", ["zoe"]],
    ["groß", ["zoe"]],
    ["gro zo", ["zoe"]],
    ["zoe", ["zoe"]],
    ["Gross, ZOE", ["zoe"]],
    ["harbour; byron", ["ada"]],
    ["50%_", ["odd"]],
    [String.raw`ü\n`, ["odd"]],
    [String.raw`\n`, ["odd"]],
    ["สมชา", ["wilde"]],
    ["wilde สม", ["wilde"]],
    ["hopper", ["donation"]],
    ["höpper", ["donation"]],
    ["grace navy", ["donation"]],
    ["qqqq", ["donation", "wilde", "odd", "zoe", "ada"]],
    ["byron zoë", []],
    ["harbour q", ["ada"]],
    ["wilde p@x", ["wilde"]],
    ["wilde z@x", []],
    ["grace öp", ["donation"]],
    ["qqqq %", ["odd"]],
    ["firstName", []],
    ["mail", []],
    ["qqqq nam", []],
    ['"amazing"', ["donation"]],
    ['amazing"', ["donation"]],
    ["＂amazing", ["donation"]],
    ['grace "ama', ["donation"]],
    [String.raw`A\B`, ["donation"]],
    [String.raw`\"`, []],
  ] as const)("a search for “%s” finds %j", async (searchKeyword, expected) => {
    const idsByName: Record<string, number> = { ...ids, donation };
    const { rows, total } = await list({ searchKeyword });
    expect(rows.map(({ id }) => id)).toEqual(expected.map((name) => idsByName[name]));
    expect(total).toBe(expected.length);
  });

  test("a search for orders can be filtered and has pages", async () => {
    expect((await list({ searchKeyword: "qqqq", purpose: "donation" })).rows.map(({ id }) => id)).toEqual([
      donation,
    ]);
    const second = await listOrders(database.db, eventId, { searchKeyword: "qqqq" }, { limit: 2, offset: 2 });
    expect(second.rows.map(({ id }) => id)).toEqual([ids.odd, ids.zoe]);
    expect(second.total).toBe(5);
  });
});
