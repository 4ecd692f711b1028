import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdLimits } from "../../../contract/rules/holdLimits.ts";
import { inTransaction } from "../../db/pool.ts";
import { buildEvent, buildTicket, holdRequest } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { type LockRows, reserveAll } from "../reserve.ts";
import { readPlaces } from "../rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 40 });
});
afterAll(() => database.close());

async function heldAfterRush(lockRows?: LockRows): Promise<number> {
  const event = await buildEvent(database.db);
  const ticket = await buildTicket(database.db, event.id, { maxStock: 130 });
  const request = holdRequest(event.id, ticket.id, 2);
  const ofClient = { ...request, wish: { ...request.wish, client: "192.0.2.1" } };
  await Promise.all(
    Array.from({ length: 60 }, () =>
      inTransaction(database.db, (tx) => reserveAll(tx, [ofClient], { now: new Date(), lockRows })),
    ),
  );
  const { held } = await database.db
    .selectFrom("tickets")
    .select("held")
    .where("id", "=", ticket.id)
    .executeTakeFirstOrThrow();
  return held;
}

describe("one client that concurrently asks for 120 of 130 places", () => {
  test("a client that concurrently requests 120 of 130 places holds at most a quarter of what is left", async () => {
    const held = await heldAfterRush();
    expect(held).toBeGreaterThanOrEqual(holdLimits.heldPlaces);
    // With 26 held, 104 are left, of which 26 is a quarter.
    expect(held).toBeLessThanOrEqual(26);
  });

  test("control: without the locks of the event and the ticket, the client holds more", async () => {
    const noLock: LockRows = (tx, ids) => readPlaces(tx, ids, { lock: false });
    // More than a quarter of all 130 places.
    expect(await heldAfterRush(noLock)).toBeGreaterThan(32);
  });
});
