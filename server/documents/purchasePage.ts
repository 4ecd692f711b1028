/** The page of extras of one order: time and place, the code, what is handed over for it. */
import { drawFoot, drawFrame, footHeight, ink, margin, type PageFrame } from "./pageFrame.ts";
import { drawText, lineCount } from "./pdfText.ts";
import { itemWords, type PrintedPurchase, referenceWords } from "./printedPurchase.ts";

/** Everything that one page shows. */
export interface PurchasePage extends PageFrame {
  readonly purchases: readonly PrintedPurchase[];
  readonly purchase: PrintedPurchase;
  readonly index: number;
}

/** Draws the page. */
export function drawPurchasePage(doc: PDFKit.PDFDocument, shown: PurchasePage): void {
  const { page, purchases, purchase, index } = shown;
  const y = drawFrame(doc, shown, purchase.qrText) + 12;
  const heading = `Extras · ${referenceWords(purchase)}`;
  const centred = { x: margin, width: page.width - 2 * margin, align: "center", font: "bold" } as const;
  const below = drawText(doc, heading, { ...centred, y, size: 10.5, colour: ink.goldOnPaper, most: 1 }) + 2;
  const room = { width: centred.width, height: page.height - footHeight - 4 - below };
  drawText(doc, ...itemsIn(doc, itemWords(purchase), { ...centred, y: below, colour: ink.text }, room));
  drawFoot(doc, shown, {
    words: "Show this code at the door to be handed what it is for. It can be used once.",
    count: purchases.length > 1 ? `Extras ${index + 1} of ${purchases.length}` : "",
  });
}

const sizes = [16, 13, 11, 9];
const leading = 1.35;

type Block = Parameters<typeof drawText>[2];

/** As large as there is room for: below each other, else in a row. What has no room even so is on the receipt. */
function itemsIn(
  doc: PDFKit.PDFDocument,
  words: readonly string[],
  look: Omit<Block, "size" | "most">,
  room: { width: number; height: number },
): [text: string, block: Block] {
  const mostAt = (size: number) => Math.floor(room.height / (size * leading));
  const sizeOf = (text: string) =>
    sizes.find((size) => lineCount(doc, text, { font: "bold", width: room.width, size }) <= mostAt(size));
  const list = words.join("\n");
  // No line ends with a number of things that are named on the next.
  const row = words.map((one) => one.replace(" × ", "\u00a0×\u00a0")).join(", ");
  const text = sizeOf(list) === undefined ? row : list;
  const size = sizeOf(text) ?? sizes.at(-1)!;
  return [text, { ...look, size, leading, most: mostAt(size) }];
}
