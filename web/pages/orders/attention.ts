/** Why an order wants somebody of the staff, and what they can do about it, in their words. Pure. */

import type { ListedOrder } from "../../../contract/refund.ts";
import { formatMoney } from "../../../contract/rules/money.ts";
import { leftOf } from "./orderWords.ts";

/** A case. */
export interface Attention {
  /** What is wrong. */
  what: string;
  /** What mends it. */
  mend: string;
  /** What the page offers for it. */
  acts: readonly ("refund" | "write")[];
}

type Wanting = Pick<
  ListedOrder,
  "attention" | "buyer" | "paymentStatus" | "totalAmount" | "refundedAmount" | "refundDue"
>;

const wrongAmount = /^The provider took (\d+) ([a-z]{3}) where (\d+) ([a-z]{3}) was due/;
const failed = /^A refund failed: (.*)$/s;

/** What is wrong with an order; null where all is well. What we do not know is told as the server says it. */
export function attentionOf(order: Wanting): Attention | null {
  const { attention } = order;
  if (attention === null) return null;
  const acts = order.buyer.email === null ? [] : (["write"] as const);
  const amounts = wrongAmount.exec(attention);
  if (amounts !== null)
    return {
      what: `${formatMoney(Number(amounts[1]), amounts[2]!)} came where ${formatMoney(Number(amounts[3]), amounts[4]!)} was due, so nothing was handed out for it.`,
      mend: "Give it back at the payment provider; it shows here by itself. Then the buyer can buy again.",
      acts,
    };
  const failure = failed.exec(attention);
  if (failure !== null) {
    const canRetry = order.paymentStatus === "paid" && leftOf(order) > 0;
    return {
      what: `A refund did not go through: ${failure[1]}`,
      mend: canRetry
        ? "Try it again; should it fail once more, give the money back another way, such as by bank transfer."
        : "Look at the refunds below: what is not given back must reach the buyer another way.",
      acts: canRetry ? ["refund", ...acts] : acts,
    };
  }
  if (/disputes/.test(attention))
    return {
      what: attention,
      mend: "Answer the dispute at the payment provider before its time is over. Give nothing back here meanwhile: the bank may take the money itself.",
      acts,
    };
  if (/sent the refund back/.test(attention))
    return {
      what: "The bank sent a refund back to us.",
      mend: "Ask the buyer where the money shall go, and pay it out another way, such as by bank transfer.",
      acts,
    };
  return { what: attention, mend: "Look the payment up at the payment provider.", acts };
}
