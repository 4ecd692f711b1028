/**
 * The timer reads the wall clock again when the page is shown again, because some devices stop the monotonic clock
 * while they sleep.
 */
import { type DeviceClocks, type HoldDeadline, readHold, remainingOf } from "./holdClock.ts";

export interface HoldTimer {
  /** The remaining time, rounded up. */
  seconds(): number;
  /** Calls the listener at each tick. A timer without a listener does not notice the end. */
  subscribe(listener: () => void): () => void;
}

export interface TimerParts {
  clocks: DeviceClocks;
  /** Calls `tick` regularly until the returned function is called. */
  every(tick: () => void): () => void;
  onShown(callback: () => void): () => void;
}

/** Calls `onEnded` at most once. */
export function createHoldTimer(
  hold: HoldDeadline,
  { clocks, every, onShown }: TimerParts,
  onEnded: () => void,
): HoldTimer {
  let reading = readHold(hold, clocks);
  let hasEnded = false;
  const seconds = () => Math.ceil(remainingOf(reading, clocks) / 1000);

  return {
    seconds,
    subscribe(listener) {
      const tick = () => {
        listener();
        if (seconds() > 0 || hasEnded) return;
        hasEnded = true;
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

export const browserTicking: Omit<TimerParts, "clocks"> = {
  every(tick) {
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  },
  onShown(callback) {
    const onVisibilityChange = () => {
      if (document.visibilityState === "visible") callback();
    };
    document.addEventListener("visibilitychange", onVisibilityChange);
    return () => document.removeEventListener("visibilitychange", onVisibilityChange);
  },
};
