/**
 * An event's closing to print, sign and file: its tables one after the other on A4, whose it is, and who signed it when.
 * Invariant: every line of every table is on it, and a difference stands out.
 */
import type { Cell, ClosingTable, ColumnKind } from "../../contract/rules/closingTables.ts";
import { formatMoney } from "../../contract/rules/money.ts";
import { ink } from "./pageFrame.ts";
import { pdfFile } from "./pdfFile.ts";
import { drawText, fittingSize, lineCount } from "./pdfText.ts";
import { rule, sheet, side, width } from "./receiptSheet.ts";

/** What it says. Days and times are in words already. */
export interface ClosingDocument {
  readonly clubName: string;
  readonly eventName: string;
  readonly eventDay: string;
  readonly currency: string;
  /** When the figures were taken. */
  readonly asOf: string;
  readonly tables: readonly ClosingTable[];
  /** Null for one that nobody has signed. */
  readonly signature: {
    readonly version: number;
    readonly signedName: string;
    readonly accountName: string;
  } | null;
  readonly note: string;
}

/** Tables end above the foot. */
const lowest = sheet.height - 72;
const size = 9.5;
const lineHeight = size * 1.35;
const alarm = "#a33030";
const wide: Record<Exclude<ColumnKind, "text">, number> = { number: 50, money: 64, difference: 62 };

/** The file. */
export function closingPdf(closing: ClosingDocument): Promise<Buffer> {
  return pdfFile({ title: `Closing: ${closing.eventName}`, author: closing.clubName }, sheet, (doc) => {
    doc.addPage();
    let y = drawHead(doc, closing);
    for (const table of closing.tables) y = drawTable(doc, table, { closing, top: y + 18 });
    drawSignature(doc, closing, y + 22);
    drawFeet(doc, closing);
  });
}

function drawHead(
  doc: PDFKit.PDFDocument,
  { clubName, eventName, eventDay, asOf, signature }: ClosingDocument,
): number {
  doc.rect(0, 0, sheet.width, 8).fill(ink.night).rect(0, 8, sheet.width, 2).fill(ink.gold);
  const named = width - 130;
  const fitting = fittingSize(doc, eventName, { font: "bold", width: named, most: 2, sizes: [17, 15, 13] });
  drawText(doc, "Closing", {
    x: side,
    y: 40,
    width,
    size: 24,
    font: "bold",
    colour: ink.text,
    align: "right",
  });
  let y = drawText(doc, eventName, {
    x: side,
    y: 42,
    width: named,
    size: fitting,
    font: "bold",
    colour: ink.text,
    most: 3,
  });
  const quiet = { x: side, width, size, colour: ink.quiet, most: 2 };
  y = drawText(doc, `${clubName} · ${eventDay}`, { ...quiet, y: y + 2 });
  const standing = signature === null ? "Draft, not signed" : `Version ${signature.version}, signed`;
  return drawText(doc, `${standing} · Figures of ${asOf}`, { ...quiet, y });
}

/** Where each column stands: texts share what the others leave. */
function placesOf({ columns }: ClosingTable): { x: number; width: number; isText: boolean }[] {
  const taken = columns.reduce((sum, { kind }) => sum + (kind === "text" ? 0 : wide[kind]), 0);
  const texts = columns.filter(({ kind }) => kind === "text").length;
  let x = side;
  return columns.map(({ kind }) => {
    const own = kind === "text" ? (width - taken) / texts : wide[kind];
    // A text after an amount keeps its distance.
    const gap = kind === "text" && x > side ? 10 : 0;
    const place = { x: x + gap, width: own - gap, isText: kind === "text" };
    x += own;
    return place;
  });
}

