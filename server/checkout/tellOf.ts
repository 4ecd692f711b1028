/** What the provider says of a payment now, also when it has never heard of it. */
import { type IntentNow, type PaymentProvider, ProviderRefused } from "../payments/provider.ts";
import type { PaymentRow, StartedPayment } from "../payments/rows.ts";

/** Whether a payment has an intent that the provider can be asked about. */
export function isStarted(payment: PaymentRow): payment is StartedPayment {
  return payment.provider_ref !== null;
}

/**
 * Asks the provider. An intent that it does not know, because the house has changed its account or its provider, can
 * no longer be paid to us: it is told as cancelled, so that its places come back and nobody asks for ever.
 */
export async function tellOf(provider: PaymentProvider, payment: StartedPayment): Promise<IntentNow> {
  if (payment.provider !== provider.name) return gone(payment);
  try {
    return await provider.retrieve(payment.provider_ref);
  } catch (error) {
    if (error instanceof ProviderRefused && error.code === "resource_missing") return gone(payment);
    throw error;
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
    dispute: null,
  };
}
