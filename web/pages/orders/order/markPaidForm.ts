import type { BodyOf } from "../../../../contract/all.ts";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { ListedOrder } from "../../../../contract/shapes/money/refund.ts";
import { buyerText } from "../orderWords.ts";

export type MarkPaidValues = {
  paidBy: BodyOf<"order/markPaid">["paidBy"] | "";
  note: string;
};

export const paidByChoices: Record<BodyOf<"order/markPaid">["paidBy"], string> = {
  bankTransfer: "By bank transfer",
  cash: "In cash",
};

/** The note replaces that of the order, so it starts with it. */
export function valuesOf({ paidNote }: Pick<ListedOrder, "paidNote">): MarkPaidValues {
  return { paidBy: "", note: paidNote };
}

/** Messages by field. */
export function problemsOf({ paidBy }: MarkPaidValues): Record<string, string> {
  return paidBy === "" ? { paidBy: "Please choose how it was paid." } : {};
}

/** The request body of values without problems. It has the shown amount; the server refuses another. */
export function bodyOf({ paidBy, note }: MarkPaidValues, order: ListedOrder): BodyOf<"order/markPaid"> {
  return { orderId: order.id, amount: order.totalAmount, paidBy: paidBy === "" ? "cash" : paidBy, note };
}

export function markPaidOutcome(order: ListedOrder): string[] {
  const total = formatMoney(order.totalAmount, order.currency);
  const { email } = order.buyer;
  const mailClause = email === null ? "" : ` and are mailed to ${email}`;
  const thanksClause = email === null ? "" : ` A thank-you mail with the receipt goes to ${email}.`;
  const outcomeByPurpose = {
    registration: `The tickets become valid${mailClause}. If the places are no longer held, they are reserved again. If they are sold out, nothing changes and you get a message.`,
    extras: `The extras get their code${mailClause}. If they are no longer reserved, they are reserved again. If they are sold out, nothing changes and you get a message.`,
    sponsorship: `The sponsor gets the package.${thanksClause} If it is sold out, nothing changes and you get a message.`,
    donation: `The donation is recorded as paid.${thanksClause}`,
  };
  return [
    `${total} is recorded as received from ${buyerText(order)}, with your name and the time.`,
    outcomeByPurpose[order.purpose],
    "A card payment in progress is cancelled. If it still arrives, it is refunded in full.",
  ];
}
