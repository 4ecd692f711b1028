/** What happened to an order, told in sentences. Pure. */

import type { ListedOrder, OrderEntry, Refund } from "../../../contract/refund.ts";
import { formatMoney } from "../../../contract/rules/money.ts";
import { buyerText, isByHand, paidText, waitingRefunds } from "./orderWords.ts";

/** What the sentences need of the order. */
interface Told {
  order: ListedOrder;
  refunds: readonly Refund[];
}

/** Those whose names are no person's. */
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

/** One thing that happened: "Mia Keller asked for a refund of $22: ill." */
export function historyText(entry: OrderEntry, told: Told): string {
  const by = whoIn(entry, told);
  const money = (minor: number) => formatMoney(minor, told.order.currency);
  const total = money(told.order.totalAmount);
  switch (entry.action) {
    case "placed":
      return told.order.totalAmount === 0
        ? `${by} ordered, with nothing to pay.`
        : `${by} ordered for ${total}.`;
    case "soldAtDoor":
      return `${by} sold it: ${lowered(paidText(told.order))}.`;
    case "paid":
      return entry.from === "refunded" ? `${by} took ${total} again.` : `${total} was paid.`;
    case "paidByHand":
      return `${by} marked it as paid: ${total}, ${lowered(paidText(told.order))}${noteText(entry)}`;
    case "paidTwice":
      return "Another payment came although it was paid already, so all of that goes back.";
    case "cardsTried":
      return "Ten cards were declined, one after the other, so the payment was stopped.";
    case "mailed":
      return `${by} mailed it again to ${entry.to ?? told.order.buyer.email}.`;
    case "buyerChanged":
    case "registration.buyerChanged":
      return changedText(entry, by);
    case "caseDone":
      return `${by} marked as done: ${caseWords[entry.field ?? ""] ?? "what wanted attention"}${noteText(entry)}`;
    case "refundDue":
      return "The payment came too late: what it was for was gone, so all of it goes back.";
    case "refundAsked":
      return askedText(entry, by, told);
    case "refunded":
      return doneText(entry, by, told);
    case "disputed":
      return "The buyer disputed the payment with the bank.";
    case "disputeAnswered":
      return "The dispute was answered; the bank decides.";
    case "disputeWon":
      return "The bank decided the dispute for you: the money stays.";
    case "disputeLost":
      return "The bank decided the dispute for the buyer, and took the money back.";
    case "refundFailed":
      return `${by} refused the refund; the money is still here.`;
    case "expired":
      return "It was not paid in time.";
    case "registration.held":
      return `${by} chose the tickets; their places were held.`;
    case "registration.pending":
      return "The payment began.";
    case "registration.active":
      return "The tickets became valid.";
    case "registration.expired":
      return "The time to pay ran out, and the places returned to sale.";
    case "registration.cancelled":
      return entry.from === "held" || entry.from === "pending"
        ? `${by} gave the places back.`
        : `${by} cancelled all tickets; their places returned to sale.`;
    case "registration.passedOn":
      return `${by} passed the ticket of ${entry.from} on to ${entry.to}.`;
    case "registration.ticketsCancelled":
      return entry.people.length === 0
        ? `${by} cancelled some of the tickets; their places returned to sale.`
        : `${by} cancelled the ${entry.people.length === 1 ? "ticket" : "tickets"} of ${listed(entry.people)}; ${entry.people.length === 1 ? "its place" : "their places"} returned to sale.`;
    default:
      return movedText(entry, by);
  }
}

/** What wanted attention, for who reads that it was seen to. */
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

function changedText({ field, from, to }: OrderEntry, by: string): string {
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

/** What was asked for was written in the same moment. */
function askedText({ at }: OrderEntry, by: string, { order, refunds }: Told): string {
  const asked = refunds.filter(({ createdAt }) => createdAt === at);
  const amount = sumOf(asked);
  if (amount === 0) return `${by} gave the order up; nothing was paid for it.`;
  const reason = asked.find((one) => one.reason !== "")?.reason;
  const money = formatMoney(amount, order.currency);
  const words = isByHand(order) ? `${by} gave ${money} back by hand` : `${by} asked for a refund of ${money}`;
  return reason === undefined ? `${words}.` : `${words}: “${reason}”.`;
}

function doneText({ at, by }: OrderEntry, who: string, { order, refunds }: Told): string {
  const made = refunds.filter(({ doneAt }) => doneAt === at);
  const done = sumOf(made);
  const money = formatMoney(Math.abs(done), order.currency);
  if (done < 0) return `${money} of what was given back came back to us from the bank.`;
  if (done === 0) return `The order is ${states.refunded}.`;
  if (isByHand(order)) return `${who} gave ${money} back by hand.`;
  // Whoever asked stands in the line before; what nobody here asked for was done at the provider.
  const isOurs = made.some(({ by: asker }) => !machines.includes(asker));
  const where = isOurs || !machines.includes(by) ? "" : ", by the payment provider’s own page";
  const waiting = waitingRefunds(refunds, order);
  return made.some((one) => waiting.has(one))
    ? `A refund of ${money} was made${where}. It waits until ${buyerText(order)} has told Stripe a bank account.`
    : `${money} went back to ${buyerText(order)}${where}.`;
}

function movedText({ action, from, to }: OrderEntry, by: string): string {
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
