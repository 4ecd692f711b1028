/**
 * A camera for Chromium that sees our codes: a video of them. Frames are not compressed (Y4M, 4:2:0: a byte of
 * brightness for each point, then the colours), so nothing has to be encoded.
 */
import { open, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import encodeQr from "qr";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { temporaryFolder } from "../../server/testing/cluster.ts";

/** The text of a QR code, or of a barcode of the kind Code 128. */
export type ShownCode = string | { readonly barcode: string };

/** The camera sees the codes in turn, and the empty wall between them. */
export interface CameraFilm {
  readonly codes: readonly ShownCode[];
  readonly secondsPerCode?: number;
  readonly secondsBetween?: number;
}

/** `args` are the flags that make Chromium play the film in a loop. */
export interface FakeCamera {
  readonly args: readonly string[];
  remove(): Promise<void>;
}

const [width, height] = [640, 480];
const framesPerSecond = 10;
const wallGrey = 0xb0;

export async function fakeCamera({
  codes,
  secondsPerCode = 1.5,
  secondsBetween = 0.5,
}: CameraFilm): Promise<FakeCamera> {
  const folder = await temporaryFolder();
  const file = join(folder, "camera.y4m");
  const film = await open(file, "w");
  await film.write(`YUV4MPEG2 W${width} H${height} F${framesPerSecond}:1 Ip A1:1 C420jpeg\n`);
  const show = async (frame: Uint8Array, seconds: number) => {
    for (let count = Math.round(seconds * framesPerSecond); count > 0; count--) {
      await film.write("FRAME\n");
      await film.write(frame);
    }
  };
  for (const code of codes) {
    await show(frameOf(null), secondsBetween);
    await show(frameOf(typeof code === "string" ? code : await barsOf(code.barcode)), secondsPerCode);
  }
  await film.close();
  return {
    args: [
      "--use-fake-ui-for-media-stream",
      "--use-fake-device-for-media-stream",
      `--use-file-for-fake-video-capture=${file}`,
    ],
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** The modules of a barcode from left to right, with a quiet zone at each side; true is dark. */
async function barsOf(text: string): Promise<boolean[]> {
  const wasm = createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm");
  prepareZXingModule({ overrides: { wasmBinary: (await readFile(wasm)).buffer as ArrayBuffer } });
  const { symbol, error } = await writeBarcode(text, { format: "Code128" });
  if (error !== "") throw new Error(error);
  const quiet = Array.from({ length: 10 }, () => false);
  return [...quiet, ...Array.from(symbol.data.slice(0, symbol.width), (light) => light < 128), ...quiet];
}

/** Draws a wall, with the code in its middle. */
export function frameOf(code: string | readonly boolean[] | null): Uint8Array {
  const frame = new Uint8Array((width * height * 3) / 2).fill(128);
  frame.fill(wallGrey, 0, width * height);
  if (code === null) return frame;
  const isQr = typeof code === "string";
  const rows = isQr
    ? encodeQr(code, "raw", { ecc: "medium", border: 4 })
    : Array.from({ length: Math.ceil(code.length / 4) }, () => code);
  const columns = rows[0]!.length;
  const module = Math.floor(isQr ? (height * 0.85) / rows.length : (width * 0.95) / columns);
  const left = Math.floor((width - module * columns) / 2);
  const top = Math.floor((height - module * rows.length) / 2);
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; line < module; line++) {
        const at = (top + y * module + line) * width + left + x * module;
        frame.fill(isDark ? 0x18 : 0xf0, at, at + module);
      }
  return frame;
}
