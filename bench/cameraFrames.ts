import type { Page } from "@playwright/test";
import { frameOf } from "../test/e2e/fakeCamera.ts";

/** How a code is held before the camera; `away`: there is none. */
export type Pose = "straight" | "askew" | "away";

export interface ReadFrame {
  pose: Pose;
  tookMs: number;
  /** Whether the reader returned the shown code, or null for `away`. */
  isRight: boolean;
}

const [width, height] = [640, 480];
/** The first readings are not counted, because they are slower until WebAssembly is optimised. */
const warmUpFrames = 24;

/** Lets the worker at `readerUrl` read each code in each pose, `rounds` times. `page` must have the same origin. */
export async function readFrames(
  page: Page,
  { readerUrl, codes, rounds }: { readerUrl: string; codes: readonly string[]; rounds: number },
): Promise<{ by: string; frames: ReadFrame[] }> {
  const shown = codes.map((text) => ({ text, light: lightOf(text) }));
  const { by, frames } = await page.evaluate(readInPage, {
    readerUrl,
    shown,
    wall: lightOf(null),
    rounds,
    size: { width, height },
  });
  return { by, frames: frames.slice(warmUpFrames) };
}

/** Gives the brightness of each point, as text, which is fast to pass to a page. */
function lightOf(code: string | null): string {
  return Buffer.from(frameOf(code).subarray(0, width * height)).toString("base64");
}

// Runs in the page.
async function readInPage({
  readerUrl,
  shown,
  wall,
  rounds,
  size,
}: {
  readerUrl: string;
  shown: { text: string; light: string }[];
  wall: string;
  rounds: number;
  size: { width: number; height: number };
}): Promise<{ by: string; frames: ReadFrame[] }> {
  const worker = new Worker(readerUrl, { type: "module" });
  const next = () =>
    new Promise<{ type: string; by?: string; why?: string; text?: string | null; tookMs?: number }>(
      (resolve, reject) => {
        worker.addEventListener("message", ({ data }) => resolve(data), { once: true });
        worker.addEventListener("error", () => reject(new Error("The reader has not started.")), {
          once: true,
        });
      },
    );
  const firstMessage = await next();
  if (firstMessage.type !== "ready") throw new Error(`The reader has not started: ${firstMessage.why}`);
  const pictures = shown.map(({ text, light }) => ({ text, picture: pictureOf(light) }));
  const wallPicture = pictureOf(wall);
  const frames: ReadFrame[] = [];
  for (let round = 0; round < rounds; round++)
    for (const { text, picture } of pictures)
      for (const pose of ["straight", "askew", "away"] as const) {
        const frame = await createImageBitmap(drawPose(pose, picture));
        const reply = next();
        worker.postMessage({ frame }, [frame]);
        const { text: readText = null, tookMs = Number.NaN } = await reply;
        frames.push({ pose, tookMs, isRight: readText === (pose === "away" ? null : text) });
      }
  worker.terminate();
  return { by: firstMessage.by ?? "nobody", frames };

  function pictureOf(light: string): OffscreenCanvas {
    const bytes = Uint8Array.from(atob(light), (letter) => letter.charCodeAt(0));
    const points = new Uint8ClampedArray(4 * bytes.length);
    for (const [index, value] of bytes.entries()) points.set([value, value, value, 255], 4 * index);
    const canvas = new OffscreenCanvas(size.width, size.height);
    canvas.getContext("2d")!.putImageData(new ImageData(points, size.width), 0, 0);
    return canvas;
  }

  function drawPose(pose: Pose, picture: OffscreenCanvas): OffscreenCanvas {
    if (pose === "straight") return picture;
    const canvas = new OffscreenCanvas(size.width, size.height);
    const context = canvas.getContext("2d")!;
    context.drawImage(wallPicture, 0, 0);
    if (pose === "askew") {
      context.filter = "blur(1px)";
      context.translate(size.width / 2, size.height / 2);
      context.rotate(0.3);
      context.scale(0.7, 0.7);
      context.drawImage(picture, -size.width / 2, -size.height / 2);
      context.resetTransform();
      context.filter = "none";
    }
    // Noise, because a camera's picture is never quite uniform.
    const pixels = context.getImageData(0, 0, size.width, size.height);
    for (let at = 0; at < pixels.data.length; at += 4) {
      const noise = 16 * (Math.random() - 0.5);
      for (let colour = 0; colour < 3; colour++) pixels.data[at + colour]! += noise;
    }
    context.putImageData(pixels, 0, 0);
    return canvas;
  }
}
