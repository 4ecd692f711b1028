import type { OrderAction } from "../../../../contract/historyEntries.ts";
import { formatMoney } from "../../../../contract/rules/money/money.ts";
import type { ListedOrder, OrderEntry, Refund } from "../../../../contract/shapes/money/refund.ts";
import { buyerText, isByHand, paidText, waitingRefunds } from "../orderWords.ts";

interface HistoryContext {
  order: ListedOrder;
  refunds: readonly Refund[];
}

/** The actors that are neither staff, helpers nor buyers. */
const systemActors: readonly string[] = ["Stripe", "Payment provider", "Foyer", "Operator"];
const states: Readonly<Record<string, string>> = {
  pending: "waiting for payment",
  paid: "paid",
  failed: "failed",
  refunded: "refunded",
  free: "free",
  held: "held",
  active: "confirmed",
  expired: "expired",
  cancelled: "cancelled",
};

export function historyText(entry: OrderEntry, context: HistoryContext): string {
  const by = actorText(entry, context);
  const total = formatMoney(context.order.totalAmount, context.order.currency);
  const sentenceContext = { ...context, entry, by, total };
  return isKnown(entry.action) ? words[entry.action](sentenceContext) : statusChangeText(sentenceContext);
}

/** An older or newer version may have written actions that are unknown here. */
function isKnown(action: string): action is OrderAction {
  return Object.hasOwn(words, action);
}

interface SentenceContext extends HistoryContext {
  entry: OrderEntry;
  by: string;
  total: string;
}

const words: Readonly<Record<OrderAction, (sentenceContext: SentenceContext) => string>> = {
  placed: ({ order, by, total }) =>
    order.totalAmount === 0
      ? `${by} placed the order, with nothing to pay.`
      : `${by} placed the order: ${total}.`,
  addedByHand: ({ entry, order, by, total }) =>
    `${by} added the order by hand, ${order.totalAmount === 0 ? "with nothing to pay" : `for ${total}`}${noteText(entry)}`,
  soldAtDoor: ({ order, by }) => `${by} sold it: ${lowerFirst(paidText(order))}.`,
  paid: ({ entry, by, total }) =>
    entry.from === "refunded" ? `${by} received ${total} again after the refund.` : `${total} was paid.`,
  paidByHand: ({ entry, order, by, total }) =>
    `${by} marked the order as paid: ${total}, ${lowerFirst(paidText(order))}${noteText(entry)}`,
  paidTwice: () =>
    "The order was already paid when a second payment came. The second payment is refunded in full.",
  cardsTried: () => "Ten cards were declined, one after the other, so the payment was stopped.",
  mailed: ({ entry, order, by }) => `${by} mailed the order again to ${entry.to ?? order.buyer.email}.`,
  buyerChanged: buyerChangeText,
  caseDone: ({ entry, by }) =>
    `${by} marked as done: ${caseWords[entry.field ?? ""] ?? "an open case"}${noteText(entry)}`,
  refundDue: () => "The payment came too late: the order had expired, so the whole payment is refunded.",
  refundAsked: refundRequestText,
  refunded: refundDoneText,
  disputed: () => "The buyer disputed the payment with the bank.",
  disputeAnswered: () => "The dispute was answered; the bank decides.",
  disputeWon: () => "The bank decided the dispute in your favour. You keep the money.",
  disputeLost: () => "The bank decided the dispute for the buyer, and took the money back.",
  refundFailed: ({ by }) => `${by} refused the refund. You still have the money.`,
  expired: () => "The order was not paid in time.",
  "registration.held": ({ by }) => `${by} chose the tickets; their places were reserved.`,
  "registration.pending": () => "The payment began.",
  "registration.active": () => "The tickets became valid.",
  "registration.expired": () => "The time to pay ran out, and the places returned to sale.",
  "registration.cancelled": ({ entry, by }) =>
    entry.from === "held" || entry.from === "pending"
      ? `${by} released the places.`
      : `${by} cancelled all tickets; their places returned to sale.`,
  "registration.passedOn": ({ entry, by }) => `${by} passed the ticket of ${entry.from} on to ${entry.to}.`,
  "registration.ticketChanged": ({ entry: { from, to, people }, by }) =>
    `${by} changed the ticket of ${listText(people)} from ${from} to ${to}.`,
  "registration.ticketsCancelled": ({ entry: { people }, by }) =>
    people.length === 0
      ? `${by} cancelled some of the tickets; their places returned to sale.`
      : `${by} cancelled the ${people.length === 1 ? "ticket" : "tickets"} of ${listText(people)}; ${people.length === 1 ? "its place" : "their places"} returned to sale.`,
  // `from` is the guest's name; null if no guest did it.
  "registration.addressesCorrected": ({ entry: { people, from }, by }) =>
    from !== null
      ? `${from === "" ? "A guest" : from} changed their own address; their ticket was mailed to ${listText(people)}.`
      : `${by} corrected addresses; the tickets were mailed to ${listText(people)}.`,
  "registration.nameCorrected": ({ entry, by }) => `${by} corrected the name ${entry.from} to ${entry.to}.`,
  "registration.guestSaved": ({ entry: { from, to } }) =>
    `${to === "" ? "A guest" : to} changed the details of ${from === "" || from === to ? "their own ticket" : `the ticket of ${from}`}.`,
  "registration.corrected": ({ entry: { people }, by }) =>
    `${by} corrected the details of ${listText(people)}.`,
  "registration.importCorrected": ({ by, entry: { from, to } }) =>
    `${by} imported the file again, which corrected the order.${to === null ? "" : ` The buyer’s e-mail address changed from ${from || "nothing"} to ${to}.`}`,
  "registration.buyerChanged": buyerChangeText,
  "registration.deleted": ({ by }) => `${by} deleted the registration.`,
};

