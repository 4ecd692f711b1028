/**
 * Reads the frames of a video in a worker. Invariant: one frame is on its way at a time, so a slow phone reads fewer frames
 * and stays quick to the hand; a reader that says nothing is not waited for without end.
 */
import type { FrameMessage, ReaderMessage, ReaderName } from "./frames.ts";
import { readerUrl } from "./readerFiles.ts";

/** So many seconds in sight without a word, and a reader is given up: it may have a megabyte to load before its first. */
const patienceSeconds = 15;

/** The shorter side of what is read: a code of ours that fills a third of it has three pixels a module. */
const shorterSide = 480;

/**
 * Tells each code that is read. A reader that fails or is silent is started once more, then as our own: the platform's may be
 * what hangs. `onFailed`: that one failed too. Returns what ends it.
 */
export function readFrames(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  onFailed: () => void,
): () => void {
  let silentSeconds = 0;
  let isAwaited = true;
  let reader = start("any");
  const watch = setInterval(() => {
    // A pocket stops the reader as well as the page.
    if (!isAwaited || document.visibilityState !== "visible") return;
    silentSeconds += 1;
    if (silentSeconds >= patienceSeconds) giveUp(reader);
  }, 1_000);
  return end;

  function start(name: ReaderName): { name: ReaderName; worker: Worker } {
    const worker = new Worker(readerUrl, { type: "module", name });
    const started = { name, worker };
    worker.addEventListener("error", () => giveUp(started));
    worker.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => {
      if (started !== reader) return;
      isAwaited = false;
      if (data.type === "failed") return giveUp(started);
      if (data.type === "read" && data.text !== null) onCode(data.text);
      nextFrame(video, () => send(started));
    });
    isAwaited = true;
    silentSeconds = 0;
    return started;
  }

  function giveUp(one: typeof reader): void {
    if (one !== reader) return;
    one.worker.terminate();
    if (one.name === "any") reader = start("own");
    else {
      end();
      onFailed();
    }
  }

  function end(): void {
    clearInterval(watch);
    reader.worker.terminate();
    // Whatever still comes of it is not heard.
    reader = { ...reader };
  }

  async function send(to: typeof reader): Promise<void> {
    if (to !== reader) return;
    if (video.videoWidth === 0) return nextFrame(video, () => send(to));
    const { width, height } = readSize(video.videoWidth, video.videoHeight);
    try {
      const frame = await createImageBitmap(video, { resizeWidth: width, resizeHeight: height });
      to.worker.postMessage({ frame } satisfies FrameMessage, [frame]);
      isAwaited = true;
      silentSeconds = 0;
    } catch {
      // Between two cameras there is nothing to be read.
      nextFrame(video, () => send(to));
    }
  }
}

/** Calls when there is a new picture. Firefox has learnt to say so only lately. */
function nextFrame(video: HTMLVideoElement, then: () => Promise<void>): void {
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => void then());
  else requestAnimationFrame(() => void then());
}

/** The size at which a picture of a camera is read: never larger than it is. */
function readSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shorterSide / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
