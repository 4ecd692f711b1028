/**
 * Stops a payment so that it can no longer succeed, or settles it if it did. The provider is asked outside any
 * transaction.
 * Lock order: that of settle.ts.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { abandonUnstarted } from "../payments/payments.ts";
import type { IntentNow, PaymentProvider } from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";
import { askProvider, isStarted } from "./askProvider.ts";
import { settle } from "./settle.ts";

/** Stops the payment, unless the bank is processing it. */
export async function stopPayment(
  db: Db,
  provider: PaymentProvider,
  payment: PaymentRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  if (isStarted(payment)) {
    const intent = await cancelUnpaidIntent(provider, payment, now);
    await settle(db, { payment, intent, actor, now });
  } else {
    // The buyer has no client secret. If one is being recorded at this moment, the payment continues.
    await inTransaction(db, (tx) => abandonUnstarted(tx, payment));
  }
}

/** Cancels an unpaid intent. One that the bank is processing is left alone. */
export async function cancelUnpaidIntent(
  provider: PaymentProvider,
  payment: StartedPayment,
  now: Date,
): Promise<IntentNow> {
  const intent = await askProvider(provider, payment, now);
  const isOpen = intent.state === "requires_payment" || intent.state === "requires_action";
  return isOpen ? provider.cancel(payment.provider_ref) : intent;
}
