import type Stripe from "stripe";
import { declineMessage, shownDeclineCode } from "./declineMessages.ts";
import { paymentIdOf } from "./paymentIdInMetadata.ts";
import type { CurrentIntent, Dispute, RefundedAmounts } from "./provider.ts";

const states: Readonly<Record<string, CurrentIntent["state"]>> = {
  requires_payment_method: "requires_payment",
  requires_confirmation: "requires_payment",
  requires_action: "requires_action",
  processing: "processing",
  // Only with manual capture, which Foyer does not request.
  requires_capture: "processing",
  succeeded: "succeeded",
  canceled: "cancelled",
};

/** An intent with its refunds and disputes, newest first. */
export interface StripeReading {
  /** With `latest_charge.balance_transaction` expanded. */
  intent: Stripe.PaymentIntent;
  refunds: readonly Stripe.Refund[];
  disputes: readonly Stripe.Dispute[];
}

/** Translates an intent. `installation` decides which payments are ours. */
export function intentFromStripe(reading: StripeReading, installation: string): CurrentIntent {
  const { intent, refunds, disputes } = reading;
  // An unknown new status must neither settle nor cancel a payment.
  const state = states[intent.status] ?? "processing";
  const lastError = state === "requires_payment" ? intent.last_payment_error : null;
  const declineCode = lastError
    ? shownDeclineCode(lastError.decline_code ?? lastError.code ?? "card_declined")
    : null;
  return {
    providerRef: intent.id,
    paymentId: paymentIdOf(intent.metadata, installation),
    state,
    amount: intent.amount,
    amountReceived: intent.amount_received,
    currency: intent.currency,
    declineCode,
    declineMessage: declineCode === null ? null : declineMessage(declineCode),
    ...refundedByStripe(refunds),
    sentBackAmount: sumOf(refunds.filter((refund) => !isEffective(refund))),
    disputes: disputes.map(disputeOf).toReversed(),
    ...feeOf(intent),
  };
}

/**
 * The fee is missing while a payment is captured asynchronously
 * (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
function feeOf(intent: Stripe.PaymentIntent): Pick<CurrentIntent, "fee"> {
  const balanceTransaction = chargeOf(intent)?.balance_transaction;
  if (typeof balanceTransaction !== "object" || balanceTransaction === null) return {};
  return { fee: { amount: balanceTransaction.fee, currency: balanceTransaction.currency } };
}

/** What is refunded or being refunded, in minor units. */
export function refundedByStripe(refunds: readonly Stripe.Refund[]): RefundedAmounts {
  const effective = refunds.filter(isEffective);
  return {
    refundedAmount: sumOf(effective),
    // For these, Stripe waits for the buyer's bank account (docs.stripe.com/payments/promptpay).
    awaitsBuyerAmount: sumOf(effective.filter(({ status }) => status === "requires_action")),
  };
}

const sumOf = (refunds: readonly Stripe.Refund[]): number =>
  refunds.reduce((sum, { amount }) => sum + amount, 0);

const isEffective = (refund: Stripe.Refund): boolean =>
  refund.status !== "failed" && refund.status !== "canceled";

type StageAndState = Pick<Dispute, "stage" | "state">;

/** A dispute keeps its id from the inquiry to the appeal. */
const disputeStates: Readonly<Record<string, StageAndState>> = {
  warning_needs_response: { stage: "inquiry", state: "open" },
  warning_under_review: { stage: "inquiry", state: "answered" },
  warning_closed: { stage: "inquiry", state: "won" },
  needs_response: { stage: "chargeback", state: "open" },
  under_review: { stage: "chargeback", state: "answered" },
  won: { stage: "chargeback", state: "won" },
  lost: { stage: "chargeback", state: "lost" },
  prevented: { stage: "chargeback", state: "won" },
  appeal_needs_response: { stage: "appeal", state: "open" },
  appeal_under_review: { stage: "appeal", state: "answered" },
};

function disputeOf({ id, status, evidence, evidence_details }: Stripe.Dispute): Dispute {
  // Somebody must look at an unknown new status.
  const { stage, state } = disputeStates[status] ?? { stage: "chargeback", state: "open" };
  // An appeal also ends as "won" or "lost". Its evidence shows that it was an appeal.
  const isAppeal = (state === "won" || state === "lost") && (evidence.appeal ?? null) !== null;
  const dueBy = evidence_details.due_by ?? null;
  return {
    ref: id,
    stage: isAppeal ? "appeal" : stage,
    state,
    dueBy: dueBy === null ? null : new Date(dueBy * 1000).toISOString(),
  };
}

/** Whether the buyer must give Stripe a bank account for a refund. */
export function asksBuyerForAccount(intent: Stripe.PaymentIntent): boolean {
  return bankAccountMethods.has(chargeOf(intent)?.payment_method_details?.type ?? "");
}

/** Methods that need `instructions_email` (docs.stripe.com/api/refunds/create). */
const bankAccountMethods: ReadonlySet<string> = new Set(["promptpay", "konbini", "customer_balance"]);

/** The charge of an intent, if it was expanded. */
export function chargeOf(intent: Stripe.PaymentIntent): Stripe.Charge | null {
  return typeof intent.latest_charge === "object" ? intent.latest_charge : null;
}
