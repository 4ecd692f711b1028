import type { DeviceClocks } from "./holdClock.ts";

export const browserClocks: DeviceClocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};
