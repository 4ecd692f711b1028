/**
 * Codes before a camera: opens it, shows it in the page's video, reads its frames in a worker and tells each code once.
 * Invariant: one frame is on its way at a time, so a slow phone reads fewer frames and stays quick to the hand.
 */
import type { FrameMessage, ReaderMessage } from "./frames.ts";
import { readSize } from "./frames.ts";
import { readerUrl } from "./readerFiles.ts";
import { repeatFilter } from "./repeats.ts";

/** A camera that can be chosen. */
export interface CameraChoice {
  readonly cameraId: string;
  readonly label: string;
}

/** Why there is no picture. `noReader`: there is one, but this browser cannot read codes in it. */
export type CameraProblem = "refused" | "none" | "busy" | "noReader";

/** A camera at work. */
export interface OpenCamera {
  readonly cameraId: string;
  /** All cameras of the device, the open one among them. */
  readonly choices: readonly CameraChoice[];
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
  /** Ends it: the camera's light goes out. */
  close(): void;
}

/** What a page wants of a camera. */
export interface CameraOptions {
  /** The page's own element: muted, playsInline. */
  readonly video: HTMLVideoElement;
  /** The camera chosen; without one that at the back. */
  readonly cameraId?: string | undefined;
  /** A code came into view. */
  readonly onCode: (text: string) => void;
  /** It ended by itself, as when another app took it, or cannot be read. */
  readonly onProblem: (problem: CameraProblem) => void;
}

/** Opens a camera; says why not where it cannot. */
export async function openCamera({
  video,
  cameraId,
  onCode,
  onProblem,
}: CameraOptions): Promise<OpenCamera | CameraProblem> {
  if (!("mediaDevices" in navigator)) return "none";
  const stream = await askFor(cameraId).catch(problemOf);
  if (typeof stream === "string") return stream;
  const [track] = stream.getVideoTracks();
  if (track === undefined) return "none";
  let isOpen = true;
  const stopReading = readFrames(video, onCode, () => {
    close();
    onProblem("noReader");
  });
  track.addEventListener("ended", () => {
    if (!isOpen) return;
    close();
    onProblem("busy");
  });
  video.srcObject = stream;
  // A phone's lock screen or another app leaves the picture paused, without ending it.
  const ending = new AbortController();
  const resume = () => {
    if (document.visibilityState === "visible" && video.paused) void video.play().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", resume, { signal: ending.signal });
  video.addEventListener("pause", resume, { signal: ending.signal });
  // A page that is left meanwhile ends the playing before it began.
  await video.play().catch(() => undefined);
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return {
    cameraId: track.getSettings().deviceId ?? "",
    choices: devices
      .filter(({ kind }) => kind === "videoinput")
      .map(({ deviceId, label }, place) => ({ cameraId: deviceId, label: label || `Camera ${place + 1}` })),
    hasTorch: "torch" in (track.getCapabilities?.() ?? {}),
    // `torch` is of the Image Capture specification, which the compiler's types leave out.
    setTorch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
    close,
  };

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    ending.abort();
    stopReading();
    for (const one of stream instanceof MediaStream ? stream.getTracks() : []) one.stop();
    if (video.srcObject === stream) video.srcObject = null;
  }
}

function askFor(cameraId: string | undefined): Promise<MediaStream> {
  const which = cameraId === undefined ? { facingMode: "environment" } : { deviceId: { exact: cameraId } };
  return navigator.mediaDevices.getUserMedia({
    video: { ...which, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "none";
}

/** Gives frame after frame to the worker, the next when the last is answered. Returns what ends it. */
function readFrames(
  video: HTMLVideoElement,
  onCode: (text: string) => void,
  onFailed: () => void,
): () => void {
  const worker = new Worker(readerUrl, { type: "module" });
  const isNew = repeatFilter();
  let isAtWork = true;
  worker.addEventListener("error", onFailed);
  worker.addEventListener("message", ({ data }: MessageEvent<ReaderMessage>) => {
    if (data.type === "failed") return onFailed();
    if (data.type === "read" && data.text !== null && isNew(data.text, performance.now())) onCode(data.text);
    nextFrame(video, send);
  });
  return () => {
    isAtWork = false;
    worker.terminate();
  };

  async function send(): Promise<void> {
    if (!isAtWork) return;
    if (video.videoWidth === 0) return nextFrame(video, send);
    const { width, height } = readSize(video.videoWidth, video.videoHeight);
    try {
      const frame = await createImageBitmap(video, { resizeWidth: width, resizeHeight: height });
      worker.postMessage({ frame } satisfies FrameMessage, [frame]);
    } catch {
      // Between two cameras there is nothing to be read.
      nextFrame(video, send);
    }
  }
}

/** Calls when there is a new picture. Firefox has learnt to say so only lately. */
function nextFrame(video: HTMLVideoElement, then: () => Promise<void>): void {
  if ("requestVideoFrameCallback" in video) video.requestVideoFrameCallback(() => void then());
  else requestAnimationFrame(() => void then());
}
