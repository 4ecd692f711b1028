import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { reserveAll } from "../holds/reserve.ts";
import { buildEvent, buildSharedCapacity, buildTicket, holdRequest } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { ticketById, updateTicket } from "./rows.ts";
import { removeShared } from "./saveShared.ts";
import { changeTicket } from "./saveTicket.ts";
import { moveSharedPlaces } from "./sharedRows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 30 });
});
afterAll(() => database.close());

const differences = async () => (await auditCounters(database.db)).map(({ what }) => what);

async function openSale() {
  const { db } = database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { maxStock: 1000 });
  const [one, other] = [await buildSharedCapacity(db, event.id), await buildSharedCapacity(db, event.id)];
  const hold = () =>
    inTransaction(db, (tx) => reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date() }));
  const moveTo = (sharedCapacityId: number | null) =>
    inTransaction(db, (tx) => changeTicket(tx, ticket.id, { sharedCapacityId }, "user:1"));
  return { eventId: event.id, ticketId: ticket.id, one: one.id, other: other.id, hold, moveTo };
}

test("a ticket that joins, changes and leaves shared capacities during 30 holds is counted correctly", async () => {
  const { eventId, one, other, hold, moveTo } = await openSale();
  const holds = Array.from({ length: 30 }, hold);
  const moves = [one, other, null, one, other].map(moveTo);
  await Promise.all([...holds, ...moves]);
  expect(await differences()).toEqual([]);
  await moveTo(one);
  const moreHolds = Array.from({ length: 10 }, hold);
  const removal = inTransaction(database.db, (tx) =>
    removeShared(tx, { id: one, event_id: eventId }, "user:1"),
  );
  await Promise.all([...moreHolds, removal]);
  expect(await differences()).toEqual([]);
});

test("control: if a ticket joins with counts that are older than a hold, its places are counted wrongly", async () => {
  const { ticketId, one, hold, moveTo } = await openSale();
  await inTransaction(database.db, async (tx) => {
    const stale = (await ticketById(tx, ticketId))!;
    await hold();
    await moveSharedPlaces(tx, stale, { from: null, to: one });
    await updateTicket(tx, ticketId, { shared_capacity_id: one });
  });
  expect(await differences()).toEqual(["shared capacity held"]);
  // The counter is corrected for the other test, which audits the same database.
  await database.db
    .updateTable("shared_capacities")
    .set((row) => ({ held: row("held", "+", 1) }))
    .where("id", "=", one)
    .execute();
  await moveTo(null);
  expect(await differences()).toEqual([]);
});
