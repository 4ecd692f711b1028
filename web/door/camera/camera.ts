/** Reads codes with a camera: opens it, shows it in the page's video and has its frames read (frameReader.ts). */
import { readFrames } from "./frameReader.ts";

export interface CameraChoice {
  readonly cameraId: string;
  readonly label: string;
}

/** Why no codes are read. `noReader`: this browser cannot read codes. `readerSilent`: the code reader has failed. */
export type CameraProblem = "refused" | "none" | "busy" | "noReader" | "readerSilent";

export interface OpenCamera {
  readonly cameraId: string;
  /** The cameras that the browser lists. */
  readonly choices: readonly CameraChoice[];
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
}

export interface CameraOptions {
  /** Closes the camera, also while it is being opened, so that its indicator light turns off. */
  readonly signal: AbortSignal;
  /** The page's own element: muted, playsInline. */
  readonly video: HTMLVideoElement;
  /** The chosen camera; without one, the rear camera is preferred. */
  readonly cameraId?: string | undefined;
  /** Whether other codes than QR codes are read as well, such as barcodes on tickets of the previous system. */
  readonly readsAllCodes: () => boolean;
  /** A code is in view. Called for each frame in which it is read. */
  readonly onCode: (text: string) => void;
  /** The camera ended by itself (for example another app took it), or its frames cannot be read. */
  readonly onProblem: (problem: CameraProblem) => void;
}

/** Opens a camera, or returns the reason if it cannot. */
export async function openCamera({
  signal,
  video,
  cameraId,
  readsAllCodes,
  onCode,
  onProblem,
}: CameraOptions): Promise<OpenCamera | CameraProblem> {
  if (!("mediaDevices" in navigator)) return "none";
  const stream = await requestCamera(cameraId).catch(problemOf);
  if (typeof stream === "string") return stream;
  if (signal.aborted) {
    // The permission was given after the signal had aborted.
    for (const openTrack of stream.getTracks()) openTrack.stop();
    return "none";
  }
  const [track] = stream.getVideoTracks();
  if (track === undefined) return "none";
  let isOpen = true;
  const close = () => {
    if (!isOpen) return;
    isOpen = false;
    closing.abort();
    stopReading();
    for (const openTrack of stream.getTracks()) openTrack.stop();
    if (video.srcObject === stream) video.srcObject = null;
  };
  const stopReading = readFrames(video, {
    readsAllCodes,
    onCode,
    onFailed: () => {
      close();
      const canReadCodes = "WebAssembly" in globalThis && "OffscreenCanvas" in globalThis;
      onProblem(canReadCodes ? "readerSilent" : "noReader");
    },
  });
  track.addEventListener("ended", () => {
    if (!isOpen) return;
    close();
    onProblem("busy");
  });
  video.srcObject = stream;
  // A phone's lock screen or another app may pause the picture without ending it.
  const closing = new AbortController();
  const resume = () => {
    if (document.visibilityState === "visible" && video.paused) void video.play().catch(() => undefined);
  };
  document.addEventListener("visibilitychange", resume, { signal: closing.signal });
  video.addEventListener("pause", resume, { signal: closing.signal });
  signal.addEventListener("abort", close, { once: true });
  // If the page is left meanwhile, `play` rejects before it has begun.
  await video.play().catch(() => undefined);
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return {
    cameraId: track.getSettings().deviceId ?? "",
    choices: devices
      .filter(({ kind }) => kind === "videoinput")
      .map(({ deviceId, label }, index) => ({ cameraId: deviceId, label: label || `Camera ${index + 1}` })),
    hasTorch: "torch" in (track.getCapabilities?.() ?? {}),
    // `torch` is in the Image Capture specification, but not in the compiler's types.
    setTorch: (isOn) => track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] }),
  };
}

function requestCamera(cameraId: string | undefined): Promise<MediaStream> {
  const choice = cameraId === undefined ? { facingMode: "environment" } : { deviceId: { exact: cameraId } };
  return navigator.mediaDevices.getUserMedia({
    video: { ...choice, width: { ideal: 1280 }, height: { ideal: 720 } },
  });
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "refused";
  return name === "NotReadableError" || name === "AbortError" ? "busy" : "none";
}
