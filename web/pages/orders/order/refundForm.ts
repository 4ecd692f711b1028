import type { BodyInput } from "../../../../contract/all.ts";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import { linesOfRefunds, refundAmountOf } from "../../../../contract/rules/money/refundWorth.ts";
import { paidLaterText } from "../../../../contract/rules/orderWords.ts";
import type { ListedOrder, Refund } from "../../../../contract/shapes/money/refund.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { amountExamples, minorUnitsOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { nameText } from "../../../words/attendeeWords.ts";
import { amountLeft, buyerText } from "../orderWords.ts";

export interface Refundable {
  order: ListedOrder;
  /** The people whose tickets this form can cancel; null if it can cancel none. */
  people: readonly Attendee[] | null;
  refunds: readonly Pick<Refund, "state" | "items">[];
  /** Whether paid extras that were bought later keep the last ticket from being cancelled. */
  paidLater?: boolean | undefined;
}

export type RefundValues = {
  /** "" until it is chosen, so that no money goes back by a quick press of the button. */
  how: "" | "rest" | "amount" | "lines";
  amount: string;
  /** One entry for each line of the order; "" refunds nothing of it. */
  items: { quantity: string }[];
  tickets: "keep" | "all" | "some";
  /** They have ids, so that after a removal no tick moves to another person. */
  people: { attendeeId: number; isCancelled: boolean }[];
  reason: string;
};

export function valuesOf({ order, people }: Refundable): RefundValues {
  return {
    how: "",
    amount: "",
    items: order.items.map(() => ({ quantity: "" })),
    tickets: hasPrice({ order }) ? "keep" : "all",
    people: (people ?? []).map(({ attendeeId }) => ({ attendeeId, isCancelled: false })),
    reason: "",
  };
}

/** A buyer who gets everything back will probably not come, so the form suggests to cancel all tickets. */
export function valuesWith(values: RefundValues, how: RefundValues["how"]): RefundValues {
  return { ...values, how, tickets: values.tickets === "some" ? "some" : how === "rest" ? "all" : "keep" };
}

/** A free order has only tickets to cancel. */
export function hasPrice({ order }: Pick<Refundable, "order">): boolean {
  return order.totalAmount > 0;
}

export function noCancelBecause(values: RefundValues, refundable: Refundable): string | null {
  return refundable.paidLater === true && cancelsEverybody(values, refundable) ? paidLaterText : null;
}

/** Messages by path. */
export function problemsOf(values: RefundValues, refundable: Refundable): Record<string, string> {
  return { ...moneyProblems(values, refundable), ...peopleProblems(values, refundable) };
}

function moneyProblems(values: RefundValues, refundable: Refundable): Record<string, string> {
  const { order } = refundable;
  if (!hasPrice(refundable) || values.how === "rest") return {};
  if (values.how === "") return { how: "Please choose how much to refund." };
  if (values.how === "amount") {
    const amount = minorUnitsOf(values.amount, order.currency);
    const left = amountLeft(order);
    if (amount === null)
      return { amount: `Please give an amount, such as ${amountExamples(12, order.currency)}.` };
    if (amount === 0) return { amount: "It must be more than 0." };
    return amount > left
      ? { amount: `It must be at most ${formatMoney(left, order.currency)}, the amount that is left.` }
      : {};
  }
  const problems: Record<string, string> = {};
  for (const [index, line] of order.items.entries()) {
    const quantity = quantityOf(values, index);
    if (quantity === null) problems[`items.${index}.quantity`] = "Please give a whole number.";
    else if (quantity > line.quantity)
      problems[`items.${index}.quantity`] = `The order has only ${line.quantity}.`;
  }
  const firstIndex = order.items.findIndex(({ unitPrice }) => unitPrice > 0);
  if (Object.keys(problems).length === 0 && linesOf(values, order).length === 0)
    problems[`items.${firstIndex}.quantity`] = "Please enter how many of each.";
  return problems;
}

function peopleProblems(values: RefundValues, refundable: Refundable): Record<string, string> {
  const { people } = refundable;
  if (people === null || values.tickets !== "some" || ticketsToCancel(values, refundable).length > 0)
    return {};
  const firstIndex =
    people.map((attendee) => personIndexOf(values, attendee)).find((index) => index >= 0) ?? 0;
  return { [`people.${firstIndex}.isCancelled`]: "Please choose the tickets to cancel." };
}

