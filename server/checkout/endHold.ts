/**
 * Ends one hold that may be in the middle of being paid. The provider is asked first: a hold never ends while its
 * payment is being decided, and money that has arrived is settled instead.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { endHolds } from "../holds/move.ts";
import { orderOfRegistration } from "../orders/rows.ts";
import { abandonUnstarted } from "../payments/payments.ts";
import { type IntentNow, type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import { type PaymentRow, paymentById } from "../payments/rows.ts";
import { settle } from "./settle.ts";

/** How and why a hold ends. `endedBefore` null ends it before its time. */
export interface HoldEnd {
  to: "expired" | "cancelled";
  endedBefore: Date | null;
  actor: string;
  now: Date;
}

/** Gives the places back, unless the provider says that they are paid for or that it is still at work. */
export async function endHold(
  db: Db,
  provider: PaymentProvider,
  registrationId: number,
  end: HoldEnd,
): Promise<"ended" | "paid" | "deciding"> {
  const order = await orderOfRegistration(db, registrationId);
  const payment = order?.payment_id ? await paymentById(db, order.payment_id) : undefined;
  const intent = payment && (await stopped(provider, payment));
  if (payment !== undefined && intent) {
    await settle(db, { payment, intent, actor: end.actor, now: end.now });
    if (intent.state === "succeeded") return "paid";
    if (intent.state === "processing") return "deciding";
  }
  const hasEnded = await inTransaction(db, async (tx) => {
    await endHolds(tx, [registrationId], end);
    if (payment?.state === "created" && !(await abandonUnstarted(tx, payment))) throw new StartedMeanwhile();
    return true;
  }).catch((error: unknown) => {
    if (error instanceof StartedMeanwhile) return false;
    throw error;
  });
  return hasEnded ? "ended" : "deciding";
}

/** The payment got its intent while we were about to give it up: the hold stays, and is looked at again. */
class StartedMeanwhile extends Error {}

/**
 * Cancels an intent that nobody has paid; one that the bank works on is left alone. Null when there is none that could
 * be paid: it was never made, or the provider does not know it.
 */
async function stopped(provider: PaymentProvider, payment: PaymentRow): Promise<IntentNow | null> {
  if (payment.provider_ref === null || payment.provider !== provider.name) return null;
  try {
    const intent = await provider.retrieve(payment.provider_ref);
    const isOpen = intent.state === "requires_payment" || intent.state === "requires_action";
    return isOpen ? await provider.cancel(payment.provider_ref) : intent;
  } catch (error) {
    if (error instanceof ProviderRefused) return null;
    throw error;
  }
}
