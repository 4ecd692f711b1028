/** Codes before a camera: opens it, shows it in the page's video and has its frames read (frameReader.ts). */
import { readFrames } from "./frameReader.ts";

/** A camera that can be chosen. */
export interface CameraChoice {
  readonly cameraId: string;
  readonly label: string;
}

/**
 * Why there is no picture. `noReader`: there is one, but this browser cannot read codes in it. `readerSilent`: the reader
 * of codes has not loaded, or answers no more.
 */
export type CameraProblem = "refused" | "none" | "busy" | "noReader" | "readerSilent";

/** A camera at work. */
export interface OpenCamera {
  readonly cameraId: string;
  /** All cameras of the device, the open one among them. */
  readonly choices: readonly CameraChoice[];
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
}

/** What a page wants of a camera. */
export interface CameraOptions {
  /** Ends it, also while it is being opened: the camera's light goes out. */
  readonly signal: AbortSignal;
  /** The page's own element: muted, playsInline. */
  readonly video: HTMLVideoElement;
  /** The camera chosen; without one that at the back. */
  readonly cameraId?: string | undefined;
  /** A code is in view: told with each frame that it is read in. */
  readonly onCode: (text: string) => void;
  /** It ended by itself, as when another app took it, or cannot be read. */
  readonly onProblem: (problem: CameraProblem) => void;
}

/** Opens a camera; says why not where it cannot. It takes forever while nobody allows it, or its picture does not play. */
export async function openCamera({
  signal,
  video,
  cameraId,
  onCode,
  onProblem,
}: CameraOptions): Promise<OpenCamera | CameraProblem> {
  if (!("mediaDevices" in navigator)) return "none";
  const stream = await askFor(cameraId).catch(problemOf);
  if (typeof stream === "string") return stream;
  if (signal.aborted) {
    // It was allowed when nobody waited for it any more.
    for (const one of stream.getTracks()) one.stop();
    return "none";
  }
  const [track] = stream.getVideoTracks();
  if (track === undefined) return "none";
  let isOpen = true;
  const stopReading = readFrames(video, onCode, () => {
    close();
    onProblem("WebAssembly" in globalThis && "OffscreenCanvas" in globalThis ? "readerSilent" : "noReader");
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
  signal.addEventListener("abort", close, { once: true });
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
