import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";

type OrderSum = Cancellation["byHand"];

/** Whether “Refund all payments” would refund anything. */
export function hasMoneyToRefund({ toGiveBack }: Cancellation): boolean {
  return toGiveBack.orders > 0;
}

/** The consequences as list items. `refund` is whether payments through a provider are refunded. */
export function cancellationLines(cancellation: Cancellation, refund: boolean): string[] {
  const { toGiveBack, onItsWay, givenBack, failed, byHand, people, currency } = cancellation;
  const lines = ["Nothing is sold any more, neither on the web nor at the door."];
  if (toGiveBack.orders > 0) {
    const money = moneyText(toGiveBack, currency);
    lines.push(
      refund
        ? `${money} is refunded to the ${toGiveBack.orders === 1 ? "buyer" : "buyers"} of ${ordersText(toGiveBack)}.`
        : `${money} of ${ordersText(toGiveBack)} stays with you until you refund it.`,
    );
  }
  if (byHand.orders > 0)
    lines.push(
      `${moneyText(byHand, currency)} was paid at the door or by bank transfer (${ordersText(byHand)}). You pay it back by hand.`,
    );
  if (onItsWay.orders > 0) lines.push(`${moneyText(onItsWay, currency)} is already being refunded.`);
  if (givenBack.orders > 0) lines.push(`${moneyText(givenBack, currency)} was already refunded.`);
  if (failed.orders > 0)
    lines.push(
      `The payment provider has refused to refund ${moneyText(failed, currency)} (${ordersText(failed)}). This needs your attention.`,
    );
  if ([toGiveBack, byHand, onItsWay, givenBack, failed].every(({ orders }) => orders === 0))
    lines.push("Nobody has paid, so there is nothing to refund.");
  lines.push(peopleLine(people));
  return lines;
}

function peopleLine(people: number): string {
  if (people === 0) return "No mails are sent, because nobody has registered.";
  return people === 1 ? "1 person gets a mail." : `${people.toLocaleString("en-US")} people get a mail.`;
}

/** Whether mails or refunds are still in progress. */
export function isUnderWay({ refunds, toGiveBack, onItsWay, mailsLeft }: Cancellation): boolean {
  return (refunds && toGiveBack.orders > 0) || onItsWay.orders > 0 || mailsLeft > 0;
}

export interface ProgressFigure {
  name: "mails" | "givenBack" | "onItsWay" | "kept" | "failed" | "byHand";
  label: string;
  /** "$110"; of the mails "3 of 12". */
  figure: string;
  /** "4 orders"; of the mails "1 could not be sent". */
  note: string;
}

/** The mails and the sums of money. A sum without orders is left out. */
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
    ...moneyFigure("onItsWay", "Refund pending", requestedOrPlanned),
    ...(refunds ? [] : moneyFigure("kept", "Not refunded", toGiveBack)),
    ...moneyFigure("failed", "Refused by the provider", failed),
    ...moneyFigure(
      "byHand",
      "To pay back by hand",
      byHand,
      `${ordersText(byHand)}, paid at the door or by transfer`,
    ),
  ];
}

function mailFigure({ mailed, mailsLeft, mailsFailed }: Cancellation): ProgressFigure {
  const sentCount = mailed.toLocaleString("en-US");
  const allCount = (mailed + mailsLeft + mailsFailed).toLocaleString("en-US");
  return {
    name: "mails",
    label: "Mails sent",
    figure: `${sentCount} of ${allCount}`,
    note:
      mailsFailed > 0
        ? `${mailsFailed.toLocaleString("en-US")} could not be sent`
        : "buyers, guests, sponsors",
  };
}

export function progressText(cancellation: Cancellation): string {
  const { refunds, failed, byHand, givenBack, mailsFailed } = cancellation;
  if (isUnderWay(cancellation)) return "Mails and refunds are in progress. This page updates automatically.";
  if (failed.orders > 0) return "The payment provider has refused some refunds. They need your attention.";
  const mailsText = mailsFailed > 0 ? "Some mails could not be sent" : "All mails are sent";
  if (!refunds && hasMoneyToRefund(cancellation))
    return `${mailsText}. ${givenBack.orders > 0 ? "Some payments have not" : "Nothing has"} been refunded yet.`;
  if (byHand.orders > 0)
    return "You still have to pay back by hand what was paid at the door or by bank transfer.";
  return givenBack.orders > 0 ? `${mailsText}, and everything is refunded.` : `${mailsText}.`;
}

export function ordersText({ orders }: OrderSum): string {
  return `${orders.toLocaleString("en-US")} ${orders === 1 ? "order" : "orders"}`;
}

export function moneyText({ amount }: OrderSum, currency: string): string {
  return formatMoney(amount, currency);
}
