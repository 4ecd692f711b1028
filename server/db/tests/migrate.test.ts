import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runQuery } from "../../testing/cluster.ts";
import { emptyDatabase } from "../../testing/database.ts";
import { migrate, ourMigrations } from "../migrate.ts";

let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(async () => {
  // graphile-worker reports its pool as ended too early. Dropping the database would close its connections, which is an
  // error there.
  const otherConnections = `select pid from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()`;
  await expect.poll(() => runQuery(database.url, otherConnections)).toEqual([]);
  await database.drop();
});

async function migrationsBefore(name: string) {
  const migrations = await ourMigrations();
  return migrations.slice(
    0,
    migrations.findIndex((one) => one.name.startsWith(name)),
  );
}

test("ten nodes that start at the same time apply each migration once", async () => {
  const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(database.url)));
  const names = (await ourMigrations()).map(({ name }) => name);
  expect(applied.flat().sort()).toEqual(names);
  expect(await runQuery(database.url, "select name from migrations order by name")).toEqual(
    names.map((name) => ({ name })),
  );
});

test("a second start finds nothing to do, and the tables of the job queue exist", async () => {
  await migrate(database.url);
  expect(await migrate(database.url)).toEqual([]);
  expect(await runQuery(database.url, "select count(*)::int as jobs from graphile_worker.jobs")).toEqual([
    { jobs: 0 },
  ]);
});

test("a migration that fails halfway changes nothing, and can run again when it is fixed", async () => {
  const broken = { name: "0001-broken.sql", sql: "create table half (n int); select 1 / 0" };
  await expect(migrate(database.url, [broken])).rejects.toThrow(
    "Migration 0001-broken.sql failed: division by zero",
  );
  const fixed = { ...broken, sql: "create table half (n int)" };
  expect(await migrate(database.url, [fixed])).toEqual(["0001-broken.sql"]);
});

test("later migrations are applied to a database that has the earlier ones", async () => {
  const first = { name: "0001-first.sql", sql: "create table first (n int)" };
  const second = { name: "0002-second.sql", sql: "alter table first add column m int" };
  await migrate(database.url, [first]);
  expect(await migrate(database.url, [first, second])).toEqual(["0002-second.sql"]);
});

test("a database that a newer version has changed is refused with the setting that allows it, unless `allowNewer` is given", async () => {
  const first = { name: "0001-first.sql", sql: "create table first (n int)" };
  const newer = { name: "0099-newer.sql", sql: "create table newer (n int)" };
  await migrate(database.url, [first, newer]);
  await expect(migrate(database.url, [first])).rejects.toThrow(
    /newer version of Foyer has changed this database \(0099-newer\.sql\).*ALLOW_NEWER_DATABASE=yes/,
  );
  expect(await migrate(database.url, [first], { allowNewer: true })).toEqual([]);
});

test("a migration that waits for a table lets other queries through, and finishes when the table is free", async () => {
  const first = { name: "0001-first.sql", sql: "create table first (n int)" };
  const second = { name: "0002-second.sql", sql: "alter table first add column m int" };
  await migrate(database.url, [first]);
  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  try {
    await holder.query("begin; insert into first values (1)");
    await expect(migrate(database.url, [first, second], { lockTimeoutMs: 20, lockTries: 3 })).rejects.toThrow(
      /Migration 0002-second\.sql could not lock its tables in 3 tries/,
    );
    const migrated = migrate(database.url, [first, second], { lockTimeoutMs: 20, lockTries: 1_000_000 });
    // Between two tries of the migration a reader can read.
    for (let reads = 0; reads < 5; reads++) await runQuery(database.url, "select n from first");
    await holder.query("commit");
    expect(await migrated).toEqual(["0002-second.sql"]);
  } finally {
    await holder.end();
  }
});

test("the lines of a registration from before migration 0003 are moved into the registration", async () => {
  const migrations = await ourMigrations();
  await migrate(database.url, migrations.slice(0, 2));
  await runQuery(
    database.url,
    `with club as (insert into clubs (name) values ('Harbour') returning id),
      event as (insert into events (club_id, slug, name, start_datetime, time_zone, currency)
        select id, 'gala', 'Gala', now(), 'UTC', 'eur' from club returning id),
      registered as (
        insert into registrations (event_id, state, access_key, places, subtotal, tax, total_amount, currency)
        select id, 'active', 'key', 2, 5500, 0, 5500, 'eur' from event returning id)
    insert into registration_lines
      select id, kind, ref_id, title, price, quantity from registered,
        (values ('extras', 3, 'Parking', 500, 1), ('ticket', 7, 'Standard', 2500, 2)) as given (kind, ref_id, title, price, quantity)`,
  );
  await migrate(database.url, migrations.slice(0, 3));
  const [stored] = await runQuery(database.url, "select lines from registrations");
  expect(stored).toEqual({
    lines: [
      { kind: "ticket", refId: 7, title: "Standard", unitPrice: 2500, quantity: 2, total: 5000 },
      { kind: "extras", refId: 3, title: "Parking", unitPrice: 500, quantity: 1, total: 500 },
    ],
  });
});

