/**
 * A picture of two colours as a PNG: one bit a pixel, which libraries for photographs need twenty times as long for
 * (docs/decisions/dependencies.md). Pure. PNG: https://www.w3.org/TR/png-3/
 */
import { crc32, deflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
/** Colour type 0 (grey) of bit depth 1; compression, filters and order as everybody has them. */
const kind = [1, 0, 0, 0, 0];

/** `rows` from the top, true is black and false is white; each is a square of `scale` pixels. */
export function twoColourPng(rows: readonly (readonly boolean[])[], scale: number): Buffer {
  const width = (rows[0]?.length ?? 0) * scale;
  const height = rows.length * scale;
  const bytesInRow = Math.ceil(width / 8);
  // A line of the picture begins with the number of its filter: 0 is none.
  const lines = Buffer.alloc((1 + bytesInRow) * height);
  for (const [y, row] of rows.entries()) {
    const line = Buffer.alloc(1 + bytesInRow);
    for (let x = 0; x < width; x++) if (!row[Math.floor(x / scale)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    for (let n = 0; n < scale; n++) line.copy(lines, (y * scale + n) * line.length);
  }
  const head = Buffer.alloc(8 + kind.length);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(kind, 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(lines)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length, 0);
  whole.write(name, 4, "latin1");
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, 8 + data.length)), 8 + data.length);
  return whole;
}
