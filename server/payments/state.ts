/**
 * Invariant: a paid payment never becomes unpaid, in any order in which states arrive.
 * created: no recorded intent yet. pending: the buyer may pay. processing: the bank decides. failed: the provider refused the
 * intent. refund_due: we must refund it. needs_attention: staff must look at it.
 */

import type { DisputeRow, PaymentAttention } from "../db/schema/money.ts";
import type { CurrentIntent } from "./provider.ts";
import type { PaymentRow } from "./rows.ts";

export type PaymentState = PaymentRow["state"];

const moves: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  created: ["pending", "failed", "cancelled"],
  pending: ["processing", "succeeded", "cancelled", "refunded", "needs_attention"],
  processing: ["pending", "succeeded", "cancelled", "refunded", "needs_attention"],
  failed: [],
  // Money that the provider received counts, even after we cancelled.
  cancelled: ["succeeded", "refunded", "needs_attention"],
  succeeded: ["refund_due", "refunded", "needs_attention"],
  refund_due: ["refunded", "needs_attention"],
  needs_attention: ["refund_due", "refunded"],
  // Only when a refund comes back to us.
  refunded: ["needs_attention"],
};

/** Whether a payment may move from one state to another. Staying is not a move. */
export function canMove(from: PaymentState, to: PaymentState): boolean {
  return moves[from].includes(to);
}

/** The states in which the sweeper checks payments that have an intent. */
export const openStates = [
  "created",
  "pending",
  "processing",
  "refund_due",
] as const satisfies PaymentState[];

export type PaymentFacts = Pick<
  PaymentRow,
  | "state"
  | "amount"
  | "currency"
  | "decline_code"
  | "refunded_amount"
  | "sent_back_amount"
  | "awaits_buyer_amount"
  | "disputes"
  | "attention"
>;

/** The payment after an answer. An open payment is pending after a declined try, with its `decline_code`. */
export function paymentAfter(payment: PaymentFacts, answer: CurrentIntent): PaymentFacts {
  const { refundedTotal, ...refunds } = refundsAfter(payment, answer);
  const updated: PaymentFacts = {
    ...payment,
    ...refunds,
    disputes: disputesAfter(payment.disputes, answer.disputes),
  };
  const { state, why } = stateAfter(payment, {
    ...answer,
    refundedAmount: refundedTotal,
    sentBackAmount: refunds.sent_back_amount,
  });
  if (state !== payment.state && !canMove(payment.state, state)) return updated;

  const isOpen = state === "pending" || state === "processing";
  return {
    ...updated,
    state,
    decline_code: isOpen ? answer.declineCode : null,
    attention: why ?? (state === "refunded" ? null : payment.attention),
  };
}

/** The answer may be outdated. The total of all refunds and the part that came back only grow. */
function refundsAfter(payment: PaymentFacts, answer: CurrentIntent) {
  const known = payment.refunded_amount + payment.sent_back_amount;
  const reported = answer.refundedAmount + answer.sentBackAmount;
  const sent_back_amount = Math.max(payment.sent_back_amount, answer.sentBackAmount);
  const isOlder = reported < known || answer.sentBackAmount < payment.sent_back_amount;
  const refundedTotal = Math.max(known, reported) - sent_back_amount;
  return {
    refundedTotal,
    refunded_amount: Math.min(refundedTotal, payment.amount),
    sent_back_amount,
    awaits_buyer_amount: isOlder ? payment.awaits_buyer_amount : answer.awaitsBuyerAmount,
  };
}

/** A later stage ranks above every state of an earlier one. */
const stageRanks = {
  inquiry: 0,
  chargeback: 10,
  appeal: 20,
} as const;
const stateRanks = { open: 1, answered: 2, won: 3, lost: 3 } as const;

/** An answer with an earlier state of a dispute is older, and changes nothing. */
function disputesAfter(known: readonly DisputeRow[], answer: CurrentIntent["disputes"]): DisputeRow[] {
  // Old rows may have a dispute without an id, which is one of those that are reported now.
  const updated = new Map(
    known.filter(({ ref }) => answer.length === 0 || ref !== null).map((dispute) => [dispute.ref, dispute]),
  );
  for (const dispute of answer) {
    const previous = updated.get(dispute.ref);
    if (previous === undefined || rankOf(dispute) >= rankOf(previous)) updated.set(dispute.ref, dispute);
  }
  return [...updated.values()];
}

function rankOf({ stage, state }: DisputeRow): number {
  return stageRanks[stage] + stateRanks[state];
}

function stateAfter(
  payment: PaymentFacts,
  answer: CurrentIntent,
): { state: PaymentState; why?: PaymentAttention } {
  switch (answer.state) {
    case "requires_payment":
    case "requires_action":
      // An intent returns from `processing` only with a decline. Without one, this answer is older than our state.
      return {
        state: payment.state === "processing" && answer.declineCode === null ? "processing" : "pending",
      };
    case "processing":
      return { state: "processing" };
    case "cancelled":
      return { state: "cancelled" };
    case "succeeded":
      return paidStateAfter(payment, answer);
  }
}

function paidStateAfter(
  payment: PaymentFacts,
  answer: CurrentIntent,
): { state: PaymentState; why?: PaymentAttention } {
  if (answer.refundedAmount >= answer.amountReceived) return { state: "refunded" };
  const isOwedBack = payment.state === "refund_due" || payment.state === "refunded";
  if (isOwedBack && answer.sentBackAmount > payment.sent_back_amount) {
    const amount = answer.amountReceived - answer.refundedAmount;
    return { state: "needs_attention", why: { kind: "refundSentBack", amount, currency: answer.currency } };
  }
  if (isOwedBack || payment.state === "needs_attention") return { state: payment.state };
  if (answer.amountReceived !== payment.amount || answer.currency !== payment.currency) {
    const { amountReceived: amount, currency } = answer;
    return { state: "needs_attention", why: { kind: "wrongAmount", amount, currency } };
  }
  return { state: "succeeded" };
}
