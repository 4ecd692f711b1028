import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import {
  countEachHourly,
  countHourly,
  countHourlyOrRefuse,
  hourlyCount,
  pruneHourly,
  uncountHourly,
  waitWords,
} from "./hourly.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 20 });
});
afterAll(() => database.close());

let subjects = 0;
const limitOf = (most: number) => ({ what: "test", subject: `subject ${subjects++}`, most });
const start = Date.parse("2027-05-01T10:05:00Z");
const timeAt = (minutes: number) => new Date(start + minutes * 60_000);

test("no more actions than the limit are counted within any 60 minutes, and the next one at most 70 minutes after the first", async () => {
  const limit = limitOf(3);
  const countedMinutes: number[] = [];
  for (let minute = 0; minute < 300; minute++)
    if ((await countHourly(database.db, limit, timeAt(minute))) === null) countedMinutes.push(minute);
  for (const first of countedMinutes)
    expect(
      countedMinutes.filter((minute) => minute >= first && minute < first + 60).length,
    ).toBeLessThanOrEqual(3);
  expect(countedMinutes.slice(0, 4)).toEqual([0, 1, 2, 65]);
});

test("a refusal has the number of seconds until the next attempt is accepted", async () => {
  const limit = limitOf(2);
  await countHourly(database.db, limit, timeAt(0));
  await countHourly(database.db, limit, timeAt(30));
  const seconds = (await countHourly(database.db, limit, timeAt(40)))!;
  expect(seconds).toBe(25 * 60);
  expect(await countHourly(database.db, limit, new Date(timeAt(40).getTime() + (seconds - 1) * 1000))).toBe(
    1,
  );
  expect(await countHourly(database.db, limit, new Date(timeAt(40).getTime() + seconds * 1000))).toBeNull();
});

test("concurrent attempts are counted only up to the limit", async () => {
  const limit = limitOf(10);
  const waits = await Promise.all(
    Array.from({ length: 60 }, () => countHourly(database.db, limit, timeAt(0))),
  );
  expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  expect(await hourlyCount(database.db, limit, timeAt(0))).toBe(10);
});

test("control: checking first and counting afterwards exceeds the limit", async () => {
  const { what, subject, most } = limitOf(10);
  const checkThenCount = async () => {
    if ((await hourlyCount(database.db, { what, subject }, timeAt(0))) >= most) return;
    await countHourly(database.db, { what, subject, most: Number.MAX_SAFE_INTEGER }, timeAt(0));
  };
  await Promise.all(Array.from({ length: 60 }, checkThenCount));
  expect(await hourlyCount(database.db, { what, subject }, timeAt(0))).toBeGreaterThan(most);
});

test("each of several limits is counted separately", async () => {
  const [full, free] = [limitOf(1), limitOf(2)];
  await countHourly(database.db, full, timeAt(0));
  const [wait, none] = await countEachHourly(database.db, [full, free], timeAt(0));
  expect(wait).toBeGreaterThan(0);
  expect(none).toBeNull();
  expect([
    await hourlyCount(database.db, full, timeAt(0)),
    await hourlyCount(database.db, free, timeAt(0)),
  ]).toEqual([1, 1]);
});

test("an action is allowed again after its count is undone, and a counter never falls below zero", async () => {
  const limit = limitOf(1);
  await countHourly(database.db, limit, timeAt(0));
  await uncountHourly(database.db, [limit]);
  await uncountHourly(database.db, [limit]);
  expect(await countHourly(database.db, limit, timeAt(1))).toBeNull();
  expect(await countHourly(database.db, limit, timeAt(1))).not.toBeNull();
});

test("a refusal is a sentence with the wait, and old counts are deleted", async () => {
  const limit = limitOf(1);
  const count = (now: Date) =>
    countHourlyOrRefuse(database.db, limit, { now, words: (wait) => `Try again in ${wait}.` });
  await count(timeAt(0));
  await expect(count(timeAt(64))).rejects.toMatchObject({
    code: "tooMany",
    message: "Try again in 60 seconds.",
    payload: { retryAfterSeconds: 60 },
  });
  await pruneHourly(database.db, timeAt(64));
  expect(await hourlyCount(database.db, limit, timeAt(64))).toBe(1);
  await pruneHourly(database.db, timeAt(65));
  const remaining = await sql`select 1 from limit_counts where subject = ${limit.subject}`.execute(
    database.db,
  );
  expect(remaining.rows).toEqual([]);
  expect(waitWords(90)).toBe("2 minutes");
});

test("a wait of one second is in the singular", () => {
  expect([waitWords(1), waitWords(2)]).toEqual(["1 second", "2 seconds"]);
});
