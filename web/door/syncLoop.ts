/** Invariant: the loop runs one turn at a time, so that no late reply overwrites a newer one. */

import { markUnansweredDecided } from "./acts.ts";
import { DoorCallError } from "./askDoor.ts";
import type { ConnectionParts, DoorConnection } from "./doorConnection.ts";

/** If `wake` is called while nobody waits, the next wait ends immediately. */
export class WakeSignal {
  #isWoken = false;
  #hasNews = false;
  #resume: (() => void) | null = null;
  #isPause = false;

  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  /** Something changed elsewhere. Ends a wait, but not a pause. */
  news(): void {
    this.#hasNews = true;
    if (!this.#isPause) this.#resume?.();
  }

  /** Resolves to whether `wake` or `news` ended the wait. `isPause`: the wait after a failure. */
  async wait(ms: number, signal: AbortSignal, isPause = false): Promise<boolean> {
    this.#isPause = isPause;
    const hasSignal = () => this.#isWoken || (this.#hasNews && !isPause);
    if (!hasSignal() && !signal.aborted)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        this.#resume = done;
        signal.addEventListener("abort", done);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          resolve();
        }
      });
    const hadSignal = hasSignal();
    this.#isWoken = false;
    this.#hasNews = false;
    this.#resume = null;
    return hadSignal;
  }
}

export interface SyncLoopParts extends Pick<ConnectionParts, "store" | "signal"> {
  readonly wakeSignal: WakeSignal;
  readonly onOnline: (isOnline: boolean) => void;
  readonly onFull: () => void;
  /** Nothing can be sent or requested now, or a turn has failed. */
  readonly onIdle: () => void;
}

/**
 * While nothing happens, the times between requests for changes, without a stream and with one. With a stream these
 * requests prove that the copy is fresh, and a network that drops everything is noticed within ten seconds
 * (statusWords.ts, lateAnswerMs).
 */
const pollMs = 4_000;
const livePollMs = 7_000;
const firstPauseMs = 1_000;
const maxPauseMs = 8_000;

export async function runSyncLoop(
  connection: Pick<DoorConnection, "turn" | "drop" | "isDue" | "isLive">,
  { store, wakeSignal, signal, onOnline, onFull, onIdle }: SyncLoopParts,
): Promise<void> {
  let pauseMs = 0;
  let requestedAt = 0;
  while (!signal.aborted) {
    try {
      const wasDue = connection.isDue;
      const hasMore = await connection.turn();
      if (wasDue && !connection.isDue) requestedAt = Date.now();
      onOnline(true);
      pauseMs = 0;
      if (hasMore) continue;
    } catch (error) {
      if (signal.aborted) break;
      // A full disk or an error in our code says nothing about the network.
      if (error instanceof DoorCallError) {
        connection.drop();
        const isServerReachable = error.status >= 400 && error.status < 500;
        onOnline(isServerReachable);
        // The server cannot decide, so this device decides the pending acts.
        if (!isServerReachable) await markUnansweredDecided(store).catch(reportError);
      }
      reportError(error);
      pauseMs = Math.min(Math.max(firstPauseMs, 2 * pauseMs), maxPauseMs);
    }
    onIdle();
    const isPause = pauseMs > 0;
    const idleMs = connection.isLive ? livePollMs : pollMs;
    const wasWoken = await wakeSignal.wait(isPause ? pauseMs : idleMs, signal, isPause);
    // Each act wakes the loop, and must not delay the changes.
    if (!wasWoken || Date.now() - requestedAt >= idleMs) connection.isDue = true;
  }
  connection.drop();

  function reportError(error: unknown): void {
    if (isFull(error)) onFull();
    else if (!(error instanceof DoorCallError)) console.error(error);
  }
}

/** Whether a write failed because the browser's storage is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