function drawTable(
  doc: PDFKit.PDFDocument,
  table: ClosingTable,
  { closing, top }: { closing: ClosingDocument; top: number },
): number {
  let y = top;
  // A title stays with the first of its lines.
  if (y + 80 > lowest) y = newPage(doc);
  y = drawText(doc, table.title, { x: side, y, width, size: 12, font: "bold", colour: ink.text }) + 2;
  if (table.rows.length === 0)
    return drawText(doc, table.empty, { x: side, y, width, size, colour: ink.quiet });
  const places = placesOf(table);
  const headings = () => {
    for (const [index, { heading }] of table.columns.entries()) {
      const { x, width: own, isText } = places[index]!;
      const align = isText ? "left" : "right";
      drawText(doc, heading.toUpperCase(), {
        x,
        y,
        width: own,
        size: 7.5,
        font: "bold",
        colour: ink.goldOnPaper,
        align,
        most: 1,
      });
    }
    rule(doc, y + 13, ink.gold, 1);
    y += 18;
  };
  headings();
  const lines = table.rows.map((cells) => ({ cells, isTotal: false }));
  if (table.total !== null) lines.push({ cells: table.total, isTotal: true });
  for (const { cells, isTotal } of lines) {
    const texts = table.columns.map(({ kind }, index) =>
      written(cells[index] ?? null, kind, closing.currency),
    );
    const font = isTotal ? "bold" : "regular";
    const tall = Math.max(
      ...texts.map((text, index) =>
        Math.min(4, lineCount(doc, text, { font, width: places[index]!.width - 6, size })),
      ),
    );
    if (y + tall * lineHeight + 6 > lowest) {
      y = newPage(doc);
      headings();
    }
    for (const [index, text] of texts.entries()) {
      const { x, width: own, isText } = places[index]!;
      const isOff = table.columns[index]!.kind === "difference" && (cells[index] ?? 0) !== 0;
      drawText(doc, text, {
        x,
        y,
        width: isText ? own - 6 : own,
        size,
        font: isOff ? "bold" : font,
        colour: isOff ? alarm : ink.text,
        align: isText ? "left" : "right",
        most: 4,
      });
    }
    y += Math.max(1, tall) * lineHeight + 3;
    rule(doc, y, ink.line, 0.5);
    y += 3;
  }
  return y;
}

function written(cell: Cell, kind: ColumnKind, currency: string): string {
  if (cell === null) return "–";
  if (typeof cell === "string") return cell;
  if (kind === "number") return cell.toLocaleString("en-US");
  const amount = formatMoney(cell, currency, true);
  return kind === "difference" && cell > 0 ? `+${amount}` : amount;
}

function drawSignature(
  doc: PDFKit.PDFDocument,
  { signature, note, asOf }: ClosingDocument,
  top: number,
): void {
  let y = top + 130 > lowest ? newPage(doc) : top;
  const plain = { x: side, width, size: 10.5, colour: ink.text };
  if (note !== "") {
    y = drawText(doc, "Note", { ...plain, y, font: "bold" });
    y = drawText(doc, note, { ...plain, y, most: 12 }) + 10;
  }
  if (signature === null) {
    drawText(doc, "Not signed. These figures may still change.", {
      ...plain,
      y,
      font: "bold",
      colour: alarm,
    });
    return;
  }
  y = drawText(doc, `Signed by ${signature.signedName}`, { ...plain, y, font: "bold" });
  y = drawText(doc, `on ${asOf}, signed in as ${signature.accountName}`, { ...plain, y }) + 44;
  doc
    .moveTo(side, y)
    .lineTo(side + 220, y)
    .lineWidth(0.8)
    .stroke(ink.quiet);
  drawText(doc, "Signature by hand, where one is asked for", {
    x: side,
    y: y + 4,
    width: 220,
    size: 8,
    colour: ink.quiet,
  });
}

function newPage(doc: PDFKit.PDFDocument): number {
  doc.addPage();
  return 56;
}

/** Once all pages are there, so that each can say of how many it is. */
function drawFeet(doc: PDFKit.PDFDocument, { clubName, eventName, signature }: ClosingDocument): void {
  const { count } = doc.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    doc.switchToPage(index);
    const y = sheet.height - 48;
    rule(doc, y, ink.line);
    const line = { x: side, y: y + 8, width, size: 8.5, colour: ink.quiet, most: 1 };
    const which = signature === null ? "draft" : `version ${signature.version}`;
    drawText(doc, `${clubName} · ${eventName} · Closing, ${which}`, { ...line, width: width - 90 });
    drawText(doc, `Page ${index + 1} of ${count}`, { ...line, align: "right" });
  }
}
