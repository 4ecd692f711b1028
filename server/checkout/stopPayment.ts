/** The provider is asked outside any transaction. Lock order: that of settle.ts. */
import { type Db, inTransaction } from "../db/pool.ts";
import { abandonUnstarted } from "../payments/payments.ts";
import type { CurrentIntent, PaymentProvider } from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";
import { askProvider, isStarted } from "./askProvider.ts";
import { settle } from "./settle.ts";

/** Stops the payment, unless it has succeeded, the bank is processing it, or its intent is recorded meanwhile. */
export async function stopPayment(
  db: Db,
  provider: PaymentProvider,
  payment: PaymentRow,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  if (isStarted(payment)) {
    await settle(db, { payment, intent: await cancelUnpaidIntent(provider, payment, now), actor, now });
  } else {
    // If an intent was recorded meanwhile, the payment continues.
    await inTransaction(db, (tx) => abandonUnstarted(tx, payment));
  }
}

/** Cancels the intent if it waits for the buyer. */
export async function cancelUnpaidIntent(
  provider: PaymentProvider,
  payment: StartedPayment,
  now: Date,
): Promise<CurrentIntent> {
  const intent = await askProvider(provider, payment, now);
  const isOpen = intent.state === "requires_payment" || intent.state === "requires_action";
  return isOpen ? provider.cancel(payment.provider_ref) : intent;
}
