import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LockOrders } from "../checkout/lockedOrders.ts";
import { settle } from "../checkout/settle.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { orderById } from "../orders/rows.ts";
import type { CurrentIntent, PaymentProvider } from "../payments/provider.ts";
import { paymentById, paymentByRef } from "../payments/rows.ts";
import { buildEvent, buildTicket } from "../testing/builders.ts";
import { expressPayment, hold } from "../testing/buying.ts";
import { runDueRefunds } from "../testing/jobs.ts";
import { barrier } from "../testing/meeting.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { lockNoOrders } from "../testing/unlocked.ts";
import { markPaid } from "./markPaid.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
});
afterAll(() => app.close());

/** Makes an order of 25.00 whose card payment succeeded at the provider, but whose webhook is missing. */
async function paidWithoutWebhook(node: StripeApp) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { maxStock: 20 });
  const purchase = await expressPayment(node, event.id, ticket.id);
  // Other places are held too: otherwise a constraint would refuse the wrong counter of the control.
  await hold(node, event.id, ticket.id, 9);
  const payment = (await paymentByRef(node.database.db, "stripe", purchase.paymentIntentId))!;
  node.stripe.deliver.drop = 1;
  node.stripe.pay(purchase.paymentIntentId);
  const intent = await node.services.provider.retrieve(purchase.paymentIntentId);
  return { ...purchase, ticketId: ticket.id, orderId: payment.order_id!, payment, intent };
}
type PaidOrder = Awaited<ReturnType<typeof paidWithoutWebhook>>;

/** Reports the payment as cancelled although it succeeded. */
function wrongProvider(provider: PaymentProvider, intent: CurrentIntent): PaymentProvider {
  const cancelled = async (): Promise<CurrentIntent> => ({
    ...intent,
    state: "cancelled",
    amountReceived: 0,
  });
  return { ...provider, retrieve: cancelled, cancel: cancelled };
}

const payByHand = (node: StripeApp, { orderId, intent }: PaidOrder, lock?: LockOrders) =>
  markPaid(
    node.database.db,
    wrongProvider(node.services.provider, intent),
    { orderId, amount: 2500, paidBy: "cash", note: "" },
    { idempotency: null, actor: "operator", now: node.time.now, ...(lock && { lock }) },
  ).then(
    () => "paid" as const,
    (error: { code: string }) => error.code,
  );
const payByCard = (node: StripeApp, { payment, intent }: PaidOrder, lock?: LockOrders) =>
  settle(node.database.db, { payment, intent, actor: "visitor", now: node.time.now }, lock);

async function countSales(node: StripeApp, { registrationId }: PaidOrder): Promise<number> {
  const { rows } = await sql<{ sold: number }>`select count(*)::int as sold from audit_log
    where entity = 'registration' and entity_id = ${registrationId} and action = 'active'`.execute(
    node.database.db,
  );
  return rows[0]!.sold;
}

describe("an order that is paid by card and by hand at the same time", () => {
  test("an order paid by card and by hand at the same time is paid once, and the other payment is refunded or refused", async () => {
    const counts = { card: 0, hand: 0 };
    for (let round = 0; round < 30; round++) {
      const paid = await paidWithoutWebhook(app);
      // The first two rounds are sequential, so that both results occur.
      let reply: string;
      if (round === 0) {
        reply = await payByHand(app, paid);
        await payByCard(app, paid);
      } else if (round === 1) {
        await payByCard(app, paid);
        reply = await payByHand(app, paid);
      } else {
        const both = [() => payByHand(app, paid), () => payByCard(app, paid).then(() => "")];
        if (round % 2 === 0) both.reverse();
        reply = (await Promise.all(both.map((one) => one()))).join("");
      }
      await runDueRefunds(app);
      await app.stripe.settled();
      const order = (await orderById(app.database.db, paid.orderId))!;
      const payment = (await paymentById(app.database.db, paid.payment.id))!;
      const refunds = app.stripe.book().refunds.filter(({ intentId }) => intentId === paid.paymentIntentId);
      expect(order).toMatchObject({ payment_status: "paid", refunded_amount: 0 });
      expect(await countSales(app, paid)).toBe(1);
      if (order.paid_by === null) {
        expect([reply, payment.state, refunds.length]).toEqual(["alreadyPaid", "succeeded", 0]);
        counts.card++;
      } else {
        expect([reply, payment.state, payment.owed_back]).toEqual(["paid", "refunded", "double"]);
        expect(refunds.map(({ amount }) => amount)).toEqual([2500]);
        counts.hand++;
      }
    }
    expect(Math.min(counts.card, counts.hand)).toBeGreaterThan(0);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks, the order is sold twice, and both payments are kept", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const paid = await paidWithoutWebhook(node);
      const lock = lockNoOrders(barrier(2));
      await Promise.all([payByCard(node, paid, lock), payByHand(node, paid, lock)]);
      expect(await countSales(node, paid)).toBe(2);
      expect((await paymentById(node.database.db, paid.payment.id))?.state).toBe("succeeded");
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "ticket sold", id: paid.ticketId, kept: 2, counted: 1 });
    } finally {
      await node.close();
    }
  });
});
