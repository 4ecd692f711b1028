import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { runQuery, temporaryFolder } from "../../testing/cluster.ts";
import { databaseContents } from "../../testing/contents.ts";
import { type Embedded, startEmbedded } from "../embedded.ts";
import { migrate } from "../migrate.ts";
import { openDatabase } from "../pool.ts";
import { clusterUser } from "./cluster.ts";

let folder: string;
let running: Embedded;
beforeAll(async () => {
  folder = await temporaryFolder();
  running = await startEmbedded(folder, { durable: false });
});
afterAll(async () => {
  await running?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The superuser's address, which Foyer used before it had its own user. */
function superuserUrl(): string {
  const url = new URL(running.url);
  url.username = clusterUser;
  url.password = readFileSync(join(folder, "postgres", "password"), "utf8").trim();
  return url.href;
}

async function contents(url: string): Promise<Record<string, string>> {
  const database = openDatabase(url, { max: 1 });
  try {
    return await databaseContents(database.db);
  } finally {
    await database.close();
  }
}

test("a database of the superuser keeps every row, and belongs to Foyer's own user after the next start", async () => {
  const url = superuserUrl();
  await runQuery(url, `alter database foyer owner to ${clusterUser}`);
  await migrate(url);
  const database = openDatabase(url, { max: 1 });
  const { id } = await buildEvent(database.db);
  await buildTicket(database.db, id);
  await database.close();
  await runQuery(
    url,
    "create view seen as select 1 as one; create sequence counted; create type mood as enum ('good')",
  );
  const before = await contents(url);

  await running.stop();
  running = await startEmbedded(folder, { durable: false });
  expect(await contents(running.url)).toEqual(before);
  // Objects of extensions keep their owner.
  expect(
    await runQuery(
      running.url,
      `select c.oid::regclass::text as part from pg_class c
        where relowner = '${clusterUser}'::regrole and c.oid >= 16384 and relnamespace <> 'pg_toast'::regnamespace
      union all select p.oid::regprocedure::text from pg_proc p
        where proowner = '${clusterUser}'::regrole and p.oid >= 16384
          and not exists (select from pg_depend where objid = p.oid and deptype = 'e')`,
    ),
  ).toEqual([]);
  await migrate(running.url);
  await runQuery(
    running.url,
    "alter table events add column later int; drop view seen; drop sequence counted; drop type mood; create schema more",
  );
});

test.each([
  ["cannot read a file of the machine", "select pg_read_file('/etc/passwd')"],
  ["cannot start a program", "create temporary table said (line text); copy said from program 'id'"],
  ["cannot create another user", "create role another"],
  ["cannot change a setting of the server", "alter system set log_statement = 'all'"],
])("Foyer's user %s", async (_, statement) => {
  await expect(runQuery(running.url, statement)).rejects.toMatchObject({ code: "42501" });
});
