/**
 * A QR text as a picture: the matrix, an SVG for PDFs, a PNG for mails.
 * Invariant: dark on white with the quiet zone of four modules that scanners need (ISO/IEC 18004), every module a
 * whole number of pixels.
 */
import encodeQr from "qr";
import { qrOutline } from "../../contract/rules/qrOutline.ts";
import { twoColourPng } from "./twoColourPng.ts";

/** Modules of white on each side. */
export const quietZone = 4;

/** The code with its quiet zone: rows from the top, true is dark. Correction level M survives 15 % of dirt. */
export function qrMatrix(text: string): boolean[][] {
  return encodeQr(text, "raw", { ecc: "medium", border: quietZone });
}

/** A whole SVG image of the code, white ground included. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text);
  const size = matrix.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${qrOutline(matrix)}" fill="#000"/></svg>`
  );
}

/** The code as a PNG of two colours, `modulePixels` a module: about 490 × 490 for a signed text. */
export function qrPng(text: string, modulePixels = 8): Buffer {
  return twoColourPng(qrMatrix(text), modulePixels);
}
