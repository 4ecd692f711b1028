/** What the purchase needs of the browser: its clocks. */
import type { Clocks } from "./holdClock.ts";

export const browserClocks: Clocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
