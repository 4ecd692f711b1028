/** Marks an order as paid: form values, messages, request body and consequences. Pure. */
import type { BodyOf } from "../../../../contract/all.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { ListedOrder } from "../../../../contract/shapes/refund.ts";
import { buyerText } from "../orderWords.ts";

/** The form's values. */
export type MarkPaidValues = {
  paidBy: BodyOf<"order/markPaid">["paidBy"] | "";
  note: string;
};

export const paidByChoices: Record<BodyOf<"order/markPaid">["paidBy"], string> = {
  bankTransfer: "By bank transfer",
  cash: "In cash",
};

/** Messages by field. */
export function problemsOf({ paidBy }: MarkPaidValues): Record<string, string> {
  return paidBy === "" ? { paidBy: "Please say how the money came." } : {};
}

/** The request body. It has the shown amount, so that nobody confirms another one. */
export function bodyOf({ paidBy, note }: MarkPaidValues, order: ListedOrder): BodyOf<"order/markPaid"> {
  return { orderId: order.id, amount: order.totalAmount, paidBy: paidBy === "" ? "cash" : paidBy, note };
}

/** The consequences, in sentences. */
export function markPaidOutcome(order: ListedOrder): string[] {
  const total = formatMoney(order.totalAmount, order.currency);
  const { email } = order.buyer;
  const mailed = email === null ? "" : ` and are mailed to ${email}`;
  const thanked = email === null ? "" : ` The thanks with the receipt go to ${email}.`;
  const what = {
    registration: `The tickets become valid${mailed}. Where their places are no longer kept, they are taken again; if they are gone, nothing happens and you are told.`,
    extras: `The extras get their code${mailed}. Where they are no longer kept, they are taken again; if they are gone, nothing happens and you are told.`,
    sponsorship: `The package is theirs.${thanked} If it is sold out meanwhile, nothing happens and you are told.`,
    donation: `The donation counts.${thanked}`,
  };
  return [
    `${total} counts as received from ${buyerText(order)}, with your name and the time.`,
    what[order.purpose],
    "A card payment that is under way is ended. Should one come in all the same, it goes back in full.",
  ];
}
