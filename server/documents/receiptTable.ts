/** What was bought, line by line on as many pages as that needs, and what it comes to. */
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import type { PrintedOrder } from "./orderPage.ts";
import { ink } from "./pageFrame.ts";
import { drawText } from "./pdfText.ts";
import { rule, sheet, side, width } from "./receiptSheet.ts";

/** Lines end above the foot. */
const lowest = sheet.height - 84;
/** Of a line with a name as long as is drawn. */
const tallestLine = 62;
/** The columns of amounts, from the right edge. */
const column = { total: 90, price: 95, quantity: 50 } as const;

/** Draws all lines of an order from `top` on, and its sums on the last page. */
export function drawTable(doc: PDFKit.PDFDocument, order: PrintedOrder, top: number): void {
  drawSums(doc, order, drawLines(doc, order, top));
}

function drawLines(doc: PDFKit.PDFDocument, order: PrintedOrder, top: number): number {
  const money = moneyOf(order);
  const unit = needCents(order.items.map(({ unitPrice }) => unitPrice));
  let y = drawHeadings(doc, top);
  for (const { title, quantity, unitPrice, total } of order.items) {
    if (y + tallestLine > lowest) {
      doc.addPage();
      y = drawHeadings(doc, 56);
    }
    const cells = [String(quantity), formatMoney(unitPrice, order.currency, unit), money(total)] as const;
    drawCells(doc, cells, { y, size: 10.5, colour: ink.text });
    const wide = width - column.total - column.price - column.quantity - 10;
    // A line without a name that can be drawn is a line still.
    const below = drawText(doc, title, { x: side, y, width: wide, size: 10.5, colour: ink.text, most: 4 });
    y = Math.max(below, y + 14) + 5;
    rule(doc, y, ink.line, 0.5);
    y += 6;
  }
  return y;
}

function drawHeadings(doc: PDFKit.PDFDocument, y: number): number {
  const look = { y, size: 8, font: "bold", colour: ink.goldOnPaper } as const;
  drawText(doc, "DESCRIPTION", { ...look, x: side, width });
  drawCells(doc, ["QUANTITY", "PRICE", "AMOUNT"], look);
  rule(doc, y + 15, ink.gold, 1.2);
  return y + 23;
}

function drawCells(
  doc: PDFKit.PDFDocument,
  [quantity, price, total]: readonly [string, string, string],
  look: Pick<Parameters<typeof drawText>[2], "y" | "size" | "font" | "colour">,
): void {
  const right = side + width;
  const cell = (text: string, end: number, wide: number) =>
    drawText(doc, text, { ...look, x: end - wide, width: wide, align: "right" });
  cell(total, right, column.total);
  cell(price, right - column.total, column.price);
  cell(quantity, right - column.total - column.price, column.quantity);
}

function drawSums(doc: PDFKit.PDFDocument, order: PrintedOrder, top: number): void {
  const money = moneyOf(order);
  const { subtotal, tax, total, refundedAmount } = order;
  const sums: [label: string, amountMinor: number, isStrong: boolean][] = [
    ["Subtotal", subtotal, false],
    ["Tax", tax, false],
    ["Total", total, true],
  ];
  if (refundedAmount > 0)
    sums.push(["Given back", -refundedAmount, false], ["Remains", total - refundedAmount, true]);
  let y = top + 4;
  if (y + sums.length * 20 > lowest) {
    doc.addPage();
    y = 56;
  }
  const wide = 240;
  const x = side + width - wide;
  for (const [label, amountMinor, isStrong] of sums) {
    const look = {
      x,
      y,
      width: wide,
      size: isStrong ? 13 : 10.5,
      font: isStrong ? "bold" : "regular",
      colour: ink.text,
    } as const;
    drawText(doc, label, isStrong ? look : { ...look, colour: ink.quiet });
    drawText(doc, money(amountMinor), { ...look, align: "right" });
    y += isStrong ? 24 : 18;
  }
}

function moneyOf({ items, subtotal, tax, total, refundedAmount, currency }: PrintedOrder) {
  const all = [...items.map((item) => item.total), subtotal, tax, total, refundedAmount];
  const withCents = needCents(all);
  return (amountMinor: number) => formatMoney(amountMinor, currency, withCents);
}
