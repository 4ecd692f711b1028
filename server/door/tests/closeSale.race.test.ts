import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storedReplies } from "../../db/idempotency.ts";
import { DomainError } from "../../domainError.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { readPlaces } from "../../holds/rows.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { closeSaleKey, saleCall } from "../closeSale.ts";
import { sellAtDoor } from "../sale.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 10 });
});
afterAll(() => database.close());

const now = new Date();

/** `midway` runs when the key is stored and nothing is committed. */
async function sellOnce(key: string, midway: () => Promise<void> = async () => {}): Promise<string> {
  const { db } = database;
  const event = await buildEvent(db, { start: now });
  const ticket = await buildTicket(db, event.id, { price: 1000, maxStock: 5 });
  const row = await db.selectFrom("events").selectAll().where("id", "=", event.id).executeTakeFirstOrThrow();
  const source = {
    event: row,
    deviceId: null,
    gate: "Till",
    by: "Lena",
    userId: null,
    linkId: null,
    isRevoked: false,
  };
  const sale = {
    eventId: event.id,
    deviceId: randomUUID(),
    tickets: [{ ticketId: ticket.id, quantity: 1 }],
    extras: [],
    handsOverExtras: false,
    answers: [],
    answersLater: false,
    name: "",
    paidBy: "cash" as const,
    totalAmount: 1000,
  };
  const reply = await sellAtDoor(db, sale, {
    source,
    actor: "helper:1",
    now,
    idempotency: { call: saleCall, key, bodyHash: randomBytes(32) },
    lockRows: async (tx, ids) => {
      await midway();
      return readPlaces(tx, ids, { lock: true });
    },
  }).then(
    () => "sold",
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
  expect(await auditCounters(db)).toEqual([]);
  return reply;
}

test("closeSaleKey waits for a running sale and reports it as made", async () => {
  const key = randomUUID();
  let reply: Promise<boolean> | undefined;
  const outcome = await sellOnce(key, async () => {
    reply = closeSaleKey(database.db, key);
  });
  expect([outcome, await reply]).toEqual(["sold", true]);
});

test("closeSaleKey reports what happened, whether the sale or the close came first", async () => {
  for (let round = 0; round < 10; round++) {
    const key = randomUUID();
    const sale = sellOnce(key);
    if (round % 2 === 0) await sale;
    const [outcome, isSold] = await Promise.all([sale, closeSaleKey(database.db, key)]);
    expect([outcome, isSold]).toEqual(isSold ? ["sold", true] : ["idempotencyMismatch", false]);
  }
});

test("control: a plain read reports a running sale as not made", async () => {
  const key = randomUUID();
  let reply: boolean | undefined;
  const outcome = await sellOnce(key, async () => {
    reply = (await storedReplies(database.db, saleCall, [key])).length > 0;
  });
  expect([outcome, reply]).toEqual(["sold", false]);
});
