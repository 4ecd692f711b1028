import { taxLines } from "../../contract/rules/money/tax.ts";
import { orderMoney, type PrintedOrder, paymentLine, promoCodeWords } from "./printedOrder.ts";
import { typeset } from "./typeset.ts";

/** The content of a receipt. Days and ways of payment are formatted already; unknown values are empty. */
export interface ReceiptDocument {
  readonly seller: {
    readonly name: string;
    readonly address: string;
    readonly register: string;
    readonly taxNumber: string;
  };
  readonly contact: string;
  readonly eventName: string;
  readonly eventDay: string;
  readonly order: PrintedOrder;
  readonly orderedOn: string;
  readonly paidOn: string;
  readonly paidBy: string;
  readonly buyer: { readonly organization: string; readonly name: string; readonly email: string };
  /** An amount below 0 was returned to the club. */
  readonly refunds?: readonly {
    readonly amount: number;
    readonly day: string;
    readonly reason: string;
  }[];
}

/** A receipt as PDF. Throws `busy` if it cannot be made now (typeset.ts). */
export function receiptPdf(receipt: ReceiptDocument): Promise<Buffer> {
  const { order, seller, buyer, refunds = [] } = receipt;
  const { amount, price } = orderMoney(order);
  const facts = [
    ["Receipt number", order.receiptNumber ? String(order.receiptNumber) : ""],
    ["Order", order.orderNumber],
    ["Ordered on", receipt.orderedOn],
    ["Promo code", promoCodeWords(order)],
    ["Paid on", receipt.paidOn],
    ["Paid by", receipt.paidBy],
    ["Status", paymentLine(order)],
    ["Event", receipt.eventName],
    ["Held on", receipt.eventDay],
  ];
  return typeset({
    layout: "receipt",
    standard: "ua",
    pictures: {},
    codes: {},
    data: {
      title: `Receipt ${order.orderNumber}`,
      author: seller.name,
      seller: {
        name: seller.name,
        lines: [seller.address, receipt.contact, seller.register, seller.taxNumber].filter(hasText),
      },
      orderNumber: order.orderNumber,
      buyer: [buyer.organization, buyer.name, buyer.email].filter(hasText),
      facts: facts.filter(([, words = ""]) => hasText(words)),
      items: order.items.map(({ title, quantity, unitPrice, total }) => {
        return { title, quantity: String(quantity), price: price(unitPrice), total: amount(total) };
      }),
      sums: [
        [order.pricesIncludeTax ? "Without tax" : "Subtotal", amount(order.subtotal), false],
        // The subtotal above is without tax, so each tax is added to it.
        ...taxLines({ ...order, pricesIncludeTax: false }).map(({ label, net, tax }, _, taxes) => {
          return [taxes.length === 1 ? label : `${label} on ${amount(net)}`, amount(tax), false];
        }),
        ["Total", amount(order.total), true],
        ...(order.refundedAmount > 0
          ? [
              ["Refunded", amount(-order.refundedAmount), false],
              ["Remaining", amount(order.total - order.refundedAmount), true],
            ]
          : []),
      ],
      refunds: refunds.map(({ amount: refunded, day, reason }) => {
        const text =
          refunded < 0 ? `${amount(-refunded)} returned to us on` : `${amount(refunded)} refunded on`;
        return `${text} ${day}${hasText(reason) ? `: ${reason}` : ""}`;
      }),
    },
  });
}

function hasText(words: string): boolean {
  return words.trim() !== "";
}
