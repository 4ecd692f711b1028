import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventById } from "../../../events/rows.ts";
import { buildEvent, buildTicket } from "../../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../../testing/database.ts";
import { fillOrders } from "../../../testing/manyRows.ts";
import { readingsOf, rowsOf } from "../../../testing/queryPlans.ts";
import { importPeople } from "../importPeople.ts";
import { registeredEmails } from "../importRows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a batch of addresses is compared without reading the whole event, even before PostgreSQL has statistics", async () => {
  const { db } = database;
  const { id: eventId } = await buildEvent(db);
  await fillOrders(db, { eventId, ticketId: (await buildTicket(db, eventId)).id, count: 10_000 });
  await sql`update attendees set email = 'Plus.One@example.org' where email = 'guest7@example.org'`.execute(
    db,
  );
  const addresses = [
    "guest5@example.org",
    "plus.one@example.org",
    ...Array.from({ length: 1000 }, (_, n) => `new${n}@example.org`),
  ];
  const expected = new Set(addresses.slice(0, 2));
  expect(await registeredEmails(db, eventId, addresses)).toEqual(expected);
  const expectFewReads = async () => {
    const read = await readingsOf(database, (reading) => registeredEmails(reading, eventId, addresses));
    expect(rowsOf(read, "registrations")).toBeLessThan(100);
    expect(rowsOf(read, "attendees")).toBeLessThan(100);
  };
  await expectFewReads();
  await sql`analyze registrations, attendees`.execute(db);
  await expectFewReads();
});

test("PostgreSQL has statistics of the event after a large import, and has vacuumed orders, registrations and attendees", async () => {
  const { db } = database;
  // Vacuum skips a table that autovacuum is processing, so autovacuum is off here.
  for (const table of ["orders", "registrations", "attendees"])
    await sql`alter table ${sql.table(table)} set (autovacuum_enabled = off)`.execute(db);
  const { id: eventId } = await buildEvent(db);
  await buildTicket(db, eventId, { maxStock: 5000 });
  async function* rows() {
    yield [["name", "email"], ...Array.from({ length: 1200 }, (_, n) => ["Guest", `g${n}@example.org`])];
  }
  const { insertCount } = await importPeople(db, {
    event: (await eventById(db, eventId))!,
    ticketId: null,
    columns: [],
    states: {},
    ticketUses: {},
    answers: [],
    rows: rows(),
    sheets: { names: [], chosen: null },
    fileName: null,
    dryRun: false,
    goodRowsOnly: false,
    everybodyWaits: false,
    isUpdate: false,
    idempotency: null,
    actor: "user:1",
    now: new Date(),
  });
  expect(insertCount).toBe(1200);
  const { rows: tables } = await sql<{ table: string; knows: boolean; wasVacuumed: boolean }>`
    select s.tablename as "table", ${String(eventId)} = any(s.most_common_vals::text::text[]) as knows,
      u.last_vacuum is not null as "wasVacuumed"
    from pg_stats s join pg_stat_user_tables u on u.relname = s.tablename
    where s.attname = 'event_id' and s.tablename in ('orders', 'registrations', 'attendees') order by 1`.execute(
    db,
  );
  expect(tables).toEqual(
    ["attendees", "orders", "registrations"].map((table) => ({ table, knows: true, wasVacuumed: true })),
  );
});
