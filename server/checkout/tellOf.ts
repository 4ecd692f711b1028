/** What the provider says of a payment now, also when it has never heard of it. */
import { type IntentNow, isUnknownIntent, type PaymentProvider, ProviderDown } from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";

/** Whether a payment has an intent that the provider can be asked about. */
export function isStarted(payment: PaymentRow): payment is StartedPayment {
  return payment.provider_ref !== null;
}

/**
 * A provider forgets no intent: one that it does not know was made with a key of another account. For a day that may be a
 * mistake, which somebody finds because nothing can be paid; then the account was changed.
 */
const wrongKeyMs = 24 * 3_600_000;

/**
 * Asks the provider. An intent of another provider, or of an account that the house has left, can no longer be paid to us:
 * it is told as cancelled, so that its places come back and nobody asks for ever.
 * @throws ProviderDown with the trouble `key` where the key may be a wrong one: the intent may be paid with the right one.
 */
export async function tellOf(
  provider: PaymentProvider,
  payment: StartedPayment,
  now: Date,
): Promise<IntentNow> {
  if (payment.provider !== provider.name) return gone(payment);
  try {
    return await provider.retrieve(payment.provider_ref);
  } catch (error) {
    if (!isUnknownIntent(error)) throw error;
    if (now.getTime() - payment.created_at.getTime() >= wrongKeyMs) return gone(payment);
    const message = `The key's account does not have the intent ${payment.provider_ref}`;
    throw new ProviderDown(message, { trouble: "key", cause: error });
  }
}

function gone(payment: StartedPayment): IntentNow {
  return {
    providerRef: payment.provider_ref,
    paymentId: payment.id,
    state: "cancelled",
    amount: payment.amount,
    amountReceived: 0,
    currency: payment.currency,
    declineCode: null,
    declineMessage: null,
    refundedAmount: payment.refunded_amount,
    sentBackAmount: payment.sent_back_amount,
    awaitsBuyerAmount: payment.awaits_buyer_amount,
    disputes: [],
  };
}
