/**
 * Sees to it that a payment can no longer come in, or settles it if it did. The provider is asked outside any transaction.
 * Lock order: that of settle.ts.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { abandonUnstarted } from "../payments/payments.ts";
import type { IntentNow, PaymentProvider } from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";
import { settle } from "./settle.ts";
import { isStarted, tellOf } from "./tellOf.ts";

/** Stops it; one that the bank is deciding goes on. */
export async function stopPayment(
  db: Db,
  provider: PaymentProvider,
  payment: PaymentRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  if (isStarted(payment)) {
    const intent = await cancelOpen(provider, payment, now);
    await settle(db, { payment, intent, actor, now });
  } else {
    // Its client secret was never handed out. If it is being handed out just now, the payment goes on.
    await inTransaction(db, (tx) => abandonUnstarted(tx, payment));
  }
}

/** Cancels an intent that nobody has paid; one that the bank works on is left alone. */
export async function cancelOpen(
  provider: PaymentProvider,
  payment: StartedPayment,
  now: Date,
): Promise<IntentNow> {
  const intent = await tellOf(provider, payment, now);
  const isOpen = intent.state === "requires_payment" || intent.state === "requires_action";
  return isOpen ? provider.cancel(payment.provider_ref) : intent;
}
