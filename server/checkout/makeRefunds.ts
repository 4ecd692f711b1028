/**
 * The provider is asked to refund up to a total, so a repeated request refunds nothing twice.
 * Lock order: that of settle.ts.
 */
import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { lockOrder, type OrderRow, orderById } from "../orders/rows.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { withRefundClaim } from "../payments/refundClaim.ts";
import { type PaymentRow, paymentById } from "../payments/rows.ts";
import { countFailed, dueRefunds, failDueRefund, type RefundRow } from "../refunds/rows.ts";
import { settle } from "./settle.ts";

/**
 * Makes the due refunds of an order; one that the provider refuses is recorded as failed. If it throws, call it again
 * later. `alone` runs them with a claim on the payment; a test may replace it to show the race.
 */
export async function makeRefunds(
  db: Db,
  provider: PaymentProvider,
  orderId: number,
  { now, alone = withRefundClaim }: { now: Date; alone?: typeof withRefundClaim },
): Promise<void> {
  const order = await orderById(db, orderId);
  if (order === undefined || order.payment_id === null) return;
  const { payment_id } = order;
  await alone(db, payment_id, async () => {
    let lastId = 0;
    for (;;) {
      // Read again, because a refund may change the later ones, and staff may request more.
      const due = (await dueRefunds(db, orderId)).find(({ id }) => id > lastId);
      if (due === undefined) return;
      lastId = due.id;
      const payment = (await paymentById(db, payment_id))!;
      await makeRefund(db, provider, { order, payment, due, now });
    }
  });
}

async function makeRefund(
  db: Db,
  provider: PaymentProvider,
  { order, payment, due, now }: { order: OrderRow; payment: PaymentRow; due: RefundRow; now: Date },
): Promise<void> {
  const actor = `provider:${provider.name}`;
  try {
    if (payment.provider !== provider.name || payment.provider_ref === null)
      throw new ProviderRefused(
        "unknown",
        "This payment was made through another provider. Refund it there.",
      );
    await provider.refund({
      providerRef: payment.provider_ref,
      paymentId: payment.id,
      amount: due.goal!,
      refusals: await countFailed(db, order.id),
      reason: due.reason === "" ? "Asked for by the organiser" : due.reason,
      buyerEmail: (await ownerOf(db, order))?.email ?? null,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, order.id);
      await failDueRefund(tx, due.id, error.message);
      const detail = { failure: error.message };
      await record(tx, entryOf("order", order, { actor, action: "refundFailed", detail }));
    });
    return;
  }
  await settle(db, { payment, intent: await provider.retrieve(payment.provider_ref!), actor, now });
}
