import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { endLongStatements } from "../longStatements.ts";
import { type Database, openDatabase } from "../pool.ts";
import { isUnavailable } from "../unavailable.ts";

let database: TestDatabase;
let site: Database;
let tool: Database;
beforeEach(async () => {
  database = await testDatabase();
  site = openDatabase(database.url);
  tool = openDatabase(database.url, { applicationName: "foyer tool" });
});
afterEach(async () => {
  await Promise.all([site.close(), tool.close()]);
  await database.close();
});

const sleepForAnHour = sql`select pg_sleep(3600)`;
const runningNames = async () => {
  const { rows } = await sql<{ name: string }>`select application_name as name from pg_stat_activity
    where datname = current_database() and query like 'select pg_sleep%' and state = 'active' order by 1`.execute(
    database.db,
  );
  return rows.map(({ name }) => name);
};

test("a site's read that takes too long is ended and refused as busy, and a tool's read continues", async () => {
  const siteRead = sleepForAnHour.execute(site.db).then(
    () => null,
    (error: unknown) => error,
  );
  const toolRead = sleepForAnHour.execute(tool.db).catch(() => null);
  await expect.poll(runningNames).toEqual(["foyer", "foyer tool"]);
  expect(await endLongStatements(database.db)).toBe(0);
  expect(await endLongStatements(database.db, { seconds: 0 })).toBe(1);
  expect(isUnavailable(await siteRead)).toBe(true);
  await expect.poll(runningNames).toEqual(["foyer tool"]);
  expect(await endLongStatements(database.db, { names: ["foyer tool"], seconds: 0 })).toBe(1);
  await toolRead;
});
