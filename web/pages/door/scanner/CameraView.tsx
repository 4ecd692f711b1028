import { useEffect, useRef, useState } from "react";
import type { CameraOptions, CameraProblem, OpenCamera } from "../../../door/camera/camera.ts";
import { DoorSign } from "../DoorSign.tsx";
import classes from "./CameraView.module.css";

export type StartCamera = (options: CameraOptions) => Promise<OpenCamera | CameraProblem>;

type CameraState =
  | { kind: "starting" }
  | { kind: "running"; camera: OpenCamera }
  | { kind: "failed"; why: Failure };

/** `silent`: the camera has not answered yet. The picture is still shown as soon as it does. */
type Failure = CameraProblem | "silent";

const startTimeoutMs = 15_000;

const failures: Record<Failure, { title: string; words: string }> = {
  silent: {
    title: "The camera has not started",
    words:
      "If your browser asks whether this page may use the camera, allow it. If it does not ask, try again. Until then, use a hand scanner, or tap Search and type the name or the text of the code.",
  },
  refused: {
    title: "The camera is not allowed",
    words:
      "Allow it for this page: tap the icon beside the address, switch the camera on, and try again. Searching and hand scanners work without it.",
  },
  none: {
    title: "No camera found",
    words: "Use a hand scanner, or search by name.",
  },
  busy: {
    title: "The camera cannot be used",
    words: "Another app may be using it. Close that app and try again, or search by name.",
  },
  noReader: {
    title: "This browser cannot read codes",
    words: "Try another browser or phone, use a hand scanner, or search by name.",
  },
  readerSilent: {
    title: "The code reader does not answer",
    words:
      "It may not have loaded. Check your connection and try again. Hand scanners and searching by name work without it.",
  },
};

interface CameraViewProps {
  startCamera: StartCamera;
  /** The codes of another system's tickets may be barcodes. */
  hasOldCodes: boolean;
  onCode: (text: string) => void;
  /** Codes are still read. */
  isSmall: boolean;
}

export function CameraView({ startCamera, hasOldCodes, onCode, isSmall }: CameraViewProps) {
  const video = useRef<HTMLVideoElement>(null);
  const latestOnCode = useRef(onCode);
  latestOnCode.current = onCode;
  // It may change while the camera runs.
  const latestHasOldCodes = useRef(hasOldCodes);
  latestHasOldCodes.current = hasOldCodes;
  const [cameraId, setCameraId] = useState(() => localStorage.getItem(storageKey) ?? undefined);
  const [attempt, setAttempt] = useState(0);
  const [state, setState] = useState<CameraState>({ kind: "starting" });
  const [isTorchOn, setTorchOn] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts the camera again.
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    const fail = (why: Failure) => {
      if (signal.aborted) return;
      // The camera that was chosen before may be gone.
      if (why === "none" && cameraId !== undefined) setCameraId(undefined);
      else setState({ kind: "failed", why });
    };
    setState({ kind: "starting" });
    setTorchOn(false);
    const onCode = (text: string) => latestOnCode.current(text);
    const timeout = setTimeout(() => fail("silent"), startTimeoutMs);
    const readsAllCodes = () => latestHasOldCodes.current;
    const options = { signal, video: element, cameraId, readsAllCodes, onCode, onProblem: fail };
    void startCamera(options).then((camera) => {
      clearTimeout(timeout);
      if (typeof camera === "string") fail(camera);
      else if (!signal.aborted) setState({ kind: "running", camera });
    });
    return () => {
      clearTimeout(timeout);
      abort.abort();
    };
  }, [startCamera, cameraId, attempt]);

  const camera = state.kind === "running" ? state.camera : null;
  return (
    <div className={classes.view} data-small={isSmall || undefined} data-state={state.kind}>
      {/* A live camera picture has no captions. */}
      <video ref={video} className={classes.picture} muted playsInline aria-label="What the camera sees" />
      {state.kind === "failed" ? (
        <div className={classes.failed} role="alert">
          <DoorSign name="camera" className={classes.big} />
          <h2>{failures[state.why].title}</h2>
          <p>{failures[state.why].words}</p>
          <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
            Try again
          </button>
        </div>
      ) : (
        <>
          <div className={classes.frame} aria-hidden="true" />
          <p className={classes.hint}>
            {state.kind === "starting" ? "Starting the camera…" : "Hold a code in the frame"}
          </p>
        </>
      )}
      {camera !== null && !isSmall && (
        <div className={classes.tools}>
          {camera.hasTorch && (
            <button
              type="button"
              className={classes.tool}
              aria-pressed={isTorchOn}
              onClick={() => {
                void camera.setTorch(!isTorchOn).then(
                  () => setTorchOn(!isTorchOn),
                  () => setTorchOn(false),
                );
              }}
            >
              <DoorSign name="torch" />
              <span>Torch</span>
            </button>
          )}
          {camera.choices.length > 1 && (
            <label className={classes.choice}>
              <span className="visuallyHidden">Camera</span>
              <select
                value={camera.cameraId}
                onChange={({ currentTarget: { value } }) => {
                  localStorage.setItem(storageKey, value);
                  setCameraId(value);
                }}
              >
                {camera.choices.map((choice) => (
                  <option key={choice.cameraId} value={choice.cameraId}>
                    {choice.label}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
      )}
    </div>
  );
}

const storageKey = "foyer.doorCamera";
