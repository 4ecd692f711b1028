/** Invariant: at most one frame is in flight, so a slow phone reads fewer frames and stays responsive. */
import type { FrameMessage, ReaderMessage, ReaderName } from "./frames.ts";
import { readerUrl } from "./readerFiles.ts";

/** A reader that is silent for so long in the foreground is terminated. It may have to load its code first. */
const timeoutSeconds = 15;

/** A larger picture is scaled down until its shorter side has so many pixels. */
const shorterSide = 480;

/**
 * Reports each code that is read, and returns the function that stops reading. If the first reader fails, our own
 * replaces it; `onFailed` is called if that one fails too.
 */
export function readFrames(
  video: HTMLVideoElement,
  {
    readsAllCodes,
    onCode,
    onFailed,
  }: { readsAllCodes: () => boolean; onCode: (text: string) => void; onFailed: () => void },
): () => void {
  let silentSeconds = 0;
  let isAwaited = true;
  let reader = start("any");
  const watch = setInterval(() => {
    // While the page is hidden, the phone may suspend the reader too.
    if (!isAwaited || document.visibilityState !== "visible") return;
    silentSeconds += 1;
    if (silentSeconds >= timeoutSeconds) terminate(reader);
  }, 1_000);
  return end;

  function start(name: ReaderName): { name: ReaderName; worker: Worker } {
    const worker = new Worker(readerUrl, { type: "module", name });
    const startedReader = { name, worker };
    worker.addEventListener("error", () => terminate(startedReader));
    worker.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => {
      if (startedReader !== reader) return;
      isAwaited = false;
      if (data.type === "failed") return terminate(startedReader);
      if (data.type === "read" && data.text !== null) onCode(data.text);
      nextFrame(video, () => send(startedReader));
    });
    isAwaited = true;
    silentSeconds = 0;
    return startedReader;
  }

  function terminate(target: typeof reader): void {
    if (target !== reader) return;
    target.worker.terminate();
    if (target.name === "any") reader = start("own");
    else {
      end();
      onFailed();
    }
  }

  function end(): void {
    clearInterval(watch);
    reader.worker.terminate();
    // A new object, so that the messages of the terminated worker are ignored.
    reader = { ...reader };
  }

  async function send(target: typeof reader): Promise<void> {
    if (target !== reader) return;
    if (video.videoWidth === 0) return nextFrame(video, () => send(target));
    const { width, height } = readSize(video.videoWidth, video.videoHeight);
    try {
      const frame = await createImageBitmap(video, { resizeWidth: width, resizeHeight: height });
      target.worker.postMessage({ frame, readsAllCodes: readsAllCodes() } satisfies FrameMessage, [frame]);
      isAwaited = true;
      silentSeconds = 0;
    } catch {
      // For example, the video has no picture between two cameras.
      nextFrame(video, () => send(target));
    }
  }
}

/** Older versions of Firefox lack `requestVideoFrameCallback`. */
function nextFrame(video: HTMLVideoElement, callback: () => Promise<void>): void {
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => void callback());
  else requestAnimationFrame(() => void callback());
}

function readSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, shorterSide / Math.min(width, height));
  return { width: Math.round(width * scale), height: Math.round(height * scale) };
}
