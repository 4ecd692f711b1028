import type { ClosingFigures, ClosingTax, ClosingTill, UnsettledItems } from "../../shapes/money/closing.ts";
import { formatPercent } from "../money/money.ts";

const kinds: Record<ClosingFigures["sources"][number]["kind"], string> = {
  ticket: "Ticket",
  extras: "Extra",
  sponsorship: "Sponsor",
  donation: "Donations",
};

/** What was sold, in words. */
export function sourceWords({
  kind,
  title,
}: Pick<ClosingFigures["sources"][number], "kind" | "title">): string {
  return kind === "donation" ? kinds.donation : `${kinds[kind]} · ${title}`;
}

/** A tax rate in words. */
export function taxRateWords({ percent }: Pick<ClosingTax, "percent">): string {
  if (percent === null) return "Fixed amount, or rate not recorded";
  return percent === 0 ? "No tax" : formatPercent(percent);
}

/** A way of payment in words; one without words is shown by its name. */
export function wayWords({ channel, way }: Pick<ClosingFigures["ways"][number], "channel" | "way">): string {
  if (channel === "door") {
    if (way === "cash") return "Cash at the door";
    return way === "cardTerminal" ? "Card terminal at the door" : `At the door · ${way}`;
  }
  const words: Record<string, string> = {
    stripe: "Card, by Stripe",
    test: "Test payments (no money)",
    cash: "Cash, received by staff",
    bankTransfer: "Bank transfer",
    cardTerminal: "Card terminal, used by staff",
    unknown: "Not known",
  };
  return words[way] ?? way;
}

/** The name of a till, in words. */
export function tillWords({ till, gate, device }: Pick<ClosingTill, "till" | "gate" | "device">): string {
  if (till === "office") return "Staff, for web orders";
  const name = [gate, device].filter((part) => part !== "").join(" · ");
  return name === "" ? "Door, device not known" : name;
}

/** The two sums that each check compares, in words. */
export const checkWords: Record<ClosingFigures["checks"][number]["check"], { one: string; other: string }> = {
  salesByWay: { one: "Sold, line by line with tax", other: "Paid, order by order" },
  provider: { one: "Orders paid by a provider, minus refunds", other: "Payments received, minus refunds" },
  refunds: { one: "Refunds that are done", other: "Refunds of all orders" },
  providerRefunds: { one: "Refunds of orders paid by a provider", other: "Refunds of these payments" },
  statistics: { one: "Paid orders, minus refunds", other: "Revenue on the Statistics page" },
};

/** One item that may still change the figures. */
export interface OpenWords {
  key: keyof UnsettledItems;
  count: number;
  words: string;
}

/** The open item of an event that is not over. */
export const eventNotOver = "The event is not over: more may be sold.";

/** The items that are still open, in words. */
export function unsettledTexts(open: UnsettledItems, money: (amountMinor: number) => string): OpenWords[] {
  const countText = (count: number, one: string, more: string) =>
    `${count.toLocaleString("en-US")} ${count === 1 ? one : more}`;
  const all: OpenWords[] = [
    {
      key: "paymentsUnderWay",
      count: open.paymentsUnderWay,
      words: countText(open.paymentsUnderWay, "payment is under way", "payments are under way"),
    },
    {
      key: "holds",
      count: open.holds,
      words: countText(open.holds, "checkout is not paid yet", "checkouts are not paid yet"),
    },
    {
      key: "offers",
      count: open.offers,
      words: countText(
        open.offers,
        "waiting list offer is not accepted yet",
        "waiting list offers are not accepted yet",
      ),
    },
    {
      key: "refundsDue",
      count: open.refundsDue.count,
      words: `${countText(open.refundsDue.count, "refund is", "refunds are")} pending: ${money(open.refundsDue.amount)}`,
    },
    {
      key: "refundsFailed",
      count: open.refundsFailed.count,
      words: `${countText(open.refundsFailed.count, "refund has", "refunds have")} failed: ${money(open.refundsFailed.amount)}`,
    },
    {
      key: "withoutSale",
      count: open.withoutSale.count,
      words: `${countText(open.withoutSale.count, "payment", "payments")} without a sale must be refunded: ${money(open.withoutSale.amount)}`,
    },
    {
      key: "attention",
      count: open.attention,
      words: countText(open.attention, "order needs attention", "orders need attention"),
    },
    {
      key: "conflicts",
      count: open.conflicts,
      words: countText(
        open.conflicts,
        "check-in has conflicting scans from two doors",
        "check-ins have conflicting scans from two doors",
      ),
    },
    {
      key: "feesUnknown",
      count: open.feesUnknown,
      words: `The provider has not reported its fee for ${countText(open.feesUnknown, "payment", "payments")}`,
    },
  ];
  return all.filter(({ count }) => count > 0);
}
