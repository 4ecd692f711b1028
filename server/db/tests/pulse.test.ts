import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type FrozenLine, openFrozenLine } from "../../testing/frozenLine.ts";
import { patienceMs } from "../../testing/patience.ts";
import { type Database, inTransaction, openDatabase } from "../pool.ts";
import { openPulse, type Pulse } from "../pulse.ts";
import { isUnavailable } from "../unavailable.ts";

const words: string[] = [];
const log = {
  warn: (_: unknown, text?: string) => words.push(text ?? ""),
  info: (text: unknown) => words.push(String(text)),
} as never;

const patient = { timeout: patienceMs };
let own: TestDatabase;
let line: FrozenLine;
let pulse: Pulse;
let site: Database;
beforeEach(async () => {
  words.length = 0;
  own = await testDatabase();
  line = await openFrozenLine(own.url);
  pulse = openPulse(line.url, { log, patienceMs: 1_500, everyMs: 50 });
  site = openDatabase(line.url, { max: 2, pulse });
});
afterEach(async () => {
  await pulse.stop();
  await site.close();
  await line.close();
  await own.close();
});

const answer = async () => (await sql<{ one: number }>`select 1 as one`.execute(site.db)).rows[0]?.one;
const refused = async (request: Promise<unknown>) => {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error !== null && isUnavailable(error);
};

test("what waits for a database that is frozen is refused, and so is what comes, until it answers again", async () => {
  expect(await answer()).toBe(1);
  line.freeze();
  // Two are running, and the third waits for a connection.
  const waiting = Array.from({ length: 3 }, () => answer());
  expect(await Promise.all(waiting.map(refused))).toEqual([true, true, true]);
  expect(pulse.isSilent()).toBe(true);
  expect(await refused(answer())).toBe(true);

  line.thaw();
  await vi.waitFor(async () => expect(await answer()).toBe(1), patient);
  expect(pulse.isSilent()).toBe(false);
  expect(words).toEqual([
    "the database does not answer: nothing is sold until it does",
    "the database answers again",
  ]);
});

test("a transaction that is cut in the middle leaves nothing, and its connection is not used again", async () => {
  await sql`create table notes (text text)`.execute(own.db);
  const cut = inTransaction(site.db, async (tx) => {
    await sql`insert into notes values ('half')`.execute(tx);
    line.freeze();
    await sql`insert into notes values ('whole')`.execute(tx);
  });
  expect(await refused(cut)).toBe(true);
  line.thaw();
  await vi.waitFor(async () => expect(await answer()).toBe(1), patient);
  const { rows } = await sql`select text from notes`.execute(own.db);
  expect(rows).toEqual([]);
});

test("a statement that takes long is waited for while the database answers", async () => {
  const slow = sql`select pg_sleep(2)`.execute(site.db);
  expect(await refused(slow)).toBe(false);
  expect(words).toEqual([]);
});

test("a database that refuses has answered: it is not silent", async () => {
  await line.close();
  expect(await refused(answer())).toBe(true);
  expect(pulse.isSilent()).toBe(false);
});
