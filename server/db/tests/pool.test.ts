import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type Db, inTransaction, openDatabase, pipelined, sqlState, type Tx } from "../pool.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

const addClub = (db: Db, name: string) => db.insertInto("clubs").values({ name }).execute();
const clubNamed = (db: Db, name: string) =>
  db.selectFrom("clubs").select("name").where("name", "=", name).execute();

test("bigint and numeric are numbers, instants are dates, days stay text", async () => {
  const { rows } =
    await sql`select 9007199254740991::bigint as id, 12.345::numeric as tax, array[1, null]::bigint[] as ids,
    array[]::numeric[] as none, '2026-11-20T10:00Z'::timestamptz as at, '2026-11-20'::date as day`.execute(
      database.db,
    );
  expect(rows).toEqual([
    {
      id: 9007199254740991,
      tax: 12.345,
      ids: [1, null],
      none: [],
      at: new Date("2026-11-20T10:00:00Z"),
      day: "2026-11-20",
    },
  ]);
});

test("a function that needs a transaction does not accept a plain connection", () => {
  expectTypeOf<Tx>().toExtend<Db>();
  expectTypeOf<Db>().not.toExtend<Tx>();
});

test("a transaction that throws writes nothing", async () => {
  const refused = inTransaction(database.db, async (tx) => {
    await addClub(tx, "Rolled back");
    throw new Error("refused");
  });
  await expect(refused).rejects.toThrow("refused");
  expect(await clubNamed(database.db, "Rolled back")).toEqual([]);
});

test("a transaction runs at read committed, and has a time limit for locks and for statements", async () => {
  const { rows } = await inTransaction(database.db, (tx) =>
    sql`select current_setting('transaction_isolation') as isolation, current_setting('lock_timeout') as lock,
      current_setting('statement_timeout') as statement`.execute(tx),
  );
  expect(rows).toEqual([{ isolation: "read committed", lock: "10s", statement: "1min" }]);
  const outside = await sql`select current_setting('lock_timeout') as lock`.execute(database.db);
  expect(outside.rows).toEqual([{ lock: "0" }]);
});

describe("statements that are sent together", () => {
  const nth = (n: number) => sql<{ n: number }>`select ${n}::int as n`;

  test("pipelined statements have separate results, and the statements ahead of them have none", async () => {
    const [one, none, club] = await inTransaction(database.db, (tx) =>
      pipelined(tx, [nth(1), null, tx.insertInto("clubs").values({ name: "Sent" }).returning("name")], {
        ahead: [nth(0)],
      }),
    );
    expect({ one, none, club }).toEqual({ one: [{ n: 1 }], none: [], club: [{ name: "Sent" }] });
  });

  test("pipelined statements run in their order, and each sees the effects of the statement before it", async () => {
    await addClub(database.db, "First name");
    const rename = (from: string, to: string) => sql`update clubs set name = ${to} where name = ${from}`;
    await inTransaction(database.db, (tx) =>
      pipelined(tx, [rename("First name", "Second name"), rename("Second name", "Third name")]),
    );
    expect(await clubNamed(database.db, "Third name")).toHaveLength(1);
  });

  test("pipelined statements in a transaction write nothing if one fails, throw its error, and leave the connection usable", async () => {
    const small = openDatabase(database.url, { max: 1, applicationName: "foyer small pool" });
    try {
      const failing = inTransaction(small.db, (tx) =>
        pipelined(tx, [
          tx.insertInto("clubs").values({ name: "Half sent" }),
          sql`select 1 / 0`,
          tx.insertInto("clubs").values({ name: "Half sent" }),
        ]),
      );
      await expect(failing).rejects.toThrow("division by zero");
      expect(await clubNamed(small.db, "Half sent")).toEqual([]);
    } finally {
      await small.close();
    }
  });
});

test("two transactions in a deadlock both succeed in the end", async () => {
  await addClub(database.db, "Left");
  await addClub(database.db, "Right");
  const addPlus = (tx: Tx, name: string) =>
    tx.updateTable("clubs").set({ location: sql`location || '+'` }).where("name", "=", name).execute();
  let runs = 0;
  let continueBoth = () => {};
  const bothHaveLocked = new Promise<void>((resolve) => {
    continueBoth = resolve;
  });
  const lockInOrder = (first: string, second: string) =>
    inTransaction(database.db, async (tx) => {
      await addPlus(tx, first);
      if (++runs === 2) continueBoth();
      await bothHaveLocked;
      await addPlus(tx, second);
    });
  await Promise.all([lockInOrder("Left", "Right"), lockInOrder("Right", "Left")]);
  expect(runs).toBe(3);
  const { rows } = await sql`select location from clubs where name in ('Left', 'Right')`.execute(database.db);
  expect(rows).toEqual([{ location: "++" }, { location: "++" }]);
});

test("an error that a retry cannot fix is thrown without a retry", async () => {
  let runs = 0;
  const error = await inTransaction(database.db, async (tx) => {
    runs += 1;
    await sql`insert into tickets (event_id, title, price, max_stock) values (1, 'T', 0, 1)`.execute(tx);
  }).catch((thrown: unknown) => thrown);
  expect(sqlState(error)).toBe("23503");
  expect(runs).toBe(1);
});

test("a connection that the server ends does not end the process, and the next query gets another connection", async () => {
  const one = openDatabase(database.url, { max: 1 });
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db);
  const { pid } = rows[0]!;
  const removed = new Promise((resolve) => one.pool.once("remove", resolve));
  await sql`select pg_terminate_backend(${pid})`.execute(database.db);
  await removed;
  const again = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(one.db);
  expect(again.rows[0]!.pid).not.toBe(pid);
  await one.close();
  await one.close();
});
