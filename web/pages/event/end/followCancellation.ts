/**
 * How a cancellation goes on, asked for as long as something of it moves. Invariant: patient, ever more seldom while
 * nothing changes; never for a page that is not seen; ended by its signal, by the session's end and when all is done.
 */
import type { Cancellation } from "../../../../contract/shapes/cancellation.ts";
import { pauseFor } from "../../../lib/followStream.ts";
import { isUnderWay } from "./cancellationWords.ts";

interface Following {
  /** What the page was loaded with. */
  loaded: Cancellation;
  /** Ends it. */
  signal: AbortSignal;
  /** Undefined when the session has ended (web/api/client.ts). */
  ask: (signal: AbortSignal) => Promise<Cancellation | undefined>;
  onTold: (standing: Cancellation) => void;
  /** It could not be asked; it is tried again. */
  onLost: () => void;
  isSeen?: () => boolean;
  /** Waits before it asks; a test does not. */
  pause?: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

const firstPauseMs = 1_500;
const longestPauseMs = 30_000;

/** Follows until nothing is under way any more. */
export async function followCancellation(following: Following): Promise<void> {
  const { loaded, signal, ask, onTold, onLost, pause = pauseFor } = following;
  const { isSeen = () => document.visibilityState === "visible" } = following;
  let [latest, pauseMs] = [loaded, firstPauseMs];
  while (isUnderWay(latest)) {
    await pause(pauseMs, signal);
    if (signal.aborted) return;
    if (!isSeen()) continue;
    pauseMs = Math.min(1.5 * pauseMs, longestPauseMs);
    const told = await ask(signal).catch(() => null);
    if (signal.aborted || told === undefined) return;
    if (told === null) {
      onLost();
      continue;
    }
    if (JSON.stringify(told) !== JSON.stringify(latest)) pauseMs = firstPauseMs;
    latest = told;
    onTold(told);
  }
}
