/** The consequences and the progress of a cancellation, in sentences. Pure. */

import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";

type OrderSum = Cancellation["byHand"];

/** Whether the club still has money that came through a provider. */
export function hasMoneyToRefund({ toGiveBack }: Cancellation): boolean {
  return toGiveBack.orders > 0;
}

/** The consequences as list items. `refund` is whether all payments are refunded. */
export function cancellationLines(cancellation: Cancellation, refund: boolean): string[] {
  const { toGiveBack, onItsWay, failed, byHand, people, currency } = cancellation;
  const lines = ["Nothing is sold any more, neither on the web nor at the door."];
  if (toGiveBack.orders > 0) {
    const money = moneyText(toGiveBack, currency);
    lines.push(
      refund
        ? `${money} goes back to the ${toGiveBack.orders === 1 ? "payer" : "payers"} of ${ordersText(toGiveBack)}.`
        : `${money} of ${ordersText(toGiveBack)} stays with you until you give it back.`,
    );
  }
  if (byHand.orders > 0)
    lines.push(
      `${moneyText(byHand, currency)} was taken at the door (${ordersText(byHand)}) and has to be paid out by hand.`,
    );
  if (onItsWay.orders > 0) lines.push(`${moneyText(onItsWay, currency)} is on its way back already.`);
  if (failed.orders > 0)
    lines.push(
      `${moneyText(failed, currency)} was refused by the payment provider before (${ordersText(failed)}) and needs your attention.`,
    );
  if ([toGiveBack, byHand, onItsWay, failed].every(({ orders }) => orders === 0))
    lines.push("Nobody has paid, so there is nothing to refund.");
  lines.push(peopleLine(people));
  return lines;
}

function peopleLine(people: number): string {
  if (people === 0) return "No mails are sent, because nobody has registered.";
  return people === 1
    ? "1 person is told by mail."
    : `${people.toLocaleString("en-US")} people are told by mail.`;
}

/** Whether mails or refunds are still in progress. */
export function isUnderWay({ refunds, toGiveBack, onItsWay, people, mailed }: Cancellation): boolean {
  return (refunds && toGiveBack.orders > 0) || onItsWay.orders > 0 || mailed < people;
}

export interface ProgressFigure {
  name: "mails" | "givenBack" | "onItsWay" | "kept" | "failed" | "byHand";
  label: string;
  /** "$110" */
  figure: string;
  /** "4 orders" */
  note: string;
}

/** The progress, without figures of 0. */
export function progressFigures(cancellation: Cancellation): ProgressFigure[] {
  const { refunds, givenBack, onItsWay, toGiveBack, failed, byHand, currency } = cancellation;
  const withCents = needCents(
    [givenBack, onItsWay, toGiveBack, failed, byHand].map(({ amount }) => amount),
    currency,
  );
  const moneyFigure = (name: ProgressFigure["name"], label: string, sum: OrderSum, note = ordersText(sum)) =>
    sum.orders === 0 ? [] : [{ name, label, figure: formatMoney(sum.amount, currency, withCents), note }];
  const requestedOrPlanned = refunds
    ? { orders: onItsWay.orders + toGiveBack.orders, amount: onItsWay.amount + toGiveBack.amount }
    : onItsWay;
  return [
    mailFigure(cancellation),
    ...moneyFigure("givenBack", "Refunded", givenBack),
    ...moneyFigure("onItsWay", "On its way back", requestedOrPlanned),
    ...(refunds ? [] : moneyFigure("kept", "Not refunded", toGiveBack)),
    ...moneyFigure("failed", "Refused by the provider", failed),
    ...moneyFigure("byHand", "To pay out by hand", byHand, `${ordersText(byHand)}, taken at the door`),
  ];
}

/** A changed mail address gets a second mail, so there may be more mails than people. */
function mailFigure({ people, mailed }: Cancellation): ProgressFigure {
  const sentCount = Math.min(mailed, people).toLocaleString("en-US");
  const peopleCount = people.toLocaleString("en-US");
  return {
    name: "mails",
    label: "Mails out",
    figure: `${sentCount} of ${peopleCount}`,
    note: "buyers, guests, sponsors",
  };
}

/** The progress in words. */
export function progressText(cancellation: Cancellation): string {
  const { refunds, failed, byHand, givenBack } = cancellation;
  if (isUnderWay(cancellation)) return "Mails and refunds are in progress. This page updates automatically.";
  if (failed.orders > 0) return "The payment provider has refused some refunds. They need your attention.";
  if (!refunds && hasMoneyToRefund(cancellation))
    return "Everybody is informed. Nothing has been refunded yet.";
  if (byHand.orders > 0) return "What was taken at the door is still to be paid out by hand.";
  return givenBack.orders > 0 ? "Everybody is told, and all of the money is back." : "Everybody is told.";
}

/** "4 orders" */
export function ordersText({ orders }: OrderSum): string {
  return `${orders.toLocaleString("en-US")} ${orders === 1 ? "order" : "orders"}`;
}

/** "$110" */
export function moneyText({ amount }: OrderSum, currency: string): string {
  return formatMoney(amount, currency);
}
