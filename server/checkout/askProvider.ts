import {
  type CurrentIntent,
  isUnknownIntent,
  type PaymentProvider,
  ProviderDown,
} from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";

/** Whether the intent of a payment is recorded. */
export function isStarted(payment: PaymentRow): payment is StartedPayment {
  return payment.provider_ref !== null;
}

/**
 * An unknown intent was made with another account's key. In the first day of a payment our key may be wrong by mistake;
 * later we assume that the account was changed on purpose.
 */
const maxAgeOfWrongKeyMs = 24 * 3_600_000;

/**
 * Returns the current state of an intent. One of another provider or of a former account counts as cancelled.
 * @throws ProviderDown with the trouble `key` if our key may be wrong, because the intent may be paid.
 */
export async function askProvider(
  provider: PaymentProvider,
  payment: StartedPayment,
  now: Date,
): Promise<CurrentIntent> {
  if (payment.provider !== provider.name) return cancelledIntent(payment);
  try {
    return await provider.retrieve(payment.provider_ref);
  } catch (error) {
    if (!isUnknownIntent(error)) throw error;
    if (now.getTime() - payment.created_at.getTime() >= maxAgeOfWrongKeyMs) return cancelledIntent(payment);
    const message = `The key's account does not have the intent ${payment.provider_ref}`;
    throw new ProviderDown(message, { trouble: "key", cause: error });
  }
}

function cancelledIntent(payment: StartedPayment): CurrentIntent {
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
