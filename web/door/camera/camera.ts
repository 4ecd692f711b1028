import { readFrames } from "./frameReader.ts";

export interface CameraChoice {
  readonly cameraId: string;
  readonly label: string;
}

/** `noReader`: this browser cannot read codes. `readerSilent`: the code reader has failed. */
export type CameraProblem = "refused" | "none" | "busy" | "noReader" | "readerSilent";

export interface OpenCamera {
  readonly cameraId: string;
  readonly choices: readonly CameraChoice[];
  readonly hasTorch: boolean;
  setTorch(isOn: boolean): Promise<void>;
}

export interface CameraOptions {
  /** Closes the camera, also while it is being opened. */
  readonly signal: AbortSignal;
  /** The page's own element: muted, playsInline. */
  readonly video: HTMLVideoElement;
  /** Without one, the rear camera is preferred. */
  readonly cameraId?: string | undefined;
  /** Whether codes other than QR codes are read too, as on tickets of the previous system. */
  readonly readsAllCodes: () => boolean;
  /** Called for each frame in which a code is read. */
  readonly onCode: (text: string) => void;
  readonly onProblem: (problem: CameraProblem) => void;
}

/** Opens a camera and reads codes, or returns why it cannot. */
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
  // `play` rejects if the page is left meanwhile.
  await video.play().catch(() => undefined);
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  return {
    cameraId: track.getSettings().deviceId ?? "",
    choices: devices
      .filter(({ kind }) => kind === "videoinput")
      .map(({ deviceId, label }, index) => ({ cameraId: deviceId, label: label || `Camera ${index + 1}` })),
    hasTorch: "torch" in (track.getCapabilities?.() ?? {}),
    // `torch` is in the Image Capture specification, but not in the compiler's type of constraints.
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
