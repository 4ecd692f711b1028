import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBatcher } from "../../batcher.ts";
import { inTransaction } from "../../db/pool.ts";
import { buildEvent, buildTicket, holdRequest } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { auditCounters } from "../auditCounters.ts";
import { type LockRows, reserveAll } from "../reserve.ts";
import { readPlaces } from "../rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 40 });
});
afterAll(() => database.close());

/** Each buyer has their own transaction, as on many nodes. */
async function buyEachAlone(
  eventId: number,
  ticketId: number,
  buyers: number,
  lockRows?: LockRows,
): Promise<number> {
  const tries = Array.from({ length: buyers }, () =>
    inTransaction(database.db, (tx) =>
      reserveAll(tx, [holdRequest(eventId, ticketId)], { now: new Date(), lockRows }),
    ),
  );
  const outcomes = await Promise.all(tries);
  return outcomes.filter(([outcome]) => outcome !== undefined && "reply" in outcome).length;
}

async function differences() {
  return auditCounters(database.db);
}

describe("200 buyers for 50 places", () => {
  test("200 concurrent buyers, as on many nodes, get exactly 50 of 50 places", async () => {
    const event = await buildEvent(database.db);
    const ticket = await buildTicket(database.db, event.id, { maxStock: 50 });
    expect(await buyEachAlone(event.id, ticket.id, 200)).toBe(50);
    expect(await differences()).toEqual([]);
  });

  test("200 concurrent buyers on two nodes that batch requests get exactly 50 of 50 places", async () => {
    const event = await buildEvent(database.db);
    const ticket = await buildTicket(database.db, event.id, { maxStock: 50 });
    const node = () =>
      createBatcher((requests: readonly ReturnType<typeof holdRequest>[]) =>
        inTransaction(database.db, (tx) => reserveAll(tx, requests, { now: new Date() })),
      );
    const nodes = [node(), node()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, buyer) => nodes[buyer % 2]!(holdRequest(event.id, ticket.id))),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(50);
    expect(
      outcomes.filter((outcome) => outcome.status === "rejected" && outcome.reason.code !== "soldOut"),
    ).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("control: without row locks and check constraint, more than 50 places are granted", async () => {
    const unguarded = await testDatabase({ max: 40 });
    try {
      await sql`alter table tickets drop constraint tickets_stock`.execute(unguarded.db);
      const event = await buildEvent(unguarded.db);
      const ticket = await buildTicket(unguarded.db, event.id, { maxStock: 50 });
      const noLock: LockRows = (tx, ids) => readPlaces(tx, ids, { lock: false });
      const outcomes = await Promise.all(
        Array.from({ length: 200 }, () =>
          inTransaction(unguarded.db, (tx) =>
            reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date(), lockRows: noLock }),
          ),
        ),
      );
      expect(outcomes.flat().filter((outcome) => "reply" in outcome).length).toBeGreaterThan(50);
      expect((await auditCounters(unguarded.db)).map(({ what }) => what)).toContain("ticket oversold");
    } finally {
      await unguarded.close();
    }
  });

  test("the check constraint alone refuses places that a missing lock would grant", async () => {
    const event = await buildEvent(database.db);
    const ticket = await buildTicket(database.db, event.id, { maxStock: 50 });
    const noLock: LockRows = (tx, ids) => readPlaces(tx, ids, { lock: false });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, () =>
        inTransaction(database.db, (tx) =>
          reserveAll(tx, [holdRequest(event.id, ticket.id)], { now: new Date(), lockRows: noLock }),
        ),
      ),
    );
    const granted = outcomes.filter(
      (outcome) => outcome.status === "fulfilled" && "reply" in outcome.value[0]!,
    );
    expect(granted).toHaveLength(50);
    expect(await differences()).toEqual([]);
  });
});
