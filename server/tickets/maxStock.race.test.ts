import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { reserveAll } from "../holds/reserve.ts";
import { buildEvent, buildTicket, holdRequest } from "../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../testing/database.ts";
import { ticketById } from "./rows.ts";
import { changeTicket, type LockTicket } from "./saveTicket.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 40 });
});
afterAll(() => database.close());

const lowerStock = (ticketId: number, maxStock: number, lock?: LockTicket) =>
  inTransaction(database.db, (tx) => changeTicket(tx, ticketId, { maxStock }, "user:1", lock));

test("held places do not exceed the stock after holds and stock changes have raced", async () => {
  const event = await buildEvent(database.db);
  const ticket = await buildTicket(database.db, event.id, { maxStock: 60 });
  const hold = () =>
    inTransaction(database.db, (tx) =>
      reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date() }),
    );
  const outcomes = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      if (index % 4 !== 3) {
        const [outcome] = await hold();
        return outcome !== undefined && "reply" in outcome ? "held" : "soldOut";
      }
      return lowerStock(ticket.id, 60 - Math.floor(index / 2)).then(
        () => "lowered",
        ({ code }) => code,
      );
    }),
  );
  const row = (await ticketById(database.db, ticket.id))!;
  expect(row.held).toBe(outcomes.filter((outcome) => outcome === "held").length);
  expect(row.held).toBeLessThanOrEqual(row.max_stock);
  const knownOutcomes = ["held", "soldOut", "lowered", "inUse"];
  expect(outcomes.filter((outcome) => !knownOutcomes.includes(outcome))).toEqual([]);
  expect(outcomes).toContain("lowered");
  expect(await auditCounters(database.db)).toEqual([]);
});

test("control: without the row's lock, only the constraint refuses a stock below the held places", async () => {
  const event = await buildEvent(database.db);
  const ticket = await buildTicket(database.db, event.id, { maxStock: 2 });
  const hasRead = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const lowering = lowerStock(ticket.id, 1, async (tx, id) => {
    const row = await ticketById(tx, id);
    hasRead.resolve();
    await isHeld.promise;
    return row;
  });
  await hasRead.promise;
  await inTransaction(database.db, (tx) =>
    reserveAll(tx, [holdRequest(event.id, ticket.id, 2)], { now: new Date() }),
  );
  isHeld.resolve();
  await expect(lowering).rejects.toSatisfy((error) => violatedConstraint(error) === "tickets_stock");
  expect((await ticketById(database.db, ticket.id))?.max_stock).toBe(2);
});
