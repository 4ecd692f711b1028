/** The page of extras of one order: time and place, the code, what is handed over for it. */
import { drawFoot, drawFrame, ink, margin, type PageFrame } from "./pageFrame.ts";
import { drawText, fittingSize } from "./pdfText.ts";
import { itemWords, type PrintedPurchase, referenceWords } from "./printedPurchase.ts";

/** Everything that one page shows. */
export interface PurchasePage extends PageFrame {
  readonly purchases: readonly PrintedPurchase[];
  readonly purchase: PrintedPurchase;
  readonly index: number;
}

/** So many stand below each other; more are written in a row, and what has no room is on the order's page. */
const mostBelowEachOther = 4;

/** Draws the page. */
export function drawPurchasePage(doc: PDFKit.PDFDocument, shown: PurchasePage): void {
  const { page, purchases, purchase, index } = shown;
  const centred = { x: margin, width: page.width - 2 * margin, align: "center" } as const;
  const top = drawFrame(doc, shown, purchase.qrText) + 14;
  const heading = { ...centred, y: top, size: 19, font: "bold", colour: ink.text } as const;
  const reference = { ...centred, y: drawText(doc, "Extras", heading), size: 9, colour: ink.quiet, most: 1 };
  const below = drawText(doc, referenceWords(purchase), reference) + 2;
  const words = itemWords(purchase);
  const items = words.join(words.length > mostBelowEachOther ? ", " : "\n");
  const most = 4;
  const size = fittingSize(doc, items, {
    font: "bold",
    width: centred.width,
    most,
    sizes: [11.5, 10, 9],
  });
  drawText(doc, items, { ...centred, y: below, size, font: "bold", colour: ink.goldOnPaper, most });
  drawFoot(doc, shown, {
    words: "Show this code at the door to be handed what it is for. It can be used once.",
    count: purchases.length > 1 ? `Extras ${index + 1} of ${purchases.length}` : "",
  });
}
