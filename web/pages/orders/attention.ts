/** Cases that need staff, with their texts and actions. Pure. */

import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import { amountLeft } from "./orderWords.ts";

/** The page's actions: refund again, write to the buyer, correct the address, mail again, or mark as done. */
export type AttentionAction = "refund" | "write" | "address" | "resend" | "attendee" | "done";

/** The texts and actions of a case. */
export interface CaseWords {
  /** The problem. */
  what: string;
  /** The solution. */
  mend: string;
  acts: readonly AttentionAction[];
}

/** The used fields of the case's order; null if the case belongs to no order. */
type CaseOrder = Pick<
  ListedOrder,
  "buyer" | "paymentStatus" | "totalAmount" | "refundedAmount" | "refundDue"
> | null;

/** The texts of a case, with the page's actions for it. */
export function caseWordsOf(moneyCase: MoneyCase, order: CaseOrder): CaseWords {
  const writeActions: readonly AttentionAction[] = order?.buyer.email ? ["write"] : [];
  const money = moneyText(moneyCase.money);
  const words = moneyCase.words === null ? "." : `: ${moneyCase.words}`;
  const providerRefText =
    moneyCase.providerRef === null ? "" : ` You find it there as ${moneyCase.providerRef}.`;
  switch (moneyCase.kind) {
    case "late":
      return refundCase(moneyCase, `${money} came after what it was for had gone`, writeActions);
    case "double":
      return refundCase(
        moneyCase,
        `${money} came a second time: the order was paid in another way before`,
        writeActions,
      );
    case "wrongAmount":
      return {
        what: `${money} came where ${moneyText(moneyCase.due)} was due, so nothing was handed out for it.`,
        mend: `Give it back at the payment provider; it shows here by itself. Then the buyer can buy again.${providerRefText}`,
        acts: [...writeActions, "done"],
      };
    case "disputed":
      return {
        what: `The buyer disputes this payment of ${money} with the bank.`,
        mend: `${answerText(moneyCase.answerBy)} Give nothing back here meanwhile: the bank may take the money itself.${providerRefText}`,
        acts: [...writeActions, "done"],
      };
    case "disputeLost":
      return {
        what: `The bank decided the dispute for the buyer, and took back ${money}.`,
        mend: `Nothing more can be done about the money. Cancel the tickets if they are still valid.${providerRefText}`,
        acts: [...writeActions, "done"],
      };
    case "refundSentBack":
      return refundSentBack(order, money, writeActions);
    case "refundAwaitsBuyer":
      return {
        what: `A refund of ${money} waits until the buyer has told Stripe a bank account.`,
        mend: "Stripe has mailed the buyer. Remind them to answer within 45 days; after that the money comes back to you.",
        acts: [...writeActions, "done"],
      };
    case "refundRefused":
      return {
        what: `${money} came that belongs to nothing, and the provider did not give it back${words}`,
        mend: `Give it back at the payment provider or another way, such as by bank transfer.${providerRefText}`,
        acts: [...writeActions, "done"],
      };
    case "refundFailed":
      return refundFailed(order, `A refund of ${money} did not go through${words}`, writeActions);
    case "unknownPayment":
      return {
        what: `${money} came in that belongs to no order of ours.`,
        mend: `A backup may have been restored, or an older Foyer uses the same account. Give it back at the payment provider.${providerRefText}`,
        acts: ["done"],
      };
    case "mailBounced":
      return mailBounced(moneyCase, order);
    case "other":
      return {
        what: moneyCase.words ?? `A payment of ${money} needs a look.`,
        mend: `Look the payment up at the payment provider.${providerRefText}`,
        acts: [...writeActions, "done"],
      };
  }
}

/** A payment that is refunded automatically. Afterwards the case is only information. */
function refundCase(
  { isGivenBack }: MoneyCase,
  what: string,
  writeActions: readonly AttentionAction[],
): CaseWords {
  if (!isGivenBack)
    return {
      what: `${what}.`,
      mend: "It is refunded automatically. You do not need to do anything.",
      acts: writeActions,
    };
  return {
    what: `${what}. All of it went back.`,
    mend: "We mailed the buyer. There is nothing to do.",
    acts: [...writeActions, "done"],
  };
}

function answerText(answerBy: string | null): string {
  if (answerBy === null)
    return "The bank is deciding. If you have not answered yet, do so at the payment provider.";
  const date = new Date(answerBy).toLocaleString("en-US", {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `Answer the dispute at the payment provider by ${date} UTC.`;
}

function refundSentBack(
  order: CaseOrder,
  money: string,
  writeActions: readonly AttentionAction[],
): CaseWords {
  const canRetry = order !== null && order.paymentStatus === "paid" && amountLeft(order) > 0;
  return {
    what: `A refund of ${money} did not reach the buyer: it came back to us.`,
    mend: canRetry
      ? "A mail told the buyer. Refund it again, or ask the buyer where the money should go and pay it out another way, such as by bank transfer."
      : "A mail told the buyer. Ask where the money should go, and pay it out another way, such as by bank transfer.",
    acts: [...(canRetry ? (["refund"] as const) : []), ...writeActions, "done"],
  };
}

function refundFailed(order: CaseOrder, what: string, writeActions: readonly AttentionAction[]): CaseWords {
  const canRetry = order !== null && order.paymentStatus === "paid" && amountLeft(order) > 0;
  return {
    what,
    mend: canRetry
      ? "Try it again; should it fail once more, give the money back another way, such as by bank transfer."
      : "Look at the refunds below: what is not refunded must reach the buyer another way.",
    acts: [...(canRetry ? (["refund"] as const) : []), ...writeActions, "done"],
  };
}

function mailBounced({ recipient, words }: MoneyCase, order: CaseOrder): CaseWords {
  const reason = words === null ? "" : ` The mail server said: ${words}`;
  const what = `A mail to ${recipient} came back.${reason}`;
  if (order === null)
    return {
      what,
      mend: "Correct the address with the attendee, or reach them another way.",
      acts: ["attendee", "done"],
    };
  if (recipient?.toLowerCase() !== order.buyer.email?.toLowerCase())
    return {
      what,
      mend: "It is a guest’s address. Correct it with the attendee, and mail their ticket again from there.",
      acts: ["attendee", "done"],
    };
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "free";
  return {
    what,
    mend: isPaid
      ? "Correct the buyer’s address: what they bought is then mailed to it. If it is right, mail it again later."
      : "Correct the buyer’s address, or reach them another way.",
    acts: ["address", ...(isPaid ? (["resend"] as const) : []), "done"],
  };
}

function moneyText(money: MoneyCase["money"]): string {
  return money === null ? "Money" : formatMoney(money.amount, money.currency);
}
