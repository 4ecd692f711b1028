import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { settle } from "../checkout/settle.ts";
import type { LockOrders } from "../checkout/takeOrders.ts";
import { auditCounters } from "../holds/auditCounters.ts";
import { orderById } from "../orders/rows.ts";
import type { IntentNow, PaymentProvider } from "../payments/provider.ts";
import { paymentById, paymentByRef } from "../payments/rows.ts";
import { buildEvent, buildTicket } from "../testing/builders.ts";
import { expressPayment, hold } from "../testing/buying.ts";
import { workOffRefunds } from "../testing/jobs.ts";
import { meeting } from "../testing/meeting.ts";
import { type StripeApp, stripeApp } from "../testing/stripeApp.ts";
import { unlockedOrders } from "../testing/unlocked.ts";
import { markPaid } from "./markPaid.ts";

let app: StripeApp;
beforeAll(async () => {
  app = await stripeApp({ max: 30 });
});
afterAll(() => app.close());

/** An order of 25.00 whose card payment succeeded at the provider, but whose webhook is missing. */
async function paidUnseen(node: StripeApp) {
  const event = await buildEvent(node.database.db);
  const ticket = await buildTicket(node.database.db, event.id, { maxStock: 20 });
  const bought = await expressPayment(node, event.id, ticket.id);
  // Others hold places too, so a wrong counter is possible.
  await hold(node, event.id, ticket.id, 9);
  const payment = (await paymentByRef(node.database.db, "stripe", bought.paymentIntentId))!;
  node.stripe.deliver.drop = 1;
  node.stripe.pay(bought.paymentIntentId);
  const intent = await node.services.provider.retrieve(bought.paymentIntentId);
  return { ...bought, ticketId: ticket.id, orderId: payment.order_id!, payment, intent };
}
type Paid = Awaited<ReturnType<typeof paidUnseen>>;

/** A provider that reports a payment as cancelled although it succeeded. */
function mistaken(provider: PaymentProvider, intent: IntentNow): PaymentProvider {
  const ended = async (): Promise<IntentNow> => ({ ...intent, state: "cancelled", amountReceived: 0 });
  return { ...provider, retrieve: ended, cancel: ended };
}

const byHand = (node: StripeApp, { orderId, intent }: Paid, take?: LockOrders) =>
  markPaid(
    node.database.db,
    mistaken(node.services.provider, intent),
    { orderId, amount: 2500, paidBy: "cash", note: "" },
    { idempotency: null, actor: "operator", now: node.time.now, ...(take && { take }) },
  ).then(
    () => "paid" as const,
    (error: { code: string }) => error.code,
  );
const byCard = (node: StripeApp, { payment, intent }: Paid, take?: LockOrders) =>
  settle(node.database.db, { payment, intent, actor: "visitor", now: node.time.now }, take);

async function timesSold(node: StripeApp, { registrationId }: Paid): Promise<number> {
  const { rows } = await sql<{ sold: number }>`select count(*)::int as sold from audit_log
    where entity = 'registration' and entity_id = ${registrationId} and action = 'active'`.execute(
    node.database.db,
  );
  return rows[0]!.sold;
}

describe("an order that is paid by card and by hand at once", () => {
  test("is paid once: the money that came second goes back, or is refused, 30 times in either order", async () => {
    const seen = { card: 0, hand: 0 };
    for (let round = 0; round < 30; round++) {
      const paid = await paidUnseen(app);
      // The first orders run one step after the other, so that both results occur. The rest run concurrently.
      let reply: string;
      if (round === 0) {
        reply = await byHand(app, paid);
        await byCard(app, paid);
      } else if (round === 1) {
        await byCard(app, paid);
        reply = await byHand(app, paid);
      } else {
        const both = [() => byHand(app, paid), () => byCard(app, paid).then(() => "")];
        if (round % 2 === 0) both.reverse();
        reply = (await Promise.all(both.map((one) => one()))).join("");
      }
      await workOffRefunds(app);
      await app.stripe.settled();
      const order = (await orderById(app.database.db, paid.orderId))!;
      const payment = (await paymentById(app.database.db, paid.payment.id))!;
      const given = app.stripe.book().refunds.filter(({ intentId }) => intentId === paid.paymentIntentId);
      expect(order).toMatchObject({ payment_status: "paid", refunded_amount: 0 });
      expect(await timesSold(app, paid)).toBe(1);
      if (order.paid_by === null) {
        expect([reply, payment.state, given.length]).toEqual(["alreadyPaid", "succeeded", 0]);
        seen.card++;
      } else {
        expect([reply, payment.state, payment.owed_back]).toEqual(["paid", "refunded", "double"]);
        expect(given.map(({ amount }) => amount)).toEqual([2500]);
        seen.hand++;
      }
    }
    expect(Math.min(seen.card, seen.hand)).toBeGreaterThan(0);
    expect(await auditCounters(app.database.db)).toEqual([]);
  });

  test("control: without the row locks it is sold twice, and both keep the money", async () => {
    const node = await stripeApp({ max: 30 });
    try {
      const paid = await paidUnseen(node);
      const take = unlockedOrders(meeting(2));
      await Promise.all([byCard(node, paid, take), byHand(node, paid, take)]);
      expect(await timesSold(node, paid)).toBe(2);
      expect((await paymentById(node.database.db, paid.payment.id))?.state).toBe("succeeded");
      const found = await auditCounters(node.database.db);
      expect(found).toContainEqual({ what: "ticket sold", id: paid.ticketId, kept: 2, counted: 1 });
    } finally {
      await node.close();
    }
  });
});
