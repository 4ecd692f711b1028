/** A disk without room, in the journeys. */
import type { Page } from "@playwright/test";

declare global {
  /** Whether the browser's disk is full. */
  var isDiskFull: boolean;
}

/** A browser that refuses to write when it is told to: as browsers do, the request fails, and its transaction ends. */
export async function withFullDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["add", "put"] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (...given) {
        const request = write.apply(this, given);
        if (globalThis.isDiskFull) {
          const full = { get: () => new DOMException("No room.", "QuotaExceededError") };
          Object.defineProperty(request, "error", full);
          Object.defineProperty(this.transaction, "error", full);
          this.transaction.abort();
        }
        return request;
      };
    }
  });
}
