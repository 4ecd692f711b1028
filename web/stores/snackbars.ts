/** Snackbars are shown one at a time from a queue (docs/product.md §4). */
import { createStore, type Store } from "./store.ts";

export type SnackbarColor = "info" | "success" | "warning" | "error";

export interface SnackbarOptions {
  /** Plain text, never markup. */
  text: string;
  /** The default is info (docs/product.md §3). */
  color?: SnackbarColor;
  timeoutMs?: number;
  /** A button; pressing it also dismisses. */
  action?: { label: string; onClick?: () => void };
}

export interface Snackbar extends SnackbarOptions {
  id: number;
  color: SnackbarColor;
  timeoutMs: number;
}

export interface Clock {
  now(): number;
  /** The returned function cancels the callback. */
  after(ms: number, callback: () => void): () => void;
}

export interface SnackbarQueue {
  current: Store<Snackbar | null>;
  paused: Store<boolean>;
  notify(message: SnackbarOptions): number;
  dismiss(id: number): void;
  pause(): void;
  resume(): void;
}

/** The default time (docs/product.md §9). */
export const snackbarTimeoutMs = 4000;

export function createSnackbarQueue(clock: Clock): SnackbarQueue {
  const current = createStore<Snackbar | null>(null);
  const paused = createStore(false);
  const waiting: Snackbar[] = [];
  let lastId = 0;
  let remainingMs = 0;
  let startedAt = 0;
  let cancelTimer: (() => void) | null = null;

  return { current, paused, notify, dismiss, pause, resume };

  function notify({ color = "info", timeoutMs = snackbarTimeoutMs, ...message }: SnackbarOptions): number {
    lastId += 1;
    waiting.push({ ...message, id: lastId, color, timeoutMs });
    if (current.get() === null) showNext();
    return lastId;
  }

  function dismiss(id: number): void {
    if (current.get()?.id === id) {
      showNext();
      return;
    }
    const index = waiting.findIndex((snackbar) => snackbar.id === id);
    if (index >= 0) waiting.splice(index, 1);
  }

  function pause(): void {
    if (current.get() === null || paused.get()) return;
    stopTimer();
    remainingMs -= clock.now() - startedAt;
    paused.set(true);
  }

  function resume(): void {
    if (!paused.get()) return;
    paused.set(false);
    startTimer();
  }

  function showNext(): void {
    stopTimer();
    paused.set(false);
    const next = waiting.shift() ?? null;
    current.set(next);
    if (next === null) return;
    remainingMs = next.timeoutMs;
    startTimer();
  }

  function startTimer(): void {
    startedAt = clock.now();
    cancelTimer = clock.after(Math.max(0, remainingMs), showNext);
  }

  function stopTimer(): void {
    cancelTimer?.();
    cancelTimer = null;
  }
}

export const snackbars = createSnackbarQueue({
  now: () => performance.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

export const notify = snackbars.notify;
