/** The browser's clocks, as the purchase reads them. */
import type { DeviceClocks } from "./holdClock.ts";

export const browserClocks: DeviceClocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
