/** The refund form: values, messages, request body and consequences. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import { refundWorth } from "../../../../contract/rules/refundWorth.ts";
import type { ListedOrder } from "../../../../contract/shapes/refund.ts";
import type { Attendee } from "../../../../contract/shapes/registration.ts";
import { amountExamples, minorOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { nameText } from "../../../words/attendeeWords.ts";
import { amountLeft, buyerText, isByHand } from "../orderWords.ts";

/** The order to refund. */
export interface Refundable {
  order: ListedOrder;
  /** The people whose tickets can be cancelled; null if the order has none (any more). */
  people: readonly Attendee[] | null;
}

/** The form's values, in the shape of the screen. */
export type RefundValues = {
  how: "rest" | "amount" | "lines";
  amount: string;
  /** By line of the order; "" means none of it. */
  items: { quantity: string }[];
  tickets: "keep" | "all" | "some";
  /** The people when the form was opened, by id, so that no tick moves to another person after a removal. */
  people: { attendeeId: number; isLeaving: boolean }[];
  reason: string;
};

/** The initial values: the whole rest, and the tickets stay. */
export function valuesOf({ order, people }: Refundable): RefundValues {
  return {
    how: "rest",
    amount: "",
    items: order.items.map(() => ({ quantity: "" })),
    tickets: order.paymentStatus === "free" ? "all" : "keep",
    people: (people ?? []).map(({ attendeeId }) => ({ attendeeId, isLeaving: false })),
    reason: "",
  };
}

/** Whether the order has a price, or only tickets. */
export function hasPrice({ order }: Refundable): boolean {
  return order.totalAmount > 0;
}

/** Messages by path. */
export function problemsOf(values: RefundValues, of: Refundable): Record<string, string> {
  return { ...moneyProblems(values, of), ...peopleProblems(values, of) };
}

function moneyProblems(values: RefundValues, of: Refundable): Record<string, string> {
  const { order } = of;
  if (!hasPrice(of) || values.how === "rest") return {};
  if (values.how === "amount") {
    const amount = minorOf(values.amount, order.currency);
    const left = amountLeft(order);
    if (amount === null)
      return { amount: `Please give an amount, such as ${amountExamples(12, order.currency)}.` };
    if (amount === 0) return { amount: "It must be more than nothing." };
    return amount > left
      ? { amount: `It must be at most ${formatMoney(left, order.currency)}: so much is left.` }
      : {};
  }
  const wrong: Record<string, string> = {};
  for (const [index, line] of order.items.entries()) {
    const quantity = quantityOf(values, index);
    if (quantity === null) wrong[`items.${index}.quantity`] = "Please give a whole number.";
    else if (quantity > line.quantity)
      wrong[`items.${index}.quantity`] = `The order has ${line.quantity} of it.`;
  }
  const first = order.items.findIndex(({ unitPrice }) => unitPrice > 0);
  if (Object.keys(wrong).length === 0 && linesOf(values, order).length === 0)
    wrong[`items.${first}.quantity`] = "Please say how many of which line.";
  return wrong;
}

function peopleProblems(values: RefundValues, of: Refundable): Record<string, string> {
  const { people } = of;
  if (people === null || values.tickets !== "some" || leavingOf(values, of).length > 0) return {};
  const first = people.map((one) => placeOf(values, one)).find((place) => place >= 0) ?? 0;
  return { [`people.${first}.isLeaving`]: "Please say whose tickets are cancelled." };
}

/** The person's index in the form; -1 if they were added after it was opened. */
export function placeOf({ people }: RefundValues, { attendeeId }: Pick<Attendee, "attendeeId">): number {
  return people.findIndex((one) => one.attendeeId === attendeeId);
}

/** The refunded lines, with the index of each in the order. */
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

/** The refund in minor units, as the server will calculate it; null if it is not known yet. */
export function refundAmount(values: RefundValues, of: Refundable): number | null {
  const { order } = of;
  if (Object.keys(moneyProblems(values, of)).length > 0) return null;
  if (values.how === "amount") return minorOf(values.amount, order.currency);
  const left = amountLeft(order);
  return values.how === "rest" ? left : Math.min(left, refundWorth(order, linesOf(values, order)));
}

/** The request body. */
export function bodyOf(values: RefundValues, of: Refundable): BodyInput<"order/refund"> {
  const { order } = of;
  const leaving = leavingOf(values, of);
  const isEverybody = leaving.length === (of.people ?? []).length;
  return {
    orderId: order.id,
    reason: values.reason,
    ...moneyOf(values, of),
    cancelTickets: leaving.length > 0 || returnsToSale(values, of),
    ...(leaving.length > 0 && !isEverybody && { attendeeIds: leaving.map(({ attendeeId }) => attendeeId) }),
  };
}