test("extras that were handed over before migration 0013 are in the door's log with their titles", async () => {
  await migrate(database.url, await migrationsBefore("0013"));
  await runQuery(
    database.url,
    `with club as (insert into clubs (name) values ('Harbour') returning id),
      event as (insert into events (club_id, slug, name, start_datetime, time_zone, currency)
        select id, 'gala', 'Gala', now(), 'UTC', 'eur' from club returning id),
      registered as (insert into registrations (event_id, state, access_key, places, lines, subtotal, tax, total_amount, currency)
        select id, 'active', 'key', 1, '[{}]', 0, 0, 0, 'eur' from event returning id, event_id),
      ordered as (insert into orders (order_number, purpose, event_id, registration_id, subtotal, tax, total_amount, currency, payment_status)
        select 'AAAA-BBBB', 'extras', event_id, id, 0, 0, 0, 'eur', 'free' from registered returning id, event_id, registration_id)
    insert into extras_purchases (registration_id, event_id, order_id, extras_data, redeemed, qr_uuid, scanned_at)
      select registration_id, event_id, id,
        '[{"title": "Parking", "quantity": 2}, {"title": "Dinner", "quantity": 1}]', true, gen_random_uuid(), now() from ordered`,
  );
  // 0014 writes the entries, and 0020 their names.
  await migrate(database.url, await migrationsBefore("0021"));
  expect(await runQuery(database.url, "select kind, name from door_scans")).toEqual([
    { kind: "redeem", name: "2 × Parking, 1 × Dinner" },
  ]);
});

test("buyers who did not attend before migration 0068 are stored as the buyers, unless the first attendee has their name", async () => {
  const migrations = await ourMigrations();
  const name = "0068-buyers-who-do-not-attend.sql";
  await migrate(
    database.url,
    migrations.filter((one) => one.name !== name),
  );
  await runQuery(
    database.url,
    `with club as (insert into clubs (name) values ('Harbour') returning id),
      event as (insert into events (club_id, slug, name, start_datetime, time_zone, currency)
        select id, 'gala', 'Gala', now(), 'UTC', 'eur' from club returning id),
      ticket as (insert into tickets (event_id, title, price, max_stock) select id, 'Standard', 0, 9 from event returning id),
      registered as (insert into registrations (event_id, state, access_key, places, lines, subtotal, tax, total_amount,
          currency, additional_fields, buyer_name)
        select id, 'active', key, 1, '[{}]', 0, 0, 0, 'eur', fields::jsonb, buyer from event,
          (values ('absent', '{"Bought by": " Ada Lovelace "}', null), ('corrected', '{"Bought by": "Ada Lovelac"}', 'Ada King'),
            ('attends', '{"Bought by": "Grace\\nHopper"}', null), ('lines', '{"Bought by": "Mia\\r\\nMeier"}', null),
            ('long', jsonb_build_object('Bought by', repeat('a', 199) || ' b')::text, null), ('unknown', '{"Bought by": " "}', null), ('other', '{}', null))
            as given (key, fields, buyer)
        returning id, event_id)
    insert into attendees (registration_id, event_id, ticket_id, is_primary, first_name, last_name, qr_uuid)
      select registered.id, event_id, ticket.id, true, 'Grace', 'Hopper', gen_random_uuid() from registered, ticket`,
  );
  expect(await migrate(database.url)).toEqual([name]);
  const stored = () =>
    runQuery(database.url, "select access_key, buyer_name from registrations order by access_key");
  const buyers = [
    { access_key: "absent", buyer_name: "Ada Lovelace" },
    { access_key: "attends", buyer_name: null },
    { access_key: "corrected", buyer_name: "Ada King" },
    { access_key: "lines", buyer_name: "Mia Meier" },
    { access_key: "long", buyer_name: "a".repeat(199) },
    { access_key: "other", buyer_name: null },
    { access_key: "unknown", buyer_name: null },
  ];
  expect(await stored()).toEqual(buyers);
  // The former version sells after the migration, which is then run once more (docs/operations.md).
  await runQuery(database.url, "update registrations set buyer_name = null where access_key = 'absent'");
  await runQuery(database.url, migrations.find((one) => one.name === name)!.sql);
  expect(await stored()).toEqual(buyers);
});

test("orders that were paid before migration 0071 have receipt numbers by club in the order of their payments", async () => {
  await migrate(database.url, await migrationsBefore("0071"));
  await runQuery(
    database.url,
    `with club as (insert into clubs (name) values ('Harbour'), ('Hill') returning id, name),
      event as (insert into events (club_id, slug, name, start_datetime, time_zone, currency)
        select id, lower(name), name, now(), 'UTC', 'eur' from club returning id, name)
    insert into orders (order_number, purpose, event_id, subtotal, tax, total_amount, currency, payment_status, paid_at)
      select name || '-' || nr, 'donation', event.id, amount, 0, amount, 'eur', status, paid_at::timestamptz from event,
        (values (1, 500, 'paid', '2026-03-02'), (2, 500, 'refunded', '2026-03-01'), (3, 0, 'free', '2026-02-01'),
          (4, 500, 'pending', null)) as given (nr, amount, status, paid_at)`,
  );
  await migrate(database.url);
  await runQuery(
    database.url,
    "update orders set payment_status = 'paid', paid_at = now() where order_number = 'Hill-4'",
  );
  expect(
    await runQuery(
      database.url,
      "select order_number, number from receipts join orders on id = order_id order by club_id, number",
    ),
  ).toEqual([
    { order_number: "Harbour-2", number: 1 },
    { order_number: "Harbour-1", number: 2 },
    { order_number: "Hill-2", number: 1 },
    { order_number: "Hill-1", number: 2 },
    { order_number: "Hill-4", number: 3 },
  ]);
});
