import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type FrozenLine, openFrozenLine } from "../../testing/frozenLine.ts";
import { hangTimeoutMs } from "../../testing/patience.ts";
import { type Database, inTransaction, openDatabase } from "../pool.ts";
import { openPulse, type Pulse } from "../pulse.ts";
import { isUnavailable } from "../unavailable.ts";

const messages: string[] = [];
const log = {
  warn: (_: unknown, text?: string) => messages.push(text ?? ""),
  info: (text: unknown) => messages.push(String(text)),
} as never;

const waitOptions = { timeout: hangTimeoutMs };
let database: TestDatabase;
let line: FrozenLine;
let pulse: Pulse;
let site: Database;
beforeEach(async () => {
  messages.length = 0;
  database = await testDatabase();
  line = await openFrozenLine(database.url);
  pulse = openPulse(line.url, { log, patienceMs: 1_500, everyMs: 50 });
  site = openDatabase(line.url, { max: 2, pulse });
});
afterEach(async () => {
  await pulse.stop();
  await site.close();
  await line.close();
  await database.close();
});

const queryOne = async () => (await sql<{ one: number }>`select 1 as one`.execute(site.db)).rows[0]?.one;
const isRefused = async (request: Promise<unknown>) => {
  const error: unknown = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  return error !== null && isUnavailable(error);
};

test("requests to a frozen database are refused, waiting ones and new ones, until it answers again", async () => {
  expect(await queryOne()).toBe(1);
  line.freeze();
  // The third waits for a connection.
  const waiting = Array.from({ length: 3 }, () => queryOne());
  expect(await Promise.all(waiting.map(isRefused))).toEqual([true, true, true]);
  expect(pulse.isSilent()).toBe(true);
  expect(await isRefused(queryOne())).toBe(true);

  line.thaw();
  await vi.waitFor(async () => expect(await queryOne()).toBe(1), waitOptions);
  expect(pulse.isSilent()).toBe(false);
  expect(messages).toEqual([
    "the database does not answer: nothing is sold until it does",
    "the database answers again",
  ]);
});

test("a transaction that is interrupted writes nothing, and later queries work", async () => {
  await sql`create table notes (text text)`.execute(database.db);
  const interrupted = inTransaction(site.db, async (tx) => {
    await sql`insert into notes values ('half')`.execute(tx);
    line.freeze();
    await sql`insert into notes values ('whole')`.execute(tx);
  });
  expect(await isRefused(interrupted)).toBe(true);
  line.thaw();
  await vi.waitFor(async () => expect(await queryOne()).toBe(1), waitOptions);
  const { rows } = await sql`select text from notes`.execute(database.db);
  expect(rows).toEqual([]);
});

test("a statement that takes long is not refused while the database answers", async () => {
  const slow = sql`select pg_sleep(2)`.execute(site.db);
  expect(await isRefused(slow)).toBe(false);
  expect(messages).toEqual([]);
});

test("a database that refuses connections has answered, so it does not count as silent", async () => {
  await line.close();
  expect(await isRefused(queryOne())).toBe(true);
  // Longer than an answer may take.
  await sql`select pg_sleep(2)`.execute(database.db);
  expect(pulse.isSilent()).toBe(false);
});
