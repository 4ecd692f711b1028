/**
 * Polls the progress of a cancellation. Invariants: it asks less often while nothing changes, never while the
 * page is hidden, and ends when its signal aborts, when the session ends, and when nothing is in progress.
 */
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { sleep } from "../../../lib/sleep.ts";
import { isUnderWay } from "./cancellationWords.ts";

interface FollowOptions {
  /** The progress that the page was loaded with. */
  loaded: Cancellation;
  /** Ends the polling. */
  signal: AbortSignal;
  /** Undefined if the session has ended (web/api/client.ts). */
  ask: (signal: AbortSignal) => Promise<Cancellation | undefined>;
  onProgress: (progress: Cancellation) => void;
  /** Called if a request failed. The request is repeated. */
  onLost: () => void;
  isPageVisible?: () => boolean;
  /** Waits before a request. Tests do not wait. */
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
