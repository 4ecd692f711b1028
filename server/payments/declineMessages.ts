/** By Stripe's codes (docs.stripe.com/declines/codes, docs.stripe.com/error-codes). */
const sentences: ReadonlyMap<string, string> = new Map(
  Object.entries({
    card_declined: "Your card was declined. Try another card, or ask your bank.",
    insufficient_funds: "Your card has insufficient funds. Try another card.",
    expired_card: "Your card has expired. Try another card.",
    incorrect_number: "Your card number is not right. Check it and try again.",
    invalid_number: "Your card number is not right. Check it and try again.",
    incorrect_cvc: "Your card's security code is not right. Check it and try again.",
    invalid_cvc: "Your card's security code is not right. Check it and try again.",
    invalid_expiry_month: "Your card's expiry month is not right. Check it and try again.",
    invalid_expiry_year: "Your card's expiry year is not right. Check it and try again.",
    incorrect_zip: "Your postal code does not match your card's. Check it and try again.",
    authentication_required: "Your bank wants you to confirm this payment. Try again and follow its steps.",
    payment_intent_authentication_failure:
      "Your bank could not confirm that it is you. Try again, or use another card.",
    card_not_supported: "Your card cannot be used for this payment. Try another card.",
    currency_not_supported: "Your card cannot pay in this currency. Try another card.",
    card_velocity_exceeded: "Your card has reached its limit. Try another card, or ask your bank.",
    withdrawal_count_limit_exceeded: "Your card has reached its limit. Try another card, or ask your bank.",
    duplicate_transaction:
      "A payment of this amount was made a moment ago. Check your bank before you pay again.",
    processing_error: "The bank could not process your card. Try again in a moment.",
    issuer_not_available: "Your bank cannot be reached at the moment. Try again in a moment.",
    try_again_later: "Your bank could not answer. Try again in a moment.",
    payment_intent_payment_attempt_failed: "The payment did not go through. Try again, or pay another way.",
    payment_intent_payment_attempt_expired: "The payment was not finished in time. Try again.",
    amount_too_small: "This amount is too small to be paid by card.",
    amount_too_large: "This amount is too large to be paid by card.",
    test_mode_live_card: "These are test payments, which take only test cards. Your card was not charged.",
  }),
);

const fallback = "The payment did not go through. Try again, or pay another way.";

/** Shown as a plain decline, because a thief must not learn more (docs.stripe.com/declines/codes). */
const hiddenCodes = new Set([
  "generic_decline",
  "fraudulent",
  "lost_card",
  "stolen_card",
  "pickup_card",
  "restricted_card",
  "security_violation",
  "merchant_blacklist",
  "highest_risk_level",
  "elevated_risk_level",
  "do_not_honor",
  "no_action_taken",
  "not_permitted",
  "revocation_of_authorization",
  "revocation_of_all_authorizations",
  "stop_payment_order",
  "transaction_not_allowed",
]);

/** The code that the buyer may see. */
export function shownDeclineCode(code: string): string {
  return hiddenCodes.has(code) ? "card_declined" : code;
}

/** The message for any code of a decline. */
export function declineMessage(code: string): string {
  return sentences.get(shownDeclineCode(code)) ?? fallback;
}

/** The message for a refused request, without the provider's message. */
export function refusalMessage(code: string): string {
  return sentences.get(code) ?? `The payment provider did not accept this (${code}).`;
}
