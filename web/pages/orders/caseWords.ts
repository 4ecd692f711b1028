import { formatMoney } from "../../../contract/rules/money/money.ts";
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import type { ListedOrder } from "../../../contract/shapes/money/refund.ts";
import type { OrderMoney } from "../../words/orderStatus.ts";
import { noRefundBecause } from "./orderWords.ts";

export type AttentionAction = "refund" | "write" | "address" | "resend" | "attendee" | "done";

export interface CaseWords {
  problem: string;
  solution: string;
  actions: readonly AttentionAction[];
}

/** The order of the case; null if it belongs to none. */
type CaseOrder = (OrderMoney & Pick<ListedOrder, "buyer">) | null;

export function caseWordsOf(moneyCase: MoneyCase, order: CaseOrder): CaseWords {
  const writeActions: readonly AttentionAction[] = order?.buyer.email ? ["write"] : [];
  const money = moneyText(moneyCase.money);
  const reason = moneyCase.words === null ? "." : `: ${moneyCase.words}`;
  const canRetry = order !== null && noRefundBecause(order) === null;
  const retryActions: readonly AttentionAction[] = canRetry ? ["refund"] : [];
  const providerRefText =
    moneyCase.providerRef === null ? "" : ` You find it there as ${moneyCase.providerRef}.`;
  switch (moneyCase.kind) {
    case "late":
      return automaticRefund(
        moneyCase,
        `${money} came too late: what it paid for was no longer reserved`,
        writeActions,
      );
    case "double":
      return automaticRefund(
        moneyCase,
        `${money} came a second time: the order was paid in another way before`,
        writeActions,
      );
    case "wrongAmount":
      return {
        problem: `${money} was paid instead of ${moneyText(moneyCase.due)}, so the buyer got nothing for it.`,
        solution: `Refund it at the payment provider; this page then shows the refund automatically. After that, the buyer can buy again.${providerRefText}`,
        actions: [...writeActions, "done"],
      };
    case "disputed":
      return {
        problem: `The buyer disputes this payment of ${money} with the bank.`,
        solution: `${answerText(moneyCase.answerBy)} Do not refund it here meanwhile: the bank may take the money itself.${providerRefText}`,
        actions: [...writeActions, "done"],
      };
    case "disputeLost":
      return {
        problem: `The bank decided the dispute for the buyer, and took back ${money}.`,
        solution: `Nothing more can be done about the money. Cancel the tickets if they are still valid.${providerRefText}`,
        actions: [...writeActions, "done"],
      };
    case "refundSentBack":
      return {
        problem: `A refund of ${money} did not reach the buyer: it came back to us.`,
        solution: canRetry
          ? "We mailed the buyer about it. Refund it again, or ask the buyer where the money should go and pay it out another way, such as by bank transfer."
          : "We mailed the buyer about it. Ask where the money should go, and pay it out another way, such as by bank transfer.",
        actions: [...retryActions, ...writeActions, "done"],
      };
    case "refundAwaitsBuyer":
      return {
        problem: `A refund of ${money} waits until the buyer enters a bank account at Stripe.`,
        solution:
          "Stripe has mailed the buyer. Remind them to answer within 45 days; after that the money comes back to you.",
        actions: [...writeActions, "done"],
      };
    case "refundRefused":
      return {
        problem: `${money} belongs to no order or registration, and the provider did not refund it${reason}`,
        solution: `Refund it at the payment provider or another way, such as by bank transfer.${providerRefText}`,
        actions: [...writeActions, "done"],
      };
    case "refundFailed":
      return {
        problem: `A refund of ${money} did not go through${reason}`,
        solution: canRetry
          ? "Try it again. If it fails again, pay the money back another way, such as by bank transfer."
          : "Look at the refunds below, and pay back the rest another way.",
        actions: [...retryActions, ...writeActions, "done"],
      };
    case "unknownPayment":
      return {
        problem: `${money} was paid that belongs to no order of this site.`,
        solution: `A backup may have been restored, or an older Foyer uses the same account. Refund it at the payment provider.${providerRefText}`,
        actions: ["done"],
      };
    case "mailBounced":
      return mailBounced(moneyCase, order);
    case "other":
      return {
        problem: moneyCase.words ?? `A payment of ${money} needs your attention.`,
        solution: `Look the payment up at the payment provider.${providerRefText}`,
        actions: [...writeActions, "done"],
      };
  }
}

function automaticRefund(
  { isGivenBack }: MoneyCase,
  problem: string,
  writeActions: readonly AttentionAction[],
): CaseWords {
  if (!isGivenBack)
    return {
      problem: `${problem}.`,
      solution: "It is refunded automatically. You do not need to do anything.",
      actions: writeActions,
    };
  return {
    problem: `${problem}. All of it was refunded.`,
    solution: "We mailed the buyer. There is nothing to do.",
    actions: [...writeActions, "done"],
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

function mailBounced({ recipient, words }: MoneyCase, order: CaseOrder): CaseWords {
  const reason = words === null ? "" : ` The reason: ${words}`;
  const problem = `A mail to ${recipient} could not be delivered.${reason}`;
  if (order === null)
    return {
      problem,
      solution: "Find the attendee and correct the address, or reach them another way.",
      actions: ["attendee", "done"],
    };
  if (recipient?.toLowerCase() !== order.buyer.email?.toLowerCase())
    return {
      problem,
      solution: "It is a guest’s address. Find the attendee, correct it, and mail their ticket again there.",
      actions: ["attendee", "done"],
    };
  const isPaid = order.paymentStatus === "paid" || order.paymentStatus === "free";
  return {
    problem,
    solution: isPaid
      ? "Correct the buyer’s address: what they bought is then mailed to it. If the address is right, mail again later."
      : "Correct the buyer’s address, or reach them another way.",
    actions: ["address", ...(isPaid ? (["resend"] as const) : []), "done"],
  };
}

function moneyText(money: MoneyCase["money"]): string {
  return money === null ? "Money" : formatMoney(money.amount, money.currency);
}
