/** What does an intent of Stripe's say, in our words? */
import type Stripe from "stripe";
import { declineMessage, shownDeclineCode } from "./declineMessages.ts";
import { paymentIdOf } from "./paymentIdInMetadata.ts";
import type { IntentNow } from "./provider.ts";

const states: Readonly<Record<string, IntentNow["state"]>> = {
  requires_payment_method: "requires_payment",
  requires_confirmation: "requires_payment",
  requires_action: "requires_action",
  processing: "processing",
  // Only with manual capture, which we never ask for: the money is set aside, not yet ours.
  requires_capture: "processing",
  succeeded: "succeeded",
  canceled: "cancelled",
};

/** Reads an intent that was retrieved with `latest_charge.refunds` and `latest_charge.balance_transaction` expanded. */
export function intentAsToldByStripe(intent: Stripe.PaymentIntent): IntentNow {
  // A status that Stripe has invented since is not a decision: nothing is settled and nothing given up for it.
  const state = states[intent.status] ?? "processing";
  const declined = state === "requires_payment" ? intent.last_payment_error : null;
  const declineCode = declined
    ? shownDeclineCode(declined.decline_code ?? declined.code ?? "card_declined")
    : null;
  return {
    providerRef: intent.id,
    paymentId: paymentIdOf(intent.metadata),
    state,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    declineCode,
    declineMessage: declineCode === null ? null : declineMessage(declineCode),
    refundedAmount: refundedByStripe(intent),
    refundFailed: refundsOfIntent(intent).some((refund) => !isUnderWay(refund)),
    disputed: chargeOf(intent)?.disputed ?? false,
    ...feeOf(intent),
  };
}

/**
 * Stripe counts fees in the currency of the account's balance. While a payment is captured asynchronously there is no
 * balance transaction yet (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
function feeOf(intent: Stripe.PaymentIntent): Pick<IntentNow, "fee"> {
  const booked = chargeOf(intent)?.balance_transaction;
  if (typeof booked !== "object" || booked === null) return {};
  return { fee: { amount: booked.fee, currency: booked.currency } };
}

/** All refunds of an intent, the failed ones too (newest ten; Foyer makes one, a dashboard seldom more). */
export function refundsOfIntent(intent: Stripe.PaymentIntent): readonly Stripe.Refund[] {
  return chargeOf(intent)?.refunds?.data ?? [];
}

/** What has been given back or is on its way, in minor units. */
export function refundedByStripe(intent: Stripe.PaymentIntent): number {
  const charge = chargeOf(intent);
  if (!charge) return 0;
  // With more refunds than were listed, the charge's own sum is what is left to go by.
  if (charge.refunds?.has_more ?? true) return charge.amount_refunded;
  return refundsOfIntent(intent)
    .filter(isUnderWay)
    .reduce((sum, refund) => sum + refund.amount, 0);
}

const isUnderWay = (refund: Stripe.Refund): boolean =>
  refund.status !== "failed" && refund.status !== "canceled";

function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === "object" ? intent.latest_charge : null;
}
