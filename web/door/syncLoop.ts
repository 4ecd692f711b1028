/**
 * The sync loop between a device and the server: sends pending scans first, then loads or updates the copy. Invariant:
 * one request runs at a time, so nothing read before an answer can be written after it. The leader tab runs the loop
 * (openDoor.ts).
 */

import { decideUnanswered } from "./acts.ts";
import { NotAnswered } from "./askDoor.ts";
import type { ConnectionParts, DoorConnection } from "./doorConnection.ts";

/**
 * Waits for a time or until it is woken. A wake while nobody waits ends the next wait at once. Invariant: news never
 * shortens a pause, however often it comes.
 */
export class WakeSignal {
  #isWoken = false;
  #hasNews = false;
  #resume: (() => void) | null = null;
  #isPause = false;

  /** Something on this device needs a sync. */
  wake(): void {
    this.#isWoken = true;
    this.#resume?.();
  }

  /** Something changed elsewhere: ends a wait, but not a pause. */
  news(): void {
    this.#hasNews = true;
    if (!this.#isPause) this.#resume?.();
  }

  /** Resolves to whether it was woken, or news ended the wait. `isPause`: the wait after a failure. */
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

/** The parts that the loop works with, and its callbacks. */
export interface SyncLoopParts extends Pick<ConnectionParts, "store" | "signal"> {
  /** Woken when there is something to send, and with `connection.isDue` when there is something to request. */
  readonly wakeSignal: WakeSignal;
  readonly onOnline: (isOnline: boolean) => void;
  /** The browser's storage is full. */
  readonly onFull: () => void;
  /** Nothing is left to send or request, or it cannot be done now. */
  readonly onRest: () => void;
}

/**
 * The time between requests for changes, without a stream and with one. With a stream they prove that the copy is
 * fresh, and a network that drops everything is noticed within ten seconds (statusWords.ts, lateMs).
 */
const pollMs = 4_000;
const beatMs = 7_000;
/** The pauses after failures. They grow, but a network that is back is found within seconds. */
const firstPauseMs = 1_000;
const longestPauseMs = 8_000;

/** Syncs over a connection until the signal aborts. */
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
      // A full disk or a fault of ours says nothing about the network.
      if (error instanceof NotAnswered) {
        connection.drop();
        const isHeard = error.status >= 400 && error.status < 500;
        onOnline(isHeard);
        // The server cannot decide, so this device does: pending acts become decided.
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

  /** An error that is neither silence nor a full disk is a bug: it is logged to the console, and tried again. */
  function tell(error: unknown): void {
    if (isFull(error)) onFull();
    else if (!(error instanceof NotAnswered)) console.error(error);
  }
}

/** Whether the browser refused a write because its storage is full. */
export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === "QuotaExceededError";
}
