import { describe, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { testDatabase } from "./database.ts";
import { openLockWatch, tablesLockedBy } from "./lockOrder.ts";

test.each([
  ['select * from "tickets" where "id" = $1 for update', ["tickets"]],
  ["SELECT id\nFROM orders\nORDER BY id FOR NO KEY UPDATE", ["orders"]],
  [
    "select p.id from payments p join orders o on o.payment_id = p.id for update of p, o skip locked",
    ["orders", "payments"],
  ],
  ["select id from payments join orders on true order by id for no key update of payments", ["payments"]],
  [
    "with due as (select id from registrations r where exists (select from orders) for share) select 1",
    ["registrations"],
  ],
  ["select * from events where id = any($1) for key share", []],
  ["update tickets set title = $1", []],
  ["select * from mails for update", []],
])("tablesLockedBy finds the tables of the lock order that a statement locks: %s", (statement, tables) => {
  expect(tablesLockedBy(statement)).toEqual(tables);
});

function problemsOf(...statements: string[]): string[] {
  const problems: string[] = [];
  const watch = openLockWatch((problem) => problems.push(problem));
  for (const statement of statements) watch(statement);
  return problems;
}
const lock = (table: string) => `select * from ${table} for update`;

test("a table that is locked too late in a transaction is found", () => {
  expect(problemsOf("begin", lock("events"), lock("tickets"), lock("orders"), "commit")).toEqual([]);
  expect(problemsOf("begin", lock("registrations"), lock("tickets"), lock("orders"))).toEqual([
    `tickets was locked after registrations: ${lock("tickets")}`,
  ]);
});

test("a table may be locked again, and each transaction starts anew", () => {
  expect(problemsOf("begin", lock("tickets"), lock("orders"), lock("tickets"))).toEqual([]);
  expect(problemsOf("begin", lock("orders"), "rollback", lock("tickets"))).toEqual([]);
  expect(problemsOf("begin", lock("orders"), "commit", "begin", lock("tickets"))).toEqual([]);
  expect(problemsOf("begin", lock("orders"), "rollback to savepoint one", lock("tickets"))).toHaveLength(1);
});

describe("a database that watches its locks", () => {
  async function lockBoth(
    tables: readonly ["registrations" | "tickets", "registrations" | "tickets"],
  ): Promise<void> {
    const database = await testDatabase({ watchesLocks: true });
    await inTransaction(database.db, async (tx) => {
      for (const table of tables) await tx.selectFrom(table).select("id").forUpdate().execute();
    });
    await database.close();
  }

  test("a database that watches its locks reports a wrong order when it is closed, and accepts the right order", async () => {
    await lockBoth(["tickets", "registrations"]);
    await expect(lockBoth(["registrations", "tickets"])).rejects.toThrow(
      "tickets was locked after registrations",
    );
  });
});
