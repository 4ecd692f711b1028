import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBatcher } from "../../batcher.ts";
import { inTransaction } from "../../db/pool.ts";
import {
  buildEvent,
  buildPromoCode,
  buildSharedCapacity,
  buildTicket,
  holdRequest,
} from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { barrier } from "../../testing/meeting.ts";
import { auditCounters } from "../auditCounters.ts";
import type { ReserveRequest } from "../reservation.ts";
import { type LockRows, reserveAll } from "../reserve.ts";
import { readPlaces } from "../rows.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 40 });
});
afterAll(() => database.close());

/** Waits until `count` buyers have read the same rows, so that the race always happens. */
function noLock(count: number): LockRows {
  const waitForAll = barrier(count);
  return async (tx, ids) => {
    const snapshot = await readPlaces(tx, ids, { lock: false });
    await waitForAll();
    return snapshot;
  };
}

/** Each buyer has their own transaction, as on many nodes. */
async function buyEachAlone(
  { db }: TestDatabase,
  requests: readonly ReserveRequest[],
  lockRows?: LockRows,
): Promise<{ granted: number; refusals: Set<string> }> {
  const tries = requests.map((request) =>
    inTransaction(db, (tx) => reserveAll(tx, [request], { now: new Date(), lockRows })),
  );
  const outcomes = (await Promise.allSettled(tries)).flatMap((reply) =>
    reply.status === "fulfilled" ? reply.value : [],
  );
  const refusals = outcomes.flatMap((outcome) => ("refused" in outcome ? [outcome.refused] : []));
  return {
    granted: outcomes.filter((outcome) => "reply" in outcome).length,
    refusals: new Set(refusals.map(({ code }) => code)),
  };
}

async function buyOnTwoNodes({ db }: TestDatabase, requests: readonly ReserveRequest[]): Promise<number> {
  const node = () =>
    createBatcher((batch: readonly ReserveRequest[]) =>
      inTransaction(db, (tx) => reserveAll(tx, batch, { now: new Date() })),
    );
  const nodes = [node(), node()];
  const outcomes = await Promise.allSettled(requests.map((request, buyer) => nodes[buyer % 2]!(request)));
  return outcomes.filter(({ status }) => status === "fulfilled").length;
}

async function buyersWithCode({ db }: TestDatabase, uses: number): Promise<ReserveRequest[]> {
  const event = await buildEvent(db);
  const ticket = await buildTicket(db, event.id, { maxStock: 1000 });
  const { code } = await buildPromoCode(db, event.id, { maxUses: uses });
  const request = holdRequest(event.id, ticket.id);
  return Array.from({ length: 40 }, () => ({ ...request, wish: { ...request.wish, promoCode: code } }));
}

async function buyersOfShared({ db }: TestDatabase): Promise<ReserveRequest[]> {
  const event = await buildEvent(db);
  const { id: sharedCapacityId } = await buildSharedCapacity(db, event.id, { maxPlaces: 30 });
  const tickets = [
    await buildTicket(db, event.id, { maxStock: 50, sharedCapacityId }),
    await buildTicket(db, event.id, { maxStock: 50, sharedCapacityId }),
  ];
  return Array.from({ length: 60 }, (_, buyer) => holdRequest(event.id, tickets[buyer % 2]!.id));
}

/** Without the check constraint, a missing lock becomes visible. */
async function withoutConstraint(
  constraint: string,
  table: string,
  work: (unguarded: TestDatabase) => Promise<void>,
) {
  const unguarded = await testDatabase({ max: 40 });
  try {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(constraint)}`.execute(unguarded.db);
    await work(unguarded);
  } finally {
    await unguarded.close();
  }
}

const expectNoDifference = async () => expect(await auditCounters(database.db)).toEqual([]);

describe("40 buyers for the last uses of a code", () => {
  test("40 concurrent buyers get exactly the uses left of a code, and the others are told that it is used up", async () => {
    const reply = await buyEachAlone(database, await buyersWithCode(database, 1));
    expect(reply).toEqual({ granted: 1, refusals: new Set(["soldOut"]) });
    expect(await buyEachAlone(database, await buyersWithCode(database, 7))).toMatchObject({ granted: 7 });
    await expectNoDifference();
  });

  test("40 concurrent buyers on two nodes get exactly the uses left of a code", async () => {
    expect(await buyOnTwoNodes(database, await buyersWithCode(database, 1))).toBe(1);
    expect(await buyOnTwoNodes(database, await buyersWithCode(database, 13))).toBe(13);
    await expectNoDifference();
  });

  test("without the lock, the check constraint still limits the uses of a code", async () => {
    const reply = await buyEachAlone(database, await buyersWithCode(database, 7), noLock(20));
    expect(reply.granted).toBe(7);
    await expectNoDifference();
  });

  test("control: without lock and constraint the code is used more often", async () => {
    await withoutConstraint("promo_codes_limit", "promo_codes", async (unguarded) => {
      const reply = await buyEachAlone(unguarded, await buyersWithCode(unguarded, 1), noLock(20));
      expect(reply.granted).toBeGreaterThan(1);
      expect((await auditCounters(unguarded.db)).map(({ what }) => what)).toContain("promo code overused");
    });
  });
});

describe("60 buyers of two tickets that share 30 places", () => {
  test("60 concurrent buyers of two tickets that share 30 places get 30 places", async () => {
    const reply = await buyEachAlone(database, await buyersOfShared(database));
    expect(reply).toEqual({ granted: 30, refusals: new Set(["soldOut"]) });
    await expectNoDifference();
  });

  test("60 concurrent buyers on two nodes get the 30 shared places", async () => {
    expect(await buyOnTwoNodes(database, await buyersOfShared(database))).toBe(30);
    await expectNoDifference();
  });

  test("control: without lock and constraint, buyers get more than the shared places", async () => {
    await withoutConstraint("shared_capacities_limit", "shared_capacities", async (unguarded) => {
      // More buyers than shared places decide on the same rows.
      const reply = await buyEachAlone(unguarded, await buyersOfShared(unguarded), noLock(35));
      expect(reply.granted).toBeGreaterThan(30);
      expect((await auditCounters(unguarded.db)).map(({ what }) => what)).toContain(
        "shared capacity oversold",
      );
    });
  });
});

test("control: wrong counters of a code and of a shared capacity are found", async () => {
  const ownDatabase = await testDatabase();
  try {
    const [first] = await buyersWithCode(ownDatabase, 5);
    const [second] = await buyersOfShared(ownDatabase);
    await buyEachAlone(ownDatabase, [first!, second!]);
    expect(await auditCounters(ownDatabase.db)).toEqual([]);
    await sql`update promo_codes set sold = 1`.execute(ownDatabase.db);
    await sql`update shared_capacities set held = 0`.execute(ownDatabase.db);
    await sql`update registrations set promo_uses = 0`.execute(ownDatabase.db);
    expect(new Set((await auditCounters(ownDatabase.db)).map(({ what }) => what))).toEqual(
      new Set(["promo code of a registration", "promo code sold", "shared capacity held"]),
    );
  } finally {
    await ownDatabase.close();
  }
});
