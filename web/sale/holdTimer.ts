/**
 * The countdown of one hold for components: whole seconds, and a call at the end. It counts by the monotonic clock, and
 * reads the wall clock when the page is shown again, because some devices stop the monotonic one while they sleep.
 */
import { type DeviceClocks, type HoldDeadline, readHold, remainingOf } from "./holdClock.ts";

export interface HoldTimer {
  /** The remaining time in whole seconds, rounded up. */
  seconds(): number;
  /** Calls the listener at each tick. Only a timer with a listener notices the end. */
  subscribe(listener: () => void): () => void;
}

/** The timer's clocks and events. Tests pass their own. */
export interface TimerParts {
  clocks: DeviceClocks;
  /** Calls `tick` regularly. The returned function stops it. */
  every(tick: () => void): () => void;
  /** Calls back when the page is shown again. */
  onShown(callback: () => void): () => void;
}

/** Creates the timer of a hold. `onEnded` is called at most once. */
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

/** The browser's timers and events. */
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
