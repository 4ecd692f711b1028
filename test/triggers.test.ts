import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../server/testing/database.ts";
import { triggersDoc } from "../tools/triggersDoc.ts";

const path = join(import.meta.dirname, "../docs/triggers.md");

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

async function docAfter(statements: string): Promise<string> {
  const client = await database.pool.connect();
  try {
    await client.query("begin");
    await client.query(statements);
    return await triggersDoc(client);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

test("docs/triggers.md lists the triggers and functions of the database", async () => {
  await expect(await triggersDoc(database.pool)).toMatchFileSnapshot(path);
});

test("each trigger of the catalogue is in docs/triggers.md once", async () => {
  const { rows } = await database.pool.query<{ names: string[] }>(
    "select array_agg(tgname::text order by tgname) as names from pg_trigger where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)",
  );
  const listed = [...readFileSync(path, "utf8").matchAll(/^- \*\*`(\w+)`\*\*/gm)].map(([, name]) => name!);
  expect(listed.sort()).toEqual(rows[0]!.names.sort());
});

test("a new trigger changes the document of the triggers", async () => {
  const planted = await docAfter(
    "create trigger planted before insert or update of name, logo on clubs for each row when (new.name <> '') execute function forget_client()",
  );
  expect(planted).not.toBe(readFileSync(path, "utf8"));
  expect(planted).toContain(
    "- **`planted`** before insert or update of `name`, `logo`, for each row, when `new.name <> ''::text`: `forget_client()`.",
  );
});

test("a function without a comment is refused, and the refusal contains its name", async () => {
  await expect(docAfter("create function planted() returns int language sql as 'select 1'")).rejects.toThrow(
    "Functions without a comment: planted.",
  );
});

test("a function that is dropped and created again loses its comment, and is refused", async () => {
  await expect(
    docAfter(
      "drop function forget_client cascade; create function forget_client() returns trigger language plpgsql as 'begin return new; end'",
    ),
  ).rejects.toThrow("Functions without a comment: forget_client.");
});

test.each([
  ["insert into clubs (name) values ('a')", "Writes `clubs` (clubs)."],
  ["update clubs as c set name = 'a'", "Writes `clubs` (clubs)."],
  [
    "insert into clubs (name) values ('a') on conflict (id) do update set name = 'b'",
    "Writes `clubs` (clubs).",
  ],
  ["delete from only public.clubs", "Writes `clubs` (clubs)."],
  ['UPDATE "public"."clubs" SET name = \'a\'', "Writes `clubs` (clubs)."],
  ["perform tell_door_itself('{1}')", "Writes `door_changes` (door) through `tell_door_itself`."],
  ["perform pg_notify('event_changed', '')", "Notifies `event_changed`."],
])("the document of the triggers says what a function does: %s", async (statement, words) => {
  const planted = await docAfter(`${functionThat(statement)}; comment on function planted is 'Is planted.'`);
  expect(planted).toContain(`- **\`planted()\`**:\n  Is planted.\n  ${words}\n`);
});

test("a function that builds its SQL at run time is refused", async () => {
  await expect(
    docAfter(
      `${functionThat("execute format('delete from %I', 'clubs')")}; comment on function planted is 'Is planted.'`,
    ),
  ).rejects.toThrow("Function planted has writes that its source does not show.");
});

test.each([
  [
    "update clubs set name = 'a'; insert into events (name) values ('a')",
    "Function planted writes tables of events and clubs: see severalOwners in tools/tableOwners.ts.",
  ],
  [
    "with gone as (DELETE FROM orders returning id) update extras set held = 0 from gone",
    "Function planted writes tables of extras and orders: see severalOwners in tools/tableOwners.ts.",
  ],
  ["insert into order_drafts (id) values (1)", "Function planted writes order_drafts, which no module owns."],
])("a function that writes tables of two modules, or of none, is refused: %s", async (statement, refusal) => {
  const planted = `${functionThat(statement)}; comment on function planted is 'Is planted.'`;
  await expect(docAfter(planted)).rejects.toThrow(refusal);
});

test("a function that is declared to write tables of several modules, and does not, is refused", async () => {
  const written = "create or replace function door_write(told jsonb) returns void language plpgsql";
  await expect(docAfter(`${written} as 'begin delete from door_scans; end'`)).rejects.toThrow(
    "Function door_write writes tables of door: see severalOwners in tools/tableOwners.ts.",
  );
});

function functionThat(statement: string): string {
  return `create function planted() returns void language plpgsql as $$ begin ${statement}; end $$`;
}
