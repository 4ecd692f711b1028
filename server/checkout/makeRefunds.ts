/**
 * Makes the refunds of an order that staff have promised: the provider is asked outside any transaction, for a total that
 * asking twice does not exceed; what it says then is settled like any other news of a payment.
 * Lock order: that of settle.ts.
 */
import { record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { dueRefunds, failRefunds } from "../orders/refunds.ts";
import { lockOrder, orderById } from "../orders/rows.ts";
import { type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { type PaymentRow, paymentById } from "../payments/rows.ts";
import { ownerOf } from "./ownerOf.ts";
import { settle } from "./settle.ts";

/** The task that makes them; its payload is `{ orderId }`. */
export const refundOrderTask = "refundOrder";

/** Makes what is due. A provider that does not answer throws, and the job is tried again. */
export async function makeRefunds(
  db: Db,
  provider: PaymentProvider,
  orderId: number,
  now: Date,
): Promise<void> {
  const order = await orderById(db, orderId);
  const payment = order?.payment_id ? await paymentById(db, order.payment_id) : undefined;
  const due = await dueRefunds(db, orderId);
  const goal = Math.max(0, ...due.map((one) => one.goal ?? 0));
  if (payment === undefined || goal === 0) return;
  try {
    const buyerEmail = (await ownerOf(db, order!))?.email ?? null;
    await give(provider, payment, { amount: goal, reason: due.at(-1)!.reason, buyerEmail });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, orderId);
      await failRefunds(tx, orderId, error.message);
      const detail = { failure: error.message };
      const actor = `provider:${provider.name}`;
      const { event_id: eventId } = order!;
      await record(tx, [
        { actor, eventId, entity: "order", entityId: orderId, action: "refundFailed", detail },
      ]);
    });
    return;
  }
  const intent = await provider.retrieve(payment.provider_ref!);
  await settle(db, { payment, intent, actor: `provider:${provider.name}`, now });
}

async function give(
  provider: PaymentProvider,
  { id, provider: name, provider_ref }: PaymentRow,
  { amount, reason, buyerEmail }: { amount: number; reason: string; buyerEmail: string | null },
): Promise<void> {
  if (name !== provider.name || provider_ref === null)
    throw new ProviderRefused("unknown", "This payment was taken by another provider. Give it back there.");
  await provider.refund({
    providerRef: provider_ref,
    paymentId: id,
    amount,
    reason: reason === "" ? "Asked for by the organiser" : reason,
    buyerEmail,
  });
}
