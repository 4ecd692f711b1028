/**
 * A QR text as a picture: the matrix, an SVG path for pages and PDFs, a PNG for mails.
 * Invariant: dark on white with the quiet zone of four modules that scanners need (ISO/IEC 18004), every module a
 * whole number of pixels.
 */
import encodeQr from "qr";
import sharp from "sharp";

/** Modules of white on each side. */
export const quietZone = 4;

/** The code with its quiet zone: rows from the top, true is dark. Correction level M survives 15 % of dirt. */
export function qrMatrix(text: string): boolean[][] {
  return encodeQr(text, "raw", { ecc: "medium", border: quietZone });
}

/** Path commands for the dark modules, one run a row, in units of one module; `size` is the side with quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const matrix = qrMatrix(text);
  const runs = matrix.flatMap((row, y) =>
    darkRuns(row).map(({ from, length }) => `M${from} ${y}h${length}v1h-${length}z`),
  );
  return { path: runs.join(""), size: matrix.length };
}

/** A whole SVG image of the code, white ground included. */
export function qrSvg(text: string): string {
  const { path, size } = qrPath(text);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${path}" fill="#000"/></svg>`
  );
}

/** The code as a PNG of two colours, `modulePixels` a module: about 490 × 490 for a signed text. */
export async function qrPng(text: string, modulePixels = 8): Promise<Buffer> {
  const matrix = qrMatrix(text);
  const size = matrix.length;
  const pixels = Buffer.alloc(size * size, 255);
  matrix.forEach((row, y) => {
    for (const { from, length } of darkRuns(row)) {
      const start = y * size + from;
      pixels.fill(0, start, start + length);
    }
  });
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * modulePixels, size * modulePixels, { kernel: "nearest" })
    .png({ palette: true, colours: 2, compressionLevel: 9 })
    .toBuffer();
}

/** Neighbouring dark modules of a row, drawn as one: a third of the size, and no hairlines between modules. */
function darkRuns(row: readonly boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last !== undefined && last.from + last.length === x) last.length += 1;
    else runs.push({ from: x, length: 1 });
  });
  return runs;
}
