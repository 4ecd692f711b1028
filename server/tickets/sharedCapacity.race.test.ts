/** Staff move a ticket into and out of a shared capacity during a sale: all places are counted correctly. */
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

async function site() {
  const { db } = database;
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { maxStock: 1000 });
  const [one, other] = [await buildSharedCapacity(db, event.id), await buildSharedCapacity(db, event.id)];
  const buy = () =>
    inTransaction(db, (tx) => reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date() }));
  const join = (sharedCapacityId: number | null) =>
    inTransaction(db, (tx) => changeTicket(tx, ticket.id, { sharedCapacityId }, "user:1"));
  return { eventId: event.id, ticketId: ticket.id, one: one.id, other: other.id, buy, join };
}

test("a ticket that joins, changes and leaves a capacity while 30 buyers take it is counted where it is", async () => {
  const { eventId, one, other, buy, join } = await site();
  const bought = Array.from({ length: 30 }, buy);
  const moved = [one, other, null, one, other].map(join);
  await Promise.all([...bought, ...moved]);
  expect(await differences()).toEqual([]);
  await join(one);
  const more = Array.from({ length: 10 }, buy);
  const removed = inTransaction(database.db, (tx) =>
    removeShared(tx, { id: one, event_id: eventId }, "user:1"),
  );
  await Promise.all([...more, removed]);
  expect(await differences()).toEqual([]);
});

test("control: a ticket that joins by what was read before somebody bought it is counted wrongly", async () => {
  const { ticketId, one, buy, join } = await site();
  await inTransaction(database.db, async (tx) => {
    const stale = (await ticketById(tx, ticketId))!;
    await buy();
    await moveSharedPlaces(tx, stale, { from: null, to: one });
    await updateTicket(tx, ticketId, { shared_capacity_id: one });
  });
  expect(await differences()).toEqual(["shared capacity held"]);
  await database.db
    .updateTable("shared_capacities")
    .set((row) => ({ held: row("held", "+", 1) }))
    .where("id", "=", one)
    .execute();
  await join(null);
  expect(await differences()).toEqual([]);
});
