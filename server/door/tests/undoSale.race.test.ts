import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "../../db/violation.ts";
import { DomainError } from "../../domainError.ts";
import { auditCounters } from "../../holds/auditCounters.ts";
import { orderById } from "../../orders/rows.ts";
import { type LockForRefund, refundOrder } from "../../refunds/refundOrder.ts";
import { refundsOf } from "../../refunds/rows.ts";
import { buildEvent, buildTicket } from "../../testing/builders.ts";
import { type TestDatabase, testDatabase } from "../../testing/database.ts";
import { barrier } from "../../testing/meeting.ts";
import { unlockedRegistration } from "../../testing/unlocked.ts";
import { auditDoor } from "../auditDoor.ts";
import { saleCall } from "../closeSale.ts";
import { sellAtDoor } from "../sale.ts";
import { undoSale } from "../undoSale.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ max: 10 });
});
afterAll(() => database.close());

const now = new Date();
const deviceId = randomUUID();

async function undoAndRefund(lock?: (meet: () => Promise<void>) => LockForRefund) {
  const { db } = database;
  const event = await buildEvent(db, { start: now });
  const ticket = await buildTicket(db, event.id, { price: 1000, maxStock: 2 });
  const row = await db.selectFrom("events").selectAll().where("id", "=", event.id).executeTakeFirstOrThrow();
  const source = {
    event: row,
    deviceId,
    gate: "Till",
    by: "Lena",
    userId: null,
    linkId: null,
    isRevoked: false,
  };
  const key = `a-sale-${randomUUID()}`;
  const sale = {
    eventId: event.id,
    deviceId,
    tickets: [{ ticketId: ticket.id, quantity: 2 }],
    extras: [],
    handsOverExtras: false,
    answers: [],
    answersLater: false,
    name: "",
    paidBy: "cash" as const,
    totalAmount: 2000,
  };
  const idempotency = { call: saleCall, key, bodyHash: randomBytes(32) };
  const { order } = await sellAtDoor(db, sale, { source, actor: "helper:1", now, idempotency });
  const refundLock = lock?.(barrier(2));
  const outcomes = await Promise.allSettled([
    undoSale(
      db,
      { eventId: event.id, key },
      {
        source,
        actor: "helper:1",
        now,
        idempotency: null,
        ...(refundLock && { locks: { sale: unlockedRegistration(async () => {}), refund: refundLock } }),
      },
    ),
    refundOrder(
      db,
      { orderId: order.id, reason: "", cancelTickets: true },
      { idempotency: null, actor: "user:1" },
      refundLock,
    ),
  ]);
  const refunds = await refundsOf(db, order.id);
  const stored = (await orderById(db, order.id))!;
  return {
    outcomes: outcomes.map((one) => {
      if (one.status === "fulfilled") return "done";
      return one.reason instanceof DomainError ? one.reason.code : (violatedConstraint(one.reason) ?? "?");
    }),
    refunded: refunds.reduce((sum, { amount }) => sum + amount, 0),
    status: stored.payment_status,
    audits: [await auditCounters(db), await auditDoor(db)],
  };
}

test("a sale that is undone while staff refund it is refunded once", async () => {
  for (let round = 0; round < 10; round++) {
    const { outcomes, refunded, status, audits } = await undoAndRefund();
    expect([...outcomes].sort()).toEqual(["done", "notActive"]);
    expect({ refunded, status, audits }).toEqual({ refunded: 2000, status: "refunded", audits: [[], []] });
  }
});

test("control: without the locks both the undo and the refund are tried, and neither is refused as notActive", async () => {
  const { outcomes, refunded, audits } = await undoAndRefund((meet) => async (tx, found) => {
    const locked = await unlockedRegistration(async () => {})(tx, found.registration_id!);
    await meet();
    return { order: found, locked };
  });
  expect(outcomes).toContain("done");
  expect(outcomes).not.toContain("notActive");
  expect({ refunded, audits }).toEqual({ refunded: 2000, audits: [[], []] });
});