/** Requests exactly the amount on the screen, also if somebody refunded a part meanwhile. */
function moneyOf(values: RefundValues, of: Refundable): Pick<BodyInput<"order/refund">, "amount" | "items"> {
  if (!hasPrice(of)) return {};
  if (values.how === "lines")
    return {
      items: linesOf(values, of.order).map(({ kind, refId, quantity }) => ({ kind, refId, quantity })),
    };
  return { amount: refundAmount(values, of) ?? 0 };
}

function leavingOf(values: RefundValues, { people }: Refundable): readonly Attendee[] {
  if (people === null || values.tickets === "keep") return [];
  if (values.tickets === "all") return people;
  return people.filter((one) => values.people[placeOf(values, one)]?.isLeaving === true);
}

/** A fully refunded extra or package is on sale again. */
function returnsToSale(values: RefundValues, of: Refundable): boolean {
  const { order } = of;
  const isKept = order.purpose === "extras" || order.purpose === "sponsorship";
  return isKept && hasPrice(of) && refundAmount(values, of) === amountLeft(order);
}

/** The form's paths by the request's: it has fewer lines and people than the screen. */
export function pathsOf(values: RefundValues, of: Refundable): Record<string, string> {
  const paths: Record<string, string> = {
    amount: values.how === "amount" ? "amount" : "how",
    items: "how",
    cancelTickets: of.people === null ? "how" : "tickets",
  };
  for (const [sent, { index }] of linesOf(values, of.order).entries())
    for (const name of ["quantity", "refId"]) paths[`items.${sent}.${name}`] = `items.${index}.quantity`;
  for (const [sent, one] of leavingOf(values, of).entries())
    paths[`attendeeIds.${sent}`] = `people.${placeOf(values, one)}.isLeaving`;
  return paths;
}

/** The consequences of the button, in sentences; none while it is disabled. */
export function refundOutcome(values: RefundValues, of: Refundable): string[] {
  const amount = refundAmount(values, of);
  if (amount === null || Object.keys(problemsOf(values, of)).length > 0) return [];
  return [
    ...(hasPrice(of) ? moneyOutcome(amount, values, of) : []),
    ...ticketOutcome(values, of),
    ...keptOutcome(values, of),
  ];
}

const handWords = { cash: "in cash", cardTerminal: "at the card terminal", bankTransfer: "by bank transfer" };

function moneyOutcome(amount: number, values: RefundValues, { order }: Refundable): string[] {
  const money = formatMoney(amount, order.currency);
  const isCapped = values.how === "lines" && refundWorth(order, linesOf(values, order)) > amount;
  return [
    isByHand(order)
      ? `${money} is given back by hand: pay it out to ${buyerText(order)} yourself, ${handWords[order.paidBy ?? "cash"]}.`
      : `${money} goes back to ${buyerText(order)}, the way it was paid${order.buyer.email === null ? "" : ", and a mail tells of it"}.`,
    ...(isCapped ? ["No more than this is left of the order."] : []),
  ];
}

function ticketOutcome(values: RefundValues, of: Refundable): string[] {
  if (of.people === null) return [];
  const leaving = leavingOf(values, of);
  const staying = of.people.length - leaving.length;
  if (leaving.length === 0) return [staying === 1 ? "The ticket stays valid." : "All tickets stay valid."];
  const who = leaving.length > 3 || staying === 0 ? "" : ` (${leaving.map(nameText).join(", ")})`;
  const cancelled =
    leaving.length === 1
      ? `1 ticket is cancelled${who}: its code dies, and the place returns to sale.`
      : `${leaving.length} tickets are cancelled${who}: their codes die, and the places return to sale.`;
  if (staying > 0)
    return [cancelled, staying === 1 ? "1 ticket stays valid." : `${staying} tickets stay valid.`];
  const hasExtras = of.order.items.some(({ kind }) => kind === "extras");
  return [cancelled, ...(hasExtras ? ["The extras bought with them return to sale as well."] : [])];
}

function keptOutcome(values: RefundValues, of: Refundable): string[] {
  const { purpose } = of.order;
  const isBack = returnsToSale(values, of);
  if (purpose === "extras")
    return [
      isBack
        ? "All of it goes back, so the extras return to sale and their code dies."
        : "The extras stay theirs: the code hands out all of them until all of the money goes back.",
    ];
  if (purpose === "sponsorship")
    return [
      isBack
        ? "All of it goes back, so the package returns to sale."
        : "The package stays theirs until all of the money goes back.",
    ];
  return [];
}
