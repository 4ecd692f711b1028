/** What the purchase needs of the browser: its clocks, and keys that nobody else makes. */
import type { Clocks } from "./holdClock.ts";

export const browserClocks: Clocks = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** A fresh Idempotency-Key. (`crypto.randomUUID` is missing where a page is served without TLS, as in a club's LAN.) */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
