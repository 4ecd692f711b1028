/** The buyer's page: what was ordered, tax, total and whether it is paid. */
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import { ink, margin } from "./pageFrame.ts";
import { drawText } from "./pdfText.ts";

/** An order as printed; amounts in minor units of `currency`. */
export interface PrintedOrder {
  readonly orderNumber: string;
  readonly items: readonly {
    readonly title: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly total: number;
  }[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly currency: string;
  /** "pending", "paid", "failed", "refunded" or "free" (wire.md §2). */
  readonly paymentStatus: string;
  /** What of the total was given back. */
  readonly refundedAmount: number;
  /** The code it was ordered with, and by how much its lines are cheaper for that. */
  readonly promoCode?: string | null;
  readonly discount?: number;
}

/** The code of an order and what it took off, in words; empty without one. */
export function promoCodeWords({
  promoCode,
  discount = 0,
  currency,
}: Pick<PrintedOrder, "promoCode" | "discount" | "currency">): string {
  if (!promoCode) return "";
  return discount === 0 ? promoCode : `${promoCode} · ${formatMoney(discount, currency)} less`;
}

/** The payment's state in words for the buyer. */
export function paymentWords({
  paymentStatus,
  refundedAmount,
  total,
}: Pick<PrintedOrder, "paymentStatus" | "refundedAmount" | "total">): string {
  if (paymentStatus === "paid" && refundedAmount > 0) return "Paid, refunded in part";
  // What cost nothing and was cancelled.
  if (paymentStatus === "refunded" && total === 0) return "Cancelled";
  const words: Record<string, string> = {
    paid: "Paid",
    free: "Free of charge",
    pending: "Payment pending",
    failed: "Payment failed",
    refunded: "Refunded",
  };
  return Object.hasOwn(words, paymentStatus) ? (words[paymentStatus] ?? paymentStatus) : paymentStatus;
}

/** A page has room for these, one fewer with a promo code; what is left over is summed up in one line. */
const roomFor = 8;

/** Draws the page. */
export function drawOrderPage(
  doc: PDFKit.PDFDocument,
  {
    eventName,
    clubName,
    order,
    page,
  }: {
    readonly eventName: string;
    readonly clubName: string;
    readonly order: PrintedOrder;
    readonly page: { readonly width: number; readonly height: number };
  },
): void {
  const width = page.width - 2 * margin;
  const { refundedAmount } = order;
  const code = promoCodeWords(order);
  const mostLines = code === "" ? roomFor : roomFor - 1;
  const withCents = needCents([
    ...order.items.map(({ total }) => total),
    order.tax,
    order.total,
    refundedAmount,
  ]);
  const money = (amountMinor: number) => formatMoney(amountMinor, order.currency, withCents);
  const rule = (y: number, colour: string, weight = 0.8) =>
    doc
      .moveTo(margin, y)
      .lineTo(page.width - margin, y)
      .lineWidth(weight)
      .stroke(colour);

  doc.rect(0, 0, page.width, 64).fill(ink.night).rect(0, 64, page.width, 3).fill(ink.gold);
  drawText(doc, clubName, { x: margin, y: 12, width, size: 10, colour: ink.gold, most: 1 });
  drawText(doc, eventName, { x: margin, y: 28, width, size: 16, font: "bold", colour: ink.paper, most: 1 });

  drawText(doc, `Order ${order.orderNumber}`, {
    x: margin,
    y: 86,
    width,
    size: 14,
    font: "bold",
    colour: ink.text,
  });
  drawText(doc, paymentWords(order), {
    x: margin,
    y: 88,
    width,
    size: 11,
    font: "bold",
    colour: ink.goldOnPaper,
    align: "right",
  });

  let y = 116;
  rule(y, ink.gold, 1.2);
  y += 8;
  for (const item of order.items.slice(0, order.items.length > mostLines ? mostLines - 1 : mostLines)) {
    const price = `${item.quantity} × ${formatMoney(item.unitPrice, order.currency)}`;
    drawText(doc, money(item.total), { x: margin, y, width, size: 10.5, colour: ink.text, align: "right" });
    y = drawText(doc, item.title, {
      x: margin,
      y,
      width: width - 110,
      size: 10.5,
      colour: ink.text,
      most: 2,
    });
    y = drawText(doc, price, { x: margin, y, width, size: 9, colour: ink.quiet }) + 7;
  }
  if (order.items.length > mostLines) {
    const rest = order.items.slice(mostLines - 1);
    const sum = rest.reduce((total, item) => total + item.total, 0);
    drawText(doc, `${rest.length} more lines`, { x: margin, y, width, size: 10.5, colour: ink.quiet });
    drawText(doc, money(sum), { x: margin, y, width, size: 10.5, colour: ink.text, align: "right" });
    y += 20;
  }
  rule(y + 2, ink.line);
  y += 10;
  if (code !== "") {
    drawText(doc, "Promo code", { x: margin, y, width, size: 10.5, colour: ink.quiet });
    const look = { size: 10.5, colour: ink.text, align: "right", most: 1 } as const;
    drawText(doc, code, { ...look, x: margin + 80, y, width: width - 80 });
    y += 18;
  }
  const sums = [
    ["Subtotal", order.subtotal],
    ["Tax", order.tax],
  ] as const;
  for (const [label, amountMinor] of sums) {
    drawText(doc, label, { x: margin, y, width, size: 10.5, colour: ink.quiet });
    drawText(doc, money(amountMinor), { x: margin, y, width, size: 10.5, colour: ink.text, align: "right" });
    y += 18;
  }
  rule(y + 2, ink.gold, 1.2);
  const total = { x: margin, y: y + 9, width, size: 14, font: "bold", colour: ink.text } as const;
  drawText(doc, "Total", total);
  drawText(doc, money(order.total), { ...total, align: "right" });
  if (refundedAmount > 0) {
    const back = { x: margin, y: y + 34, width, size: 10.5, colour: ink.quiet } as const;
    drawText(doc, "Given back", back);
    drawText(doc, money(-refundedAmount), { ...back, colour: ink.text, align: "right" });
  }
}