/** By the kind of the case, which the entry has in `field`. */
const caseWords: Readonly<Record<string, string>> = {
  late: "a payment that came too late",
  double: "a second payment",
  wrongAmount: "a payment of another amount",
  disputed: "a dispute",
  disputeLost: "a dispute that was lost",
  refundAwaitsBuyer: "a refund that waits until the buyer enters a bank account",
  refundSentBack: "a refund that the bank sent back",
  refundRefused: "a refund that was refused",
  refundFailed: "a refund that failed",
  mailBounced: "a mail that came back",
};

const fieldWords: Readonly<Record<string, string>> = {
  name: "name",
  email: "e-mail address",
  organization: "organisation",
  message: "message",
};

function buyerChangeText({ entry: { field, from, to }, by }: SentenceContext): string {
  const what = fieldWords[field ?? ""] ?? "data";
  if (!from) return `${by} added the buyer’s ${what}: ${to}.`;
  if (!to) return `${by} removed the buyer’s ${what} ${from}.`;
  return `${by} changed the buyer’s ${what} from ${from} to ${to}.`;
}

function noteText({ note }: OrderEntry): string {
  return note ? `: “${note}”.` : ".";
}

function listText(people: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(people);
}

function actorText({ by }: OrderEntry, { order }: HistoryContext): string {
  if (by === "Buyer") return buyerText(order);
  return systemActors.includes(by) && by !== "Foyer" && by !== "Stripe" ? `The ${lowerFirst(by)}` : by;
}

/** An old entry has no `refundIds`: its refunds were created at the same time. */
function refundRequestText({ entry: { at, refundIds }, by, order, refunds }: SentenceContext): string {
  const requestedRefunds = refunds.filter(({ id, createdAt }) => refundIds?.includes(id) ?? createdAt === at);
  const amount = sumOf(requestedRefunds);
  if (amount === 0) return `${by} cancelled the order; nothing was paid for it.`;
  const reason = requestedRefunds.find((refund) => refund.reason !== "")?.reason;
  const money = formatMoney(amount, order.currency);
  const sentence = isByHand(order)
    ? `${by} refunded ${money} by hand`
    : `${by} requested a refund of ${money}`;
  return reason === undefined ? `${sentence}.` : `${sentence}: “${reason}”.`;
}

function refundDoneText({ entry, by, order, refunds }: SentenceContext): string {
  const { at, refundIds } = entry;
  const doneRefunds = refunds.filter(({ id, doneAt }) => refundIds?.includes(id) ?? doneAt === at);
  const doneAmount = sumOf(doneRefunds);
  const money = formatMoney(Math.abs(doneAmount), order.currency);
  // A refund that the bank sent back is booked as a negative refund.
  if (doneAmount < 0) return `The bank returned ${money} of the refund to the club.`;
  if (doneAmount === 0) return `The order is ${states.refunded}.`;
  if (isByHand(order)) return `${by} refunded ${money} by hand.`;
  if (entry.to === "refunded" && (entry.from === "pending" || entry.from === "failed"))
    return `${money} was refunded to ${buyerText(order)}, because the payment came too late.`;
  // Requested by staff or the buyer. Other refunds count as made on the provider's website.
  const isRequestedHere = doneRefunds.some(({ by: requester }) => !systemActors.includes(requester));
  const where =
    isRequestedHere || !systemActors.includes(entry.by) ? "" : ", on the payment provider’s website";
  const waiting = waitingRefunds(refunds, order);
  return doneRefunds.some((refund) => waiting.has(refund))
    ? `A refund of ${money} was made${where}. ${buyerText(order)} must still enter a bank account at Stripe.`
    : `${money} was refunded to ${buyerText(order)}${where}.`;
}

function statusChangeText({ entry: { action, from, to }, by }: SentenceContext): string {
  const [fromText, toText] = [states[from ?? ""], states[to ?? ""]];
  if (toText !== undefined && fromText !== undefined && fromText !== toText)
    return `${by} changed it from ${fromText} to ${toText}.`;
  if (toText !== undefined) return `${by} changed it to ${toText}.`;
  const [, what = action] = /^registration\.(.*)$/.exec(action) ?? [];
  return `${by}: ${what.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}.`;
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
