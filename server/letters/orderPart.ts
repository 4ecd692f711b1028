/** An order in a mail: its lines, tax and total. */
import { createElement as h, type ReactNode } from "react";
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import { type PrintedOrder, paymentWords, promoCodeWords } from "../documents/orderPage.ts";
import { amounts, fact } from "./letter.ts";

/** The part of a mail. */
export function orderPart(order: PrintedOrder): ReactNode {
  const { refundedAmount } = order;
  const withCents = needCents([
    ...order.items.map(({ total }) => total),
    order.tax,
    order.total,
    refundedAmount,
  ]);
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, withCents);
  return [
    fact("Order", `${order.orderNumber} · ${paymentWords(order)}`),
    ...(order.promoCode ? [fact("Promo code", promoCodeWords(order))] : []),
    amounts([
      ...order.items.map(({ title, quantity, total }) => ({
        label: `${quantity} × ${title}`,
        amount: money(total),
      })),
      { label: "Subtotal", amount: money(order.subtotal) },
      { label: "Tax", amount: money(order.tax) },
      { label: "Total", amount: money(order.total), strong: true },
      ...(refundedAmount > 0 ? [{ label: "Given back", amount: money(-refundedAmount) }] : []),
    ]),
  ].map((part, index) => h("div", { key: index }, part));
}
