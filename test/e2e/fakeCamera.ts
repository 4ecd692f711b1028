/**
 * A camera for Chromium that sees our codes: a looping video made of them. Frames have one byte for each point (Y4M,
 * 4:2:0), so nothing has to be encoded.
 */
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import encodeQr from "qr";
import { temporaryFolder } from "../../server/testing/cluster.ts";

/** The camera's view: codes in turn, each for a while, and nothing between them. */
export interface CameraFilm {
  readonly codes: readonly string[];
  readonly secondsACode?: number;
  readonly secondsBetween?: number;
}

/** A film as a file, and the flags that make Chromium play it. */
export interface FakeCamera {
  readonly args: readonly string[];
  remove(): Promise<void>;
}

const [width, height] = [640, 480];
const framesASecond = 10;
const wallGrey = 0xb0;

/** Makes the film. */
export async function fakeCamera({
  codes,
  secondsACode = 1.5,
  secondsBetween = 0.5,
}: CameraFilm): Promise<FakeCamera> {
  const folder = await temporaryFolder();
  const file = join(folder, "camera.y4m");
  const film = await open(file, "w");
  await film.write(`YUV4MPEG2 W${width} H${height} F${framesASecond}:1 Ip A1:1 C420jpeg\n`);
  const show = async (frame: Uint8Array, seconds: number) => {
    for (let count = Math.round(seconds * framesASecond); count > 0; count--) {
      await film.write("FRAME\n");
      await film.write(frame);
    }
  };
  for (const code of codes) {
    await show(frameOf(null), secondsBetween);
    await show(frameOf(code), secondsACode);
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

/** One picture: a wall, and a phone's white screen with the code in the middle. */
export function frameOf(code: string | null): Uint8Array {
  const frame = new Uint8Array((width * height * 3) / 2).fill(128);
  frame.fill(wallGrey, 0, width * height);
  if (code === null) return frame;
  const rows = encodeQr(code, "raw", { ecc: "medium", border: 4 });
  const module = Math.floor((height * 0.85) / rows.length);
  const [left, top] = [width, height].map((side) => Math.floor((side - module * rows.length) / 2));
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      for (let line = 0; line < module; line++) {
        const at = (top! + y * module + line) * width + left! + x * module;
        frame.fill(isDark ? 0x18 : 0xf0, at, at + module);
      }
  return frame;
}
