/**
 * The sync loop between a device and the server: what waits is told first, then the copy is made or brought up to date.
 * Invariant: one thing is asked at a time, so nothing that was read before an answer can be written after it; of several
 * tabs the leader runs the loop (openDoor.ts).
 */

import { decideUnanswered } from "./acts.ts";
import { NotAnswered } from "./askDoor.ts";
import type { ConnectionParts, DoorConnection } from "./doorConnection.ts";

/**
 * Waits for a while, or until somebody wakes it. A wake while nobody waits ends the next wait at once. Invariant: news never
 * shortens a pause, however much of it comes.
 */
export class WakeSignal {
  #isWoken = false;
  #hasNews = false;
  #resume: (() => void) | null = null;
  #isPause = false;

  /** Somebody here wants something. */
  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  /** Something happened elsewhere: a wait ends, a pause goes on. */
  news(): void {
    this.#hasNews = true;
    if (!this.#isPause) this.#resume?.();
  }

  /** Resolves to whether somebody woke it, or news came that was waited for. `isPause`: after a failure. */
  async wait(ms: number, signal: AbortSignal, isPause = false): Promise<boolean> {
    this.#isPause = isPause;
    const isHeard = () => this.#isWoken || (this.#hasNews && !isPause);
    if (!isHeard() && !signal.aborted)
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
    const wasHeard = isHeard();
    this.#isWoken = false;
    this.#hasNews = false;
    this.#resume = null;
    return wasHeard;
  }
}

/** What the loop works with, and whom it tells. */
export interface SyncLoopParts extends Pick<ConnectionParts, "store" | "signal"> {
  /** Woken when there is something to tell, and with `connection.isDue` when there is something to ask. */
  readonly wakeSignal: WakeSignal;
  readonly onOnline: (isOnline: boolean) => void;
  /** The browser has no room on its disk. */
  readonly onFull: () => void;
  /** Nothing is left to tell or to ask, or it cannot be done now. */
  readonly onRest: () => void;
}

/**
 * Without a stream changes are asked for; with one, now and then all the same: so the copy is known to be fresh, and a
 * network that swallows everything is noticed within ten seconds (statusWords.ts, lateMs).
 */
const pollMs = 4_000;
const beatMs = 7_000;
/** After a failure: soon, then more seldom; yet a network that is back is found within some seconds. */
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;

/** Syncs over a connection until the signal ends it. */
export async function runSyncLoop(
  connection: Pick<DoorConnection, "turn" | "drop" | "isDue" | "isLive">,
  { store, wakeSignal, signal, onOnline, onFull, onRest }: SyncLoopParts,
): Promise<void> {
  let pauseMs = 0;
  while (!signal.aborted) {
    try {
      const hasMore = await connection.turn();
      onOnline(true);
      pauseMs = 0;
      if (hasMore) continue;
    } catch (error) {
      if (signal.aborted) break;
      // A full disk, or a fault of ours, says nothing of the network.
      if (error instanceof NotAnswered) {
        connection.drop();
        const isHeard = error.status >= 400 && error.status < 500;
        onOnline(isHeard);
        // Nobody there to decide: what was asked is what this device has done.
        if (!isHeard) await decideUnanswered(store).catch(tell);
      }
      tell(error);
      pauseMs = Math.min(Math.max(firstPauseMs, 2 * pauseMs), longestPauseMs);
    }
    onRest();
    const isPause = pauseMs > 0;
    const wasWoken = await wakeSignal.wait(
      isPause ? pauseMs : connection.isLive ? beatMs : pollMs,
      signal,
      isPause,
    );
    if (!wasWoken) connection.isDue = true;
  }
  connection.drop();

  /** What is neither silence nor a full disk is a fault of ours: it is seen on the console, and tried again. */
  function tell(error: unknown): void {
    if (isFull(error)) onFull();
    else if (!(error instanceof NotAnswered)) console.error(error);
  }
}

/** Whether the browser refused to write for want of room. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
