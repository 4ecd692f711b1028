import { afterAll, beforeAll, expect, test } from "vitest";
import { buildClub, buildEvent, buildTicket } from "./builders.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("the first club, event and ticket have different ids", async () => {
  const club = await buildClub(database.db, "Harbour Club");
  const event = await buildEvent(database.db, { clubId: club.id });
  const ticket = await buildTicket(database.db, event.id);
  expect(new Set([club.id, event.id, ticket.id]).size).toBe(3);
});
