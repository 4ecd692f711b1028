/**
 * A running clock of one hold, for components to follow: whole seconds, and a call when it has run out. Seconds are
 * counted by the monotonic clock; when the page is shown again the wall's clock is asked too, because some devices stop
 * the monotonic one while they sleep.
 */
import { type DeviceClocks, type HoldDeadline, readHold, remainingOf } from "./holdClock.ts";

export interface HoldTimer {
  /** What is left, in whole seconds, rounded up. */
  seconds(): number;
  /** Runs while somebody listens. */
  subscribe(listener: () => void): () => void;
}

/** What makes it tick; tests bring their own. */
export interface TimerParts {
  clocks: DeviceClocks;
  /** Calls back every second or so; the returned function stops it. */
  every(tick: () => void): () => void;
  /** Calls back when the page is shown again. */
  onShown(shown: () => void): () => void;
}

/** Makes the clock of a hold. `onEnded` is called once. */
export function createHoldTimer(
  hold: HoldDeadline,
  { clocks, every, onShown }: TimerParts,
  onEnded: () => void,
): HoldTimer {
  let reading = readHold(hold, clocks);
  let ended = false;
  const seconds = () => Math.ceil(remainingOf(reading, clocks) / 1000);

  return {
    seconds,
    subscribe(listener) {
      const tick = () => {
        listener();
        if (seconds() > 0 || ended) return;
        ended = true;
        onEnded();
      };
      const stopTicking = every(tick);
      const stopWatching = onShown(() => {
        reading = readHold(hold, clocks);
        tick();
      });
      return () => {
        stopTicking();
        stopWatching();
      };
    },
  };
}

/** The page's own ticking. */
export const browserTicking: Omit<TimerParts, "clocks"> = {
  every(tick) {
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  },
  onShown(shown) {
    const changed = () => {
      if (document.visibilityState === "visible") shown();
    };
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  },
};
