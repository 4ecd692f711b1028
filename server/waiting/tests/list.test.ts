import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Db } from "../../db/pool.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { fillEntries } from "../../testing/manyRows.ts";
import { pagesOf, readingsOf, rowsOf } from "../../testing/queryPlans.ts";
import { type EntryFilters, entriesById, findEntries, numbersOf } from "../rows.ts";

const count = 10_000;
const perPage = 25;
const lastPage = count / perPage;
let database: TestDatabase;
let eventId: number;
let ticketId: number;
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  const event = await buildEvent(db);
  const other = await buildEvent(db, { clubId: event.clubId });
  eventId = event.id;
  ticketId = (await buildTicket(db, eventId)).id;
  await fillEntries(db, { eventId, ticketId, count });
  await fillEntries(db, {
    eventId: other.id,
    ticketId: (await buildTicket(db, other.id)).id,
    count: 2 * count,
  });
  await sql`vacuum (analyze) waiting_entries`.execute(db);
});
afterAll(() => database.close());

const pageOf = (page: number) => ({ limit: perPage, offset: (page - 1) * perPage });
type ListFilters = Omit<EntryFilters, "eventId">;
const find = async (filters: ListFilters, page: number, db: Db = database.db) =>
  findEntries(db, { eventId, ...filters }, await numbersOf(database.db, eventId), pageOf(page));
const readings = (filters: ListFilters, page: number) =>
  readingsOf(database, async (db) => entriesById(db, (await find(filters, page, db)).ids));

describe("a long waiting list", () => {
  test("a long waiting list has each entry on one page, in the order of joining", async () => {
    const { db } = database;
    const { rows: all } = await sql<{ id: number }>`
      select id from waiting_entries where event_id = ${eventId} order by id`.execute(db);
    for (const page of [1, lastPage / 2, lastPage / 2 + 1, lastPage, lastPage + 1]) {
      const { ids, total } = await find({}, page);
      expect(total).toBe(count);
      expect(ids).toEqual(all.slice((page - 1) * perPage, page * perPage).map(({ id }) => id));
      expect((await entriesById(db, ids)).map(({ id }) => id)).toEqual(ids);
    }
  });

  test("finding the first page of a long list counts no entries, and a later page reads at most one index more", async () => {
    const { rows } = await sql<{ pages: number }>`
      select (pg_relation_size('waiting_entries_event') / 8192)::int as pages`.execute(database.db);
    for (const filters of [{}, { state: "waiting" }, { ticketId }] as const) {
      const first = await readings(filters, 1);
      expect(first.filter(({ text }) => text.includes("count("))).toEqual([]);
      const [found] = first;
      expect(Object.keys(found!.rows)).toEqual(["waiting_entries"]);
      for (const page of [lastPage / 2, lastPage])
        expect(pagesOf(await readings(filters, page)), JSON.stringify(filters)).toBeLessThan(
          pagesOf(first) + rows[0]!.pages,
        );
    }
  });

  test("a long waiting list is searched by an index", async () => {
    const { ids, total } = await find({ searchKeyword: "GUEST123 mia" }, 1);
    // Guest123, and Guest1230 to Guest1239.
    expect([ids.length, total]).toEqual([11, 11]);
    for (const searchKeyword of ["guest1234@", "gûest1234"])
      expect(rowsOf(await readings({ searchKeyword }, 1), "waiting_entries"), searchKeyword).toBeLessThan(
        100,
      );
  });

  test("a waiting list is searched without accents", async () => {
    const { db } = database;
    const event = await buildEvent(db);
    await sql`insert into waiting_entries (event_id, ticket_id, places, name, email, access_key)
      values (${event.id}, ${(await buildTicket(db, event.id)).id}, 1, 'Zoë Müller', 'zoe@example.org', 'key')`.execute(
      db,
    );
    for (const searchKeyword of ["muller", "Müller, Zoe", "mül"])
      expect(
        await findEntries(db, { eventId: event.id, searchKeyword }, [], pageOf(1)),
        searchKeyword,
      ).toMatchObject({ total: 1 });
  });

  test("the waiting entries of a long list are counted from an index", async () => {
    const { db } = database;
    expect(await numbersOf(db, eventId)).toEqual([
      {
        ticketId,
        ticketTitle: expect.any(String),
        waiting: count,
        placesWanted: count,
        offered: 0,
        taken: 0,
        lapsed: 0,
        left: 0,
      },
    ]);
    const [read] = await readingsOf(database, (counting) => numbersOf(counting, eventId));
    // Reading the rows themselves would take more pages.
    expect(read!.pages).toBeLessThan(75);
  });
});
