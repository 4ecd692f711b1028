/** What every page for the door has: the head with event and club, time and place, a code, a line at the foot. */
import { drawText, fittingSize, lineCount } from "./pdfText.ts";
import { qrPath } from "./qrImage.ts";
import { drawable } from "./ticketFonts.ts";

/** The brand's colours on dark and on paper: the gold of screens is too pale for small letters on white. */
export const ink = {
  night: "#0e0e10",
  gold: "#c79f5a",
  goldOnPaper: "#856325",
  paper: "#ffffff",
  text: "#1a1a1d",
  quiet: "#5d5d66",
  line: "#d9d3c7",
} as const;

/** What of an event stands on each page; `banner` as a data address. */
export interface PageFrame {
  readonly eventName: string;
  readonly clubName: string;
  readonly when: string;
  readonly whenLocal?: string | null;
  readonly location: string;
  readonly banner: string | null;
  readonly page: { readonly width: number; readonly height: number };
  readonly headHeight: number;
}

/** The space at the left and right of a page, in points. */
export const margin = 30;
/** The space that the foot takes, in points. */
export const footHeight = 34;
const codeSide = 200;

/** Draws all but the foot. Returns the y below the code. */
export function drawFrame(doc: PDFKit.PDFDocument, frame: PageFrame, qrText: string): number {
  drawHead(doc, frame);
  const below = drawTimeAndPlace(doc, frame);
  const codeTop = Math.max(below + 14, frame.headHeight + 76);
  drawCode(doc, qrText, { x: (frame.page.width - codeSide) / 2, y: codeTop });
  return codeTop + codeSide;
}

/** Draws the foot: what to do with the page, and which of how many it is. */
export function drawFoot(
  doc: PDFKit.PDFDocument,
  { page }: Pick<PageFrame, "page">,
  { words, count }: { readonly words: string; readonly count: string },
): void {
  const y = page.height - footHeight;
  doc
    .moveTo(margin, y)
    .lineTo(page.width - margin, y)
    .lineWidth(0.8)
    .dash(3, { space: 3 })
    .stroke(ink.line)
    .undash();
  const line = { y: y + 8, size: 8.5, colour: ink.quiet, most: 1 };
  drawText(doc, words, { ...line, x: margin, width: page.width - 2 * margin - 70 });
  drawText(doc, count, { ...line, x: page.width - margin - 80, width: 80, align: "right" });
}

function drawHead(
  doc: PDFKit.PDFDocument,
  { page, headHeight, banner, eventName, clubName }: PageFrame,
): void {
  doc.rect(0, 0, page.width, headHeight).fill(ink.night);
  if (banner !== null) {
    doc.image(banner, 0, 0, { width: page.width, height: headHeight });
    // Letters stay readable on any picture: it fades into the head's own dark towards them.
    const shade = doc.linearGradient(0, 0, 0, headHeight);
    shade.stop(0, ink.night, 0.25).stop(0.45, ink.night, 0.72).stop(1, ink.night, 0.96);
    doc.rect(0, 0, page.width, headHeight).fill(shade);
  }
  doc.rect(0, headHeight, page.width, 3).fill(ink.gold);

  const width = page.width - 2 * margin;
  const size = fittingSize(doc, eventName, { font: "bold", width, most: 2, sizes: [27, 24, 21, 18] });
  const lines = Math.min(3, lineCount(doc, eventName, { font: "bold", width, size }));
  const top = headHeight - 16 - lines * size * 1.3;
  drawText(doc, eventName, {
    x: margin,
    y: top,
    width,
    size,
    font: "bold",
    colour: ink.paper,
    most: 3,
    leading: 1.3,
  });
  drawText(doc, clubName, {
    x: margin,
    y: top - 18,
    width,
    size: 11.5,
    colour: ink.gold,
    most: 1,
  });
}

function drawTimeAndPlace(
  doc: PDFKit.PDFDocument,
  { page, headHeight, when, whenLocal, location }: PageFrame,
): number {
  const width = (page.width - 2 * margin - 20) / 2;
  const top = headHeight + 18;
  const column = (x: number, label: string, text: string, most: number): number => {
    const below = drawText(doc, label, { x, y: top, width, size: 8, font: "bold", colour: ink.goldOnPaper });
    return drawText(doc, text, { x, y: below + 1, width, size: 10.5, colour: ink.text, most });
  };
  const time = column(margin, "WHEN", heldTogether(when), 3);
  const local = whenLocal
    ? drawText(doc, `Your time: ${heldTogether(whenLocal)}`, {
        x: margin,
        y: time + 1,
        width,
        size: 8.5,
        colour: ink.quiet,
        most: 3,
      })
    : time;
  const place = drawable(location) === "" ? top : column(margin + width + 20, "WHERE", location, 5);
  return Math.max(local, place);
}

/** "11:00 PM" is one thing and must not be broken. */
function heldTogether(time: string): string {
  return time.replace(/ (?=[AP]M\b)/g, "\u00a0");
}

function drawCode(doc: PDFKit.PDFDocument, text: string, { x, y }: { x: number; y: number }): void {
  const { path, size } = qrPath(text);
  doc
    .roundedRect(x - 5, y - 5, codeSide + 10, codeSide + 10, 10)
    .lineWidth(1.2)
    .fillAndStroke(ink.paper, ink.gold);
  doc
    .save()
    .translate(x, y)
    .scale(codeSide / size)
    .path(path)
    .fill("#000000")
    .restore();
}
