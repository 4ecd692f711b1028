import { afterAll, beforeAll, expect, test } from "vitest";
import { openListener } from "../db/listen.ts";
import { inTransaction } from "../db/pool.ts";
import { reserveAll } from "../holds/reserve.ts";
import { buildEvent, buildTicket, holdRequest } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { eventById } from "./rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test("a listener is notified when a ticket is changed, but not when a place of it is held", async () => {
  const event = await buildEvent(database.db);
  const ticket = await buildTicket(database.db, event.id);
  const listener = await openListener(database.url);
  try {
    const notifications: string[] = [];
    const reply = Promise.withResolvers<void>();
    await listener.on("event_changed", () => notifications.push("changed"));
    await listener.on("test_done", () => reply.resolve());
    await inTransaction(database.db, (tx) =>
      reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date() }),
    );
    await database.db.updateTable("tickets").set({ price: 100 }).where("id", "=", ticket.id).execute();
    await database.pool.query("notify test_done");
    await reply.promise;
    expect(notifications).toEqual(["changed"]);
  } finally {
    await listener.close();
  }
});

test("a new name of an event raises its version, so that a calendar replaces its older entry", async () => {
  const { id } = await buildEvent(database.db);
  const before = await eventById(database.db, id);
  await database.db.updateTable("events").set({ name: "Winter Gala" }).where("id", "=", id).execute();
  expect((await eventById(database.db, id))?.version).toBe(before!.version + 1);
});
