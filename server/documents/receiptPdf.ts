/**
 * A receipt to keep: who took the money, from whom, for what, how and when, and what of it was given back. On A4, on as
 * many pages as its lines need. Invariant: every line is on it, whatever the texts are.
 */
import { formatMoney, needCents } from "../../contract/rules/money.ts";
import { type PrintedOrder, paymentWords } from "./orderPage.ts";
import { ink } from "./pageFrame.ts";
import { pdfFile } from "./pdfFile.ts";
import { drawText, fittingSize } from "./pdfText.ts";
import { drawable } from "./ticketFonts.ts";

/** What a receipt says. Days and ways of paying are in words already; what is not known is empty. */
export interface ReceiptDocument {
  readonly club: { readonly name: string; readonly location: string; readonly contact: string };
  readonly eventName: string;
  readonly eventDay: string;
  readonly order: PrintedOrder;
  readonly orderedOn: string;
  readonly paidOn: string;
  readonly paidBy: string;
  readonly buyer: { readonly organization: string; readonly name: string; readonly email: string };
}

/** A4 in points. */
const page = { width: 595.28, height: 841.89 };
const side = 56;
const width = page.width - 2 * side;
/** Lines end above the foot. */
const lowest = page.height - 84;
/** Of a line with a name as long as is drawn. */
const tallestLine = 62;
/** The columns of amounts, from the right edge. */
const column = { total: 90, price: 95, quantity: 50 } as const;

/** The file. */
export function receiptPdf(receipt: ReceiptDocument): Promise<Buffer> {
  const { order, club } = receipt;
  return pdfFile({ title: `Receipt ${order.orderNumber}`, author: club.name }, page, (doc) => {
    doc.addPage();
    const below = drawParties(doc, receipt, drawHead(doc, receipt) + 26);
    const end = drawLines(doc, order, below + 24);
    drawSums(doc, order, end);
    drawFeet(doc, receipt);
  });
}

function drawHead(doc: PDFKit.PDFDocument, { club }: ReceiptDocument): number {
  const wide = width - 150;
  doc.rect(0, 0, page.width, 8).fill(ink.night).rect(0, 8, page.width, 2).fill(ink.gold);
  const size = fittingSize(doc, club.name, { font: "bold", width: wide, most: 1, sizes: [17, 15, 13] });
  drawText(doc, "Receipt", {
    x: side,
    y: 40,
    width,
    size: 24,
    font: "bold",
    colour: ink.text,
    align: "right",
  });
  const quiet = { x: side, width: wide, size: 9.5, colour: ink.quiet, most: 2 };
  const name = { x: side, y: 44, width: wide, size, font: "bold", colour: ink.text, most: 2 } as const;
  const place = drawText(doc, club.location, { ...quiet, y: drawText(doc, club.name, name) + 2 });
  return Math.max(drawText(doc, club.contact, { ...quiet, y: place }), 76);
}

/** Who bought it at the left, what is to be known of the order at the right. */
function drawParties(doc: PDFKit.PDFDocument, receipt: ReceiptDocument, top: number): number {
  const { order, buyer } = receipt;
  const half = (width - 30) / 2;
  const facts = [
    ["Order", order.orderNumber],
    ["Ordered on", receipt.orderedOn],
    ["Paid on", receipt.paidOn],
    ["Paid by", receipt.paidBy],
    ["Status", paymentWords(order)],
    ["Event", receipt.eventName],
    ["Held on", receipt.eventDay],
  ] as const;
  const who = [buyer.organization, buyer.name, buyer.email].filter((text) => drawable(text) !== "");
  let left = top;
  if (who.length > 0) {
    const label = { x: side, y: top, width: half, size: 8, font: "bold", colour: ink.goldOnPaper } as const;
    left = drawText(doc, "ISSUED TO", label) + 3;
    for (const [index, text] of who.entries()) {
      const font = index === 0 ? "bold" : "regular";
      left = drawText(doc, text, {
        x: side,
        y: left,
        width: half,
        size: 11,
        font,
        colour: ink.text,
        most: 3,
      });
    }
  }
  let right = top;
  const x = side + half + 30;
  for (const [label, text] of facts) {
    if (drawable(text) === "") continue;
    drawText(doc, label, { x, y: right, width: 70, size: 9.5, colour: ink.quiet });
    right = drawText(doc, text, {
      x: x + 74,
      y: right,
      width: half - 74,
      size: 9.5,
      colour: ink.text,
      most: 3,
    });
    right += 2;
  }
  return Math.max(left, right);
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

/** Once all pages are there, so that each can say of how many it is. */
function drawFeet(doc: PDFKit.PDFDocument, { club, order }: ReceiptDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    const y = page.height - 48;
    rule(doc, y, ink.line);
    const line = { x: side, y: y + 8, width, size: 8.5, colour: ink.quiet, most: 1 };
    drawText(doc, `${club.name} · Order ${order.orderNumber}`, { ...line, width: width - 90 });
    drawText(doc, `Page ${index + 1} of ${count}`, { ...line, align: "right" });
  }
}

function moneyOf({ items, subtotal, tax, total, refundedAmount, currency }: PrintedOrder) {
  const all = [...items.map((item) => item.total), subtotal, tax, total, refundedAmount];
  const withCents = needCents(all);
  return (amountMinor: number) => formatMoney(amountMinor, currency, withCents);
}

function rule(doc: PDFKit.PDFDocument, y: number, colour: string, weight = 0.8): void {
  doc
    .moveTo(side, y)
    .lineTo(side + width, y)
    .lineWidth(weight)
    .stroke(colour);
}
