/** Our own reader of codes: ZXing in WebAssembly, served from our origin. */
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { ReadFrame } from "./platformReader.ts";

/** Apart from QR codes, formats with a checksum (see platformReader.ts). */
const allFormats: ReadInputBarcodeFormat[] = ["QRCode", "Aztec", "Code128", "DataMatrix", "EAN13", "PDF417"];

export async function wasmReader(): Promise<ReadFrame> {
  await prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true });
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("No canvas to read from.");
  let frameIndex = 0;
  return async (frame, readsAllCodes) => {
    if (canvas.width !== frame.width || canvas.height !== frame.height) {
      canvas.width = frame.width;
      canvas.height = frame.height;
    }
    context.drawImage(frame, 0, 0);
    const pixels = context.getImageData(0, 0, frame.width, frame.height);
    // White codes on black need `tryInvert`, and codes very near the camera `tryDownscale`. Both take time, so not
    // every frame is tried with them.
    frameIndex = (frameIndex + 1) % 8;
    const [result] = await readBarcodes(pixels, {
      formats: readsAllCodes ? allFormats : ["QRCode"],
      maxNumberOfSymbols: 1,
      tryHarder: false,
      tryInvert: frameIndex === 0,
      // A barcode is read in one direction only, so some frames are also tried rotated.
      tryRotate: readsAllCodes && frameIndex % 2 === 0,
      tryDownscale: frameIndex % 4 === 0,
    });
    return result?.isValid ? result.text : null;
  };
}
