import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestApp, testApp } from "../../testing/app.ts";
import { openWriteCheck } from "../writeCheck.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const writeTimes = async () =>
  (await app.database.db.selectFrom("write_checks").select("written_at").execute()).map(({ written_at }) =>
    written_at.getTime(),
  );

test("a check within ten seconds of the last write does not write again, and a later one does", async () => {
  let nowMs = 0;
  const check = openWriteCheck(app.database.db, () => nowMs);
  expect(await Promise.all(Array.from({ length: 50 }, () => check()))).not.toContain(false);
  const first = await writeTimes();
  nowMs = 9_999;
  await check();
  expect(await writeTimes()).toEqual(first);
  nowMs = 10_000;
  await check();
  const [second] = await writeTimes();
  expect(second).toBeGreaterThan(first[0]!);
});

test("while the database refuses the check's write, the site is ready but reports that sales do not work", async () => {
  await sql`create function refuse() returns trigger language plpgsql as $$
    begin raise 'No space left on device' using errcode = '53100'; end $$`.execute(app.database.db);
  await sql`create trigger refuse before insert or update on write_checks
    for each statement execute function refuse()`.execute(app.database.db);
  const reply = await app.ask("health/ready");
  expect(reply.status).toBe(200);
  expect(reply.payload.degraded).toContain("sales");
  expect(reply.payload.reasons?.sales).toContain("takes no writes");
});
