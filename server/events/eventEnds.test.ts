import { afterAll, beforeAll, expect, test } from "vitest";
import { eventEnd } from "../../contract/rules/sales.ts";
import { buildEvent } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { eventEnds } from "./rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

// In Berlin, daylight saving time starts in the night after the second event.
const ends = [new Date("2030-06-01T22:30:00Z"), null] as const;
test.each(ends)("an event that ends at %s is over for the database when it is for the rules", async (end) => {
  const start = new Date("2030-03-30T18:00:00Z");
  const { id } = await buildEvent(database.db, { start, end });
  const { is } = await database.db
    .selectFrom("events")
    .select(eventEnds("events").as("is"))
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const event = { startDatetime: start.toISOString(), endDatetime: end?.toISOString() ?? null };
  expect(is).toEqual(eventEnd(event));
});
