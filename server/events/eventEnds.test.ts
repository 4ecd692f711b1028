import { afterAll, beforeAll, expect, test } from "vitest";
import { eventEnd } from "../../contract/rules/sales.ts";
import { buildEvent } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { eventEnds } from "./rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 1 });
  await database.pool.query("set time zone 'Europe/Berlin'");
});
afterAll(() => database.close());

const ends = [new Date("2030-06-01T22:30:00Z"), null] as const;
test.each(ends)("the database and the rules agree on when an event with the end %s is over", async (end) => {
  // In Berlin, daylight saving time starts in the following night.
  const start = new Date("2030-03-30T18:00:00Z");
  const { id } = await buildEvent(database.db, { start, end });
  const { endsAt } = await database.db
    .selectFrom("events")
    .select(eventEnds("events").as("endsAt"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const event = { startDatetime: start.toISOString(), endDatetime: end?.toISOString() ?? null };
  expect(endsAt).toEqual(eventEnd(event));
});
