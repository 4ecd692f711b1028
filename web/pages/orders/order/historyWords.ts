/** An order's history, in sentences. Pure. */

import type { OrderAction } from "../../../../contract/historyEntries.ts";
import { formatMoney } from "../../../../contract/rules/money.ts";
import type { ListedOrder, OrderEntry, Refund } from "../../../../contract/shapes/refund.ts";
import { buyerText, isByHand, paidText, waitingRefunds } from "../orderWords.ts";

/** The data that the sentences use. */
interface Told {
  order: ListedOrder;
  refunds: readonly Refund[];
}

/** Actors that are not people. */
const machines: readonly string[] = ["Stripe", "Payment provider", "Foyer", "Operator"];
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

/** One history entry: "Mia Keller asked for a refund of $22: ill." */
export function historyText(entry: OrderEntry, context: Told): string {
  const by = whoIn(entry, context);
  const total = formatMoney(context.order.totalAmount, context.order.currency);
  const text = { ...context, entry, by, total };
  return isKnown(entry.action) ? words[entry.action](text) : movedText(text);
}

/** An older or newer version may have written actions that are unknown here. */
function isKnown(action: string): action is OrderAction {
  return Object.hasOwn(words, action);
}

interface Said extends Told {
  entry: OrderEntry;
  by: string;
  total: string;
}

const words: Readonly<Record<OrderAction, (said: Said) => string>> = {
  placed: ({ order, by, total }) =>
    order.totalAmount === 0 ? `${by} ordered, with nothing to pay.` : `${by} ordered for ${total}.`,
  soldAtDoor: ({ order, by }) => `${by} sold it: ${lowered(paidText(order))}.`,
  paid: ({ entry, by, total }) =>
    entry.from === "refunded" ? `${by} took ${total} again.` : `${total} was paid.`,
  paidByHand: ({ entry, order, by, total }) =>
    `${by} marked it as paid: ${total}, ${lowered(paidText(order))}${noteText(entry)}`,
  paidTwice: () => "Another payment came although it was paid already, so all of that goes back.",
  cardsTried: () => "Ten cards were declined, one after the other, so the payment was stopped.",
  mailed: ({ entry, order, by }) => `${by} mailed it again to ${entry.to ?? order.buyer.email}.`,
  buyerChanged: changedText,
  caseDone: ({ entry, by }) =>
    `${by} marked as done: ${caseWords[entry.field ?? ""] ?? "what wanted attention"}${noteText(entry)}`,
  refundDue: () => "The payment came too late: what it was for was gone, so all of it goes back.",
  refundAsked: askedText,
  refunded: doneText,
  disputed: () => "The buyer disputed the payment with the bank.",
  disputeAnswered: () => "The dispute was answered; the bank decides.",
  disputeWon: () => "The bank decided the dispute for you: the money stays.",
  disputeLost: () => "The bank decided the dispute for the buyer, and took the money back.",
  refundFailed: ({ by }) => `${by} refused the refund; the money is still here.`,
  expired: () => "It was not paid in time.",
  "registration.held": ({ by }) => `${by} chose the tickets; their places were held.`,
  "registration.pending": () => "The payment began.",
  "registration.active": () => "The tickets became valid.",
  "registration.expired": () => "The time to pay ran out, and the places returned to sale.",
  "registration.cancelled": ({ entry, by }) =>
    entry.from === "held" || entry.from === "pending"
      ? `${by} gave the places back.`
      : `${by} cancelled all tickets; their places returned to sale.`,
  "registration.passedOn": ({ entry, by }) => `${by} passed the ticket of ${entry.from} on to ${entry.to}.`,
  "registration.ticketChanged": ({ entry: { from, to, people }, by }) =>
    `${by} changed the ticket of ${listed(people)} from ${from} to ${to}.`,
  "registration.ticketsCancelled": ({ entry: { people }, by }) =>
    people.length === 0
      ? `${by} cancelled some of the tickets; their places returned to sale.`
      : `${by} cancelled the ${people.length === 1 ? "ticket" : "tickets"} of ${listed(people)}; ${people.length === 1 ? "its place" : "their places"} returned to sale.`,
  "registration.buyerChanged": changedText,
  "registration.deleted": ({ by }) => `${by}: deleted.`,
};

/** The name of a case that was marked as done. */
const caseWords: Readonly<Record<string, string>> = {
  late: "a payment that came too late",
  double: "a second payment",
  wrongAmount: "a payment of another amount",
  disputed: "a dispute",
  disputeLost: "a dispute that was lost",
  refundAwaitsBuyer: "a refund that waits for the buyer’s bank account",
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

function changedText({ entry: { field, from, to }, by }: Said): string {
  const what = fieldWords[field ?? ""] ?? "data";
  if (!from) return `${by} added the buyer’s ${what}: ${to}.`;
  if (!to) return `${by} took away the buyer’s ${what} ${from}.`;
  return `${by} changed the buyer’s ${what} from ${from} to ${to}.`;
}

function noteText({ note }: OrderEntry): string {
  return note ? `: “${note}”.` : ".";
}

function listed(people: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(people);
}

function whoIn({ by }: OrderEntry, { order }: Told): string {
  if (by === "Buyer") return buyerText(order);
  return machines.includes(by) && by !== "Foyer" && by !== "Stripe" ? `The ${lowered(by)}` : by;
}

/** The requested refunds. An old entry does not name them, but has the same time. */
function askedText({ entry: { at, refundIds }, by, order, refunds }: Said): string {
  const requested = refunds.filter(({ id, createdAt }) => refundIds?.includes(id) ?? createdAt === at);
  const amount = sumOf(requested);
  if (amount === 0) return `${by} gave the order up; nothing was paid for it.`;
  const reason = requested.find((one) => one.reason !== "")?.reason;
  const money = formatMoney(amount, order.currency);
  const words = isByHand(order) ? `${by} gave ${money} back by hand` : `${by} asked for a refund of ${money}`;
  return reason === undefined ? `${words}.` : `${words}: “${reason}”.`;
}

function doneText({ entry: { at, by, refundIds }, by: who, order, refunds }: Said): string {
  const made = refunds.filter(({ id, doneAt }) => refundIds?.includes(id) ?? doneAt === at);
  const done = sumOf(made);
  const money = formatMoney(Math.abs(done), order.currency);
  if (done < 0) return `${money} of what was given back came back to us from the bank.`;
  if (done === 0) return `The order is ${states.refunded}.`;
  if (isByHand(order)) return `${who} gave ${money} back by hand.`;
  // The line before names who requested it. Without a request from here, it was done at the provider.
  const isOurs = made.some(({ by: asker }) => !machines.includes(asker));
  const where = isOurs || !machines.includes(by) ? "" : ", by the payment provider’s own page";
  const waiting = waitingRefunds(refunds, order);
  return made.some((one) => waiting.has(one))
    ? `A refund of ${money} was made${where}. It waits until ${buyerText(order)} has told Stripe a bank account.`
    : `${money} went back to ${buyerText(order)}${where}.`;
}

function movedText({ entry: { action, from, to }, by }: Said): string {
  const [was, is] = [states[from ?? ""], states[to ?? ""]];
  if (is !== undefined && was !== undefined && was !== is) return `${by} changed it from ${was} to ${is}.`;
  if (is !== undefined) return `${by} changed it to ${is}.`;
  const [, what = action] = /^registration\.(.*)$/.exec(action) ?? [];
  return `${by}: ${what.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)}.`;
}

function sumOf(refunds: readonly Refund[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0);
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
