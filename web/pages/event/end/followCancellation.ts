/** Polls a cancellation until it is done: less often while nothing changes, and not while the page is hidden. */
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { sleep } from "../../../lib/sleep.ts";
import { isUnderWay } from "./cancellationWords.ts";

interface FollowOptions {
  loaded: Cancellation;
  signal: AbortSignal;
  /** Undefined if the session has ended. */
  ask: (signal: AbortSignal) => Promise<Cancellation | undefined>;
  onProgress: (progress: Cancellation) => void;
  /** Called after a failed request; the polling goes on. */
  onLost: () => void;
  isPageVisible?: () => boolean;
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const firstPauseMs = 1_500;
const maxPauseMs = 30_000;

export async function followCancellation(options: FollowOptions): Promise<void> {
  const { loaded, signal, ask, onProgress, onLost, pause = sleep } = options;
  const { isPageVisible = () => document.visibilityState === "visible" } = options;
  let [latest, pauseMs] = [loaded, firstPauseMs];
  while (isUnderWay(latest)) {
    await pause(pauseMs, signal);
    if (signal.aborted) return;
    if (!isPageVisible()) continue;
    pauseMs = Math.min(1.5 * pauseMs, maxPauseMs);
    const answer = await ask(signal).catch(() => null);
    if (signal.aborted || answer === undefined) return;
    if (answer === null) {
      onLost();
      continue;
    }
    if (JSON.stringify(answer) !== JSON.stringify(latest)) pauseMs = firstPauseMs;
    latest = answer;
    onProgress(answer);
  }
}
