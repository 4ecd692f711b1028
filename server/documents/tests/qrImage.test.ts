import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { qrMatrix, qrPng, qrSvg, quietZone } from "../qrImage.ts";
import { newEventKey, signAttendeeQr } from "../qrSignature.ts";

const text = signAttendeeQr(newEventKey().privateKey, {
  r: 2_000_000_000,
  a: 2_000_000_000,
  q: "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f",
  e: 2_000_000_000,
});

async function modulesOf(image: Buffer, size: number): Promise<boolean[][]> {
  const { data, info } = await sharp(image)
    .resize(size * 8, size * 8, { kernel: "nearest" })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const dark = (x: number, y: number) =>
    (data[((y * 8 + 4) * info.width + x * 8 + 4) * info.channels] ?? 255) < 128;
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark(x, y)));
}

function withoutQuietZone(matrix: boolean[][]): boolean[][] {
  const inside = matrix.slice(4, -4).map((row) => row.slice(4, -4));
  const dark = (rows: boolean[][]) => rows.flat().filter(Boolean).length;
  expect(dark(inside)).toBe(dark(matrix));
  return inside;
}

describe("the picture of a QR code", () => {
  test("a QR code with a signed text is at most of version 10", () => {
    // Version 10 has 57 modules on each side.
    expect(qrMatrix(text).length).toBeLessThanOrEqual(57 + 2 * quietZone);
  });

  test("a QR code has correction level M, and finder patterns where the standard puts them", () => {
    const matrix = withoutQuietZone(qrMatrix(text));
    const level = [matrix[8]?.[0], matrix[8]?.[1]].map(Number).join("");
    // Format information is masked with 101010000010010, so level M (00) shows as 10.
    expect(level).toBe("10");
    for (const [x, y] of [
      [0, 0] as const,
      [matrix.length - 7, 0] as const,
      [0, matrix.length - 7] as const,
    ]) {
      const finder = Array.from({ length: 7 }, (_, row) =>
        matrix[y + row]
          ?.slice(x, x + 7)
          .map(Number)
          .join(""),
      );
      expect(finder).toEqual(["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]);
    }
  });

  test("a picture of a QR code shows every module and a white quiet zone, as SVG and as PNG", async () => {
    const expected = qrMatrix(text);
    expect(await modulesOf(qrPng(text, 8), expected.length)).toEqual(expected);
    expect(await modulesOf(Buffer.from(qrSvg(text)), expected.length)).toEqual(expected);
  });

  test("a PNG of a QR code has one bit per pixel, whole pixels per module and less than 1,500 bytes", async () => {
    const png = qrPng(text, 6);
    const side = qrMatrix(text).length * 6;
    expect(await sharp(png, { failOn: "warning" }).metadata()).toMatchObject({
      width: side,
      height: side,
      format: "png",
      space: "b-w",
      bitsPerSample: 1,
    });
    expect(png.length).toBeLessThan(1_500);
  });

  test("pictures of QR codes differ for different texts", () => {
    expect(qrSvg(text)).not.toBe(qrSvg(`${text} `));
  });
});