/** The person's index in the form; -1 if the person was added after the form was opened. */
export function personIndexOf(
  { people }: RefundValues,
  { attendeeId }: Pick<Attendee, "attendeeId">,
): number {
  return people.findIndex((attendee) => attendee.attendeeId === attendeeId);
}

function linesOf(values: RefundValues, order: ListedOrder) {
  return order.items.flatMap((line, index) => {
    const quantity = quantityOf(values, index) ?? 0;
    return quantity > 0 && line.unitPrice > 0 ? [{ ...line, quantity, index }] : [];
  });
}

function quantityOf({ items }: RefundValues, index: number): number | null {
  const text = items[index]?.quantity.trim() ?? "";
  return text === "" ? 0 : wholeNumberOf(text);
}

/** The refund in minor units; null while the fields of the money have a problem. */
export function refundAmount(values: RefundValues, refundable: Refundable): number | null {
  const { order } = refundable;
  if (Object.keys(moneyProblems(values, refundable)).length > 0) return null;
  if (values.how === "amount") return minorUnitsOf(values.amount, order.currency);
  const left = amountLeft(order);
  return values.how === "rest" ? left : Math.min(left, linesWorth(values, refundable));
}

function linesWorth(values: RefundValues, { order, refunds }: Refundable): number {
  const refundedItems = refunds.filter(({ state }) => state !== "failed").flatMap(({ items }) => items);
  return refundAmountOf(order, linesOf(values, order), linesOfRefunds(order, refundedItems));
}

export function bodyOf(values: RefundValues, refundable: Refundable): BodyInput<"order/refund"> {
  const { order } = refundable;
  const toCancel = ticketsToCancel(values, refundable);
  return {
    orderId: order.id,
    reason: values.reason,
    ...moneyOf(values, refundable),
    cancelTickets: toCancel.length > 0 || returnsToSale(values, refundable),
    ...(toCancel.length > 0 &&
      !cancelsEverybody(values, refundable) && {
        attendeeIds: toCancel.map(({ attendeeId }) => attendeeId),
      }),
  };
}

/** Except for lines, requests exactly the amount on the screen, even if somebody refunded a part meanwhile. */
function moneyOf(
  values: RefundValues,
  refundable: Refundable,
): Pick<BodyInput<"order/refund">, "amount" | "items"> {
  if (!hasPrice(refundable)) return {};
  if (values.how === "lines")
    return {
      items: linesOf(values, refundable.order).map(({ kind, refId, quantity }) => ({
        kind,
        refId,
        quantity,
      })),
    };
  return { amount: refundAmount(values, refundable) ?? 0 };
}

function ticketsToCancel(values: RefundValues, { people }: Refundable): readonly Attendee[] {
  if (people === null || values.tickets === "keep") return [];
  if (values.tickets === "all") return people;
  return people.filter((attendee) => values.people[personIndexOf(values, attendee)]?.isCancelled === true);
}

function cancelsEverybody(values: RefundValues, refundable: Refundable): boolean {
  const count = ticketsToCancel(values, refundable).length;
  return count > 0 && count === refundable.people?.length;
}

/**
 * Whether an order of extras or of a package returns to sale. If the bank sent a full refund back, the order returned
 * with that refund.
 */
function returnsToSale(values: RefundValues, refundable: Refundable): boolean {
  const { order } = refundable;
  const isReservable = order.purpose === "extras" || order.purpose === "sponsorship";
  if (order.paymentStatus === "refunded") return false;
  return isReservable && hasPrice(refundable) && refundAmount(values, refundable) === amountLeft(order);
}

/** The form's fields by the request's paths. The request may have fewer lines and people than the screen. */
export function pathsOf(values: RefundValues, refundable: Refundable): Record<string, string> {
  const paths: Record<string, string> = {
    amount: values.how === "amount" ? "amount" : "how",
    items: "how",
    cancelTickets: refundable.people === null ? "how" : "tickets",
  };
  for (const [requestIndex, { index }] of linesOf(values, refundable.order).entries())
    for (const name of ["quantity", "refId"])
      paths[`items.${requestIndex}.${name}`] = `items.${index}.quantity`;
  for (const [requestIndex, attendee] of ticketsToCancel(values, refundable).entries())
    paths[`attendeeIds.${requestIndex}`] = `people.${personIndexOf(values, attendee)}.isCancelled`;
  return paths;
}

