/** QR codes are dark on white, with the quiet zone of four modules that scanners need (ISO/IEC 18004). */
import { crc32, deflateSync } from "node:zlib";
import encodeQr from "qr";
import { qrOutline } from "../../contract/rules/door/qrOutline.ts";

export const quietZone = 4;

/** The code with its quiet zone: rows from the top, true is dark. */
export function qrMatrix(text: string): boolean[][] {
  return encodeQr(text, "raw", { ecc: "medium", border: quietZone });
}

/** The code as an SVG image on white. */
export function qrSvg(text: string): string {
  const matrix = qrMatrix(text);
  const size = matrix.length;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="${size}" height="${size}" fill="#fff"/><path d="${qrOutline(matrix)}" fill="#000"/></svg>`
  );
}

/** The code as a PNG. Each module is a square of `modulePixels` pixels a side. */
export function qrPng(text: string, modulePixels: number): Buffer {
  return twoColourPng(qrMatrix(text), modulePixels);
}

const pngSignature = Buffer.from("89504e470d0a1a0a", "hex");
/** Bit depth 1, colour type 0 (grey). */
const pngKind = [1, 0, 0, 0, 0];

/** Draws a PNG (https://www.w3.org/TR/png-3/) without a library (docs/decisions/dependencies.md). True is black. */
function twoColourPng(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (rows[0]?.length ?? 0) * scale;
  const height = rows.length * scale;
  const bytesInRow = Math.ceil(width / 8);
  // Each line begins with the number of its filter: 0 is none.
  const lines = Buffer.alloc((1 + bytesInRow) * height);
  for (const [y, row] of rows.entries()) {
    const line = Buffer.alloc(1 + bytesInRow);
    for (let x = 0; x < width; x++) if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    for (let n = 0; n < scale; n++) line.copy(lines, (y * scale + n) * line.length);
  }
  const head = Buffer.alloc(8 + pngKind.length);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(pngKind, 8);
  return Buffer.concat([
    pngSignature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const bytes = Buffer.alloc(12 + data.length);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(name, 4, "latin1");
  data.copy(bytes, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
  return bytes;
}
