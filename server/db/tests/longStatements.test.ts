import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { endLongStatements } from "../longStatements.ts";
import { type Database, openDatabase } from "../pool.ts";
import { isUnavailable } from "../unavailable.ts";

let own: TestDatabase;
let site: Database;
let tool: Database;
beforeEach(async () => {
  own = await testDatabase();
  site = openDatabase(own.url);
  tool = openDatabase(own.url, { applicationName: "foyer tool" });
});
afterEach(async () => {
  await Promise.all([site.close(), tool.close()]);
  await own.close();
});

const hour = sql`select pg_sleep(3600)`;
const atWork = async () => {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%' and state = 'active' order by 1`.execute(
    own.db,
  );
  return rows.map(({ name }) => name);
};

test("a read of a site that takes too long is ended, and refused as busy; a tool's goes on", async () => {
  const slow = hour.execute(site.db).then(
    () => null,
    (error: unknown) => error,
  );
  const patient = hour.execute(tool.db).catch(() => null);
  await expect.poll(atWork).toEqual(["foyer", "foyer tool"]);
  expect(await endLongStatements(own.db)).toBe(0);
  expect(await endLongStatements(own.db, { seconds: 0 })).toBe(1);
  expect(isUnavailable(await slow)).toBe(true);
  expect(await atWork()).toEqual(["foyer tool"]);
  expect(await endLongStatements(own.db, { names: ["foyer tool"], seconds: 0 })).toBe(1);
  await patient;
});