/** The consequences in sentences; none while the form has problems. */
export function refundOutcome(values: RefundValues, refundable: Refundable): string[] {
  const amount = refundAmount(values, refundable);
  if (amount === null || Object.keys(problemsOf(values, refundable)).length > 0) return [];
  return [
    ...(hasPrice(refundable) ? moneyOutcome(amount, values, refundable) : []),
    ...ticketOutcome(values, refundable),
    ...mailOutcome(values, refundable),
    ...stockOutcome(values, refundable),
  ];
}

const handWords = { cash: "in cash", cardTerminal: "at the card terminal", bankTransfer: "by bank transfer" };

function moneyOutcome(amount: number, values: RefundValues, refundable: Refundable): string[] {
  const { order } = refundable;
  const money = formatMoney(amount, order.currency);
  const isCapped = values.how === "lines" && linesWorth(values, refundable) > amount;
  return [
    order.paidBy === null
      ? `${money} is refunded to the card or account of ${buyerText(order)}${order.buyer.email === null ? "" : ", and the buyer gets a mail about it"}.`
      : `${money} is refunded by hand: pay it out to ${buyerText(order)} yourself, ${handWords[order.paidBy]}.`,
    ...(isCapped ? ["This is the most that can still be refunded."] : []),
    ...(order.paymentStatus === "refunded"
      ? ["The bank sent an earlier refund back. Refund only if you have not paid the buyer another way."]
      : []),
  ];
}

function ticketOutcome(values: RefundValues, refundable: Refundable): string[] {
  if (refundable.people === null) return [];
  const toCancel = ticketsToCancel(values, refundable);
  const remainingCount = refundable.people.length - toCancel.length;
  if (toCancel.length === 0)
    return [remainingCount === 1 ? "The ticket stays valid." : "All tickets stay valid."];
  const namesText =
    toCancel.length > 3 || remainingCount === 0 ? "" : ` (${toCancel.map(nameText).join(", ")})`;
  const cancelled =
    toCancel.length === 1
      ? `1 ticket is cancelled${namesText}: its code stops working, and the place returns to sale.`
      : `${toCancel.length} tickets are cancelled${namesText}: their codes stop working, and the places return to sale.`;
  const hasExtras = refundable.order.items.some(({ kind }) => kind === "extras");
  if (remainingCount > 0)
    return [
      cancelled,
      remainingCount === 1 ? "1 ticket stays valid." : `${remainingCount} tickets stay valid.`,
      ...(hasExtras
        ? ["The extras of the order stay, too. They are cancelled only with the last ticket."]
        : []),
    ];
  return [cancelled, ...(hasExtras ? ["The extras bought with them return to sale as well."] : [])];
}

/** Without a refund by the provider, the buyer is mailed about cancelled tickets. */
function mailOutcome(values: RefundValues, refundable: Refundable): string[] {
  const { paymentStatus, paidBy, buyer } = refundable.order;
  const isWithoutProvider = paymentStatus === "free" || paidBy !== null;
  const isMailed =
    isWithoutProvider && buyer.email !== null && ticketsToCancel(values, refundable).length > 0;
  return isMailed ? ["The buyer gets a mail about it."] : [];
}

function stockOutcome(values: RefundValues, refundable: Refundable): string[] {
  const { purpose, paymentStatus } = refundable.order;
  if (paymentStatus === "refunded") return [];
  const isReturned = returnsToSale(values, refundable);
  if (purpose === "extras")
    return [
      isReturned
        ? "Everything is refunded, so the extras return to sale and their code stops working."
        : "The buyer keeps the extras: the code stays valid for all of them until everything is refunded.",
    ];
  if (purpose === "sponsorship")
    return [
      isReturned
        ? "Everything is refunded, so the package returns to sale."
        : "The sponsor keeps the package until everything is refunded.",
    ];
  return [];
}
