/**
 * The platform's own reader of codes, if it works. Some browsers have the API, but it never answers or finds nothing.
 * So it is used only after it has read a code that we drew for it.
 */

import encodeQr from "qr";
import { sleep } from "../../lib/sleep.ts";

/** https://wicg.github.io/shape-detection-api, the part we use; the compiler's types lack it. */
interface BarcodeDetector {
  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector:
  | {
      new (options: { formats: string[] }): BarcodeDetector;
      getSupportedFormats(): Promise<string[]>;
    }
  | undefined;

/** Returns the text of a code in the picture, or null. Other codes than QR codes need `readsAllCodes`. */
export type ReadFrame = (frame: ImageBitmap, readsAllCodes: boolean) => Promise<string | null>;

/** Kinds of codes on tickets of other systems. All have a checksum: without one, a code could be read where none is. */
const otherFormats = ["aztec", "code_128", "data_matrix", "ean_13", "pdf417"];

const proofText = "FOYER";
/** The platform may have to download its reader first. If that takes longer, our own reader is used instead. */
const timeoutMs = 3_000;

/** The platform's reader, or null if it is missing or has not read our code in time. */
export async function platformReader(): Promise<ReadFrame | null> {
  if (typeof BarcodeDetector === "undefined") return null;
  try {
    const supported = await Promise.race([BarcodeDetector.getSupportedFormats(), sleep(timeoutMs)]);
    if (supported === undefined) return null;
    const formats = ["qr_code", ...otherFormats.filter((format) => supported.includes(format))];
    const qrDetector = new BarcodeDetector({ formats: ["qr_code"] });
    const detector = new BarcodeDetector({ formats });
    const readFrame = async (frame: ImageBitmapSource, readsAllCodes: boolean) =>
      (await (readsAllCodes ? detector : qrDetector).detect(frame))[0]?.rawValue ?? null;
    const answer = await Promise.race([readFrame(proofPicture(), false), sleep(timeoutMs)]);
    return answer === proofText ? readFrame : null;
  } catch {
    return null;
  }
}

/** A picture of the code that proves that a reader works. */
function proofPicture(): OffscreenCanvas {
  const rows = encodeQr(proofText, "raw", { border: 4 });
  const squareSize = 8;
  const canvas = new OffscreenCanvas(rows.length * squareSize, rows.length * squareSize);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("No canvas to draw on.");
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#000";
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * squareSize, y * squareSize, squareSize, squareSize);
  return canvas;
}
