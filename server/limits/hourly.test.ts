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
const at = (minutes: number) => new Date(start + minutes * 60_000);

test("no more than the bound are counted in any sixty minutes, and more are when the first are an hour old", async () => {
  const limit = limitOf(3);
  const counted: number[] = [];
  for (let minute = 0; minute < 300; minute++)
    if ((await countHourly(database.db, limit, at(minute))) === null) counted.push(minute);
  for (const first of counted)
    expect(counted.filter((minute) => minute >= first && minute < first + 60).length).toBeLessThanOrEqual(3);
  expect(counted.slice(0, 4)).toEqual([0, 1, 2, 65]);
});

test("a refusal says when the next one is counted", async () => {
  const limit = limitOf(2);
  await countHourly(database.db, limit, at(0));
  await countHourly(database.db, limit, at(30));
  const seconds = (await countHourly(database.db, limit, at(40)))!;
  expect(seconds).toBe(25 * 60);
  expect(await countHourly(database.db, limit, new Date(at(40).getTime() + (seconds - 1) * 1000))).toBe(1);
  expect(await countHourly(database.db, limit, new Date(at(40).getTime() + seconds * 1000))).toBeNull();
});

test("many at once are counted no further than the bound", async () => {
  const limit = limitOf(10);
  const waits = await Promise.all(Array.from({ length: 60 }, () => countHourly(database.db, limit, at(0))));
  expect(waits.filter((wait) => wait === null)).toHaveLength(10);
  expect(await hourlyCount(database.db, limit, at(0))).toBe(10);
});

test("the control: looking first and counting after lets more through than the bound", async () => {
  const { what, subject, most } = limitOf(10);
  const lookThenCount = async () => {
    if ((await hourlyCount(database.db, { what, subject }, at(0))) >= most) return;
    await countHourly(database.db, { what, subject, most: Number.MAX_SAFE_INTEGER }, at(0));
  };
  await Promise.all(Array.from({ length: 60 }, lookThenCount));
  expect(await hourlyCount(database.db, { what, subject }, at(0))).toBeGreaterThan(most);
});

test("each of several is counted for itself", async () => {
  const [full, free] = [limitOf(1), limitOf(2)];
  await countHourly(database.db, full, at(0));
  const [wait, none] = await countEachHourly(database.db, [full, free], at(0));
  expect(wait).toBeGreaterThan(0);
  expect(none).toBeNull();
  expect([await hourlyCount(database.db, full, at(0)), await hourlyCount(database.db, free, at(0))]).toEqual([
    1, 1,
  ]);
});

test("what is taken back is free again, and never less than nothing", async () => {
  const limit = limitOf(1);
  await countHourly(database.db, limit, at(0));
  await uncountHourly(database.db, [limit]);
  await uncountHourly(database.db, [limit]);
  expect(await countHourly(database.db, limit, at(1))).toBeNull();
  expect(await countHourly(database.db, limit, at(1))).not.toBeNull();
});

test("a refusal is a sentence with the wait, and old counts are forgotten", async () => {
  const limit = limitOf(1);
  const count = (now: Date) =>
    countHourlyOrRefuse(database.db, limit, { now, words: (wait) => `Try again in ${wait}.` });
  await count(at(0));
  await expect(count(at(64))).rejects.toMatchObject({
    code: "tooMany",
    message: "Try again in 60 seconds.",
    payload: { retryAfterSeconds: 60 },
  });
  await pruneHourly(database.db, at(64));
  expect(await hourlyCount(database.db, limit, at(64))).toBe(1);
  await pruneHourly(database.db, at(65));
  const left = await sql`select 1 from limit_counts where subject = ${limit.subject}`.execute(database.db);
  expect(left.rows).toEqual([]);
  expect(waitWords(90)).toBe("2 minutes");
});
