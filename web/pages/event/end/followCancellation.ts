/**
 * Polls the progress of a cancellation. Invariants: it asks less often while nothing changes, never while the page is
 * hidden, and ends by its signal, with the session, and when all is done.
 */
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { pauseFor } from "../../../lib/followStream.ts";
import { isUnderWay } from "./cancellationWords.ts";

interface Following {
  /** The progress that the page was loaded with. */
  loaded: Cancellation;
  /** Ends it. */
  signal: AbortSignal;
  /** Undefined if the session has ended (web/api/client.ts). */
  ask: (signal: AbortSignal) => Promise<Cancellation | undefined>;
  onTold: (standing: Cancellation) => void;
  /** Called if a request failed. It is tried again. */
  onLost: () => void;
  isSeen?: () => boolean;
  /** Waits before a request. A test does not wait. */
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const firstPauseMs = 1_500;
const longestPauseMs = 30_000;

/** Follows until nothing is in progress. */
export async function followCancellation(following: Following): Promise<void> {
  const { loaded, signal, ask, onTold, onLost, pause = pauseFor } = following;
  const { isSeen = () => document.visibilityState === "visible" } = following;
  let [latest, pauseMs] = [loaded, firstPauseMs];
  while (isUnderWay(latest)) {
    await pause(pauseMs, signal);
    if (signal.aborted) return;
    if (!isSeen()) continue;
    pauseMs = Math.min(1.5 * pauseMs, longestPauseMs);
    const answer = await ask(signal).catch(() => null);
    if (signal.aborted || answer === undefined) return;
    if (answer === null) {
      onLost();
      continue;
    }
    if (JSON.stringify(answer) !== JSON.stringify(latest)) pauseMs = firstPauseMs;
    latest = answer;
    onTold(answer);
  }
}
