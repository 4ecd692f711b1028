/**
 * A receipt to keep: who took the money, from whom, for what, how and when, and what of it was given back. On A4, on as
 * many pages as its lines need. Invariant: every line is on it, whatever the texts are.
 */
import { type PrintedOrder, paymentWords, promoCodeWords } from "./orderPage.ts";
import { ink } from "./pageFrame.ts";
import { pdfFile } from "./pdfFile.ts";
import { drawText, fittingSize } from "./pdfText.ts";
import { rule, sheet, side, width } from "./receiptSheet.ts";
import { drawTable } from "./receiptTable.ts";
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

/** The file. */
export function receiptPdf(receipt: ReceiptDocument): Promise<Buffer> {
  const { order, club } = receipt;
  return pdfFile({ title: `Receipt ${order.orderNumber}`, author: club.name }, sheet, (doc) => {
    doc.addPage();
    const below = drawParties(doc, receipt, drawHead(doc, receipt) + 26);
    drawTable(doc, order, below + 24);
    drawFeet(doc, receipt);
  });
}

function drawHead(doc: PDFKit.PDFDocument, { club }: ReceiptDocument): number {
  const wide = width - 150;
  doc.rect(0, 0, sheet.width, 8).fill(ink.night).rect(0, 8, sheet.width, 2).fill(ink.gold);
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
    ["Promo code", promoCodeWords(order)],
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

/** Once all pages are there, so that each can say of how many it is. */
function drawFeet(doc: PDFKit.PDFDocument, { club, order }: ReceiptDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    const y = sheet.height - 48;
    rule(doc, y, ink.line);
    const line = { x: side, y: y + 8, width, size: 8.5, colour: ink.quiet, most: 1 };
    drawText(doc, `${club.name} · Order ${order.orderNumber}`, { ...line, width: width - 90 });
    drawText(doc, `Page ${index + 1} of ${count}`, { ...line, align: "right" });
  }
}
