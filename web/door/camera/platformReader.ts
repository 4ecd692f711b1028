/**
 * Some browsers have an API that reads codes, but it never answers or finds nothing. So it is used only after it has
 * read a code that we drew for it.
 */

import encodeQr from "qr";
import { sleep } from "../../lib/sleep.ts";

/** https://wicg.github.io/shape-detection-api, which the compiler's types lack. */
interface BarcodeDetector {
  detect(image: ImageBitmapSource): Promise<{ rawValue: string }[]>;
}
declare const BarcodeDetector:
  | {
      new (options: { formats: string[] }): BarcodeDetector;
      getSupportedFormats(): Promise<string[]>;
    }
  | undefined;

/** Codes other than QR codes need `readsAllCodes`. */
export type ReadFrame = (frame: ImageBitmap, readsAllCodes: boolean) => Promise<string | null>;

/** Codes of other systems. All have a checksum: without one, a code could be read where none is. */
const otherFormats = ["aztec", "code_128", "data_matrix", "ean_13", "pdf417"];

const proofText = "FOYER";
/** The platform may have to download its reader first. */
const timeoutMs = 3_000;

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
