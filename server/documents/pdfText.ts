/** Text on a PDF page, line by line: pdfkit's own wrapping breaks Thai inside words. */

import { cutLines, wrappedLines } from "./textLines.ts";
import { drawable, ticketFonts } from "./ticketFonts.ts";

/** How a block of text looks and where it may be, in points. */
export interface TextBlock {
  readonly x: number;
  /** The top of the first line. */
  readonly y: number;
  readonly width: number;
  readonly size: number;
  readonly font?: keyof typeof ticketFonts;
  readonly colour: string;
  readonly align?: "left" | "center" | "right";
  /** More lines than this are cut with an ellipsis. */
  readonly most?: number;
  /** Distance from line to line, as a part of the size. Thai stacks two marks above a letter and needs 1.35. */
  readonly leading?: number;
}

/** Draws the part of a text that the fonts can show. Returns the y below its last line. */
export function drawText(doc: PDFKit.PDFDocument, text: string, block: TextBlock): number {
  const { x, y, width, size, font = "regular", colour, align = "left", most = 99, leading = 1.35 } = block;
  const measure = measureIn(doc, font, size);
  const lines = cutLines(drawable(text), width, measure, most);
  doc.font(ticketFonts[font], size).fillColor(colour);
  lines.forEach((line, index) => {
    const spare = width - measure(line);
    const left = align === "left" ? x : align === "right" ? x + spare : x + spare / 2;
    doc.text(line, left, y + index * size * leading, { lineBreak: false });
  });
  return y + lines.length * size * leading;
}

/** The largest of the sizes at which a text takes no more than `most` lines; the smallest when none does. */
export function fittingSize(
  doc: PDFKit.PDFDocument,
  text: string,
  {
    font,
    width,
    most,
    sizes,
  }: { font: keyof typeof ticketFonts; width: number; most: number; sizes: readonly number[] },
): number {
  const shown = drawable(text);
  const fits = (size: number) => wrappedLines(shown, width, measureIn(doc, font, size)).length <= most;
  return sizes.find(fits) ?? Math.min(...sizes);
}

/** How many lines a text takes. */
export function lineCount(
  doc: PDFKit.PDFDocument,
  text: string,
  { font, width, size }: { font: keyof typeof ticketFonts; width: number; size: number },
): number {
  return wrappedLines(drawable(text), width, measureIn(doc, font, size)).length;
}

function measureIn(doc: PDFKit.PDFDocument, font: keyof typeof ticketFonts, size: number) {
  return (text: string) => doc.font(ticketFonts[font], size).widthOfString(text);
}
