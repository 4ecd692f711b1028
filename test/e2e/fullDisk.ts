import type { Page } from "@playwright/test";

declare global {
  var isDiskFull: boolean;
}

/** Makes the browser refuse writes on command. As in real browsers, the request fails, and its transaction aborts. */
export async function withFullDisk(page: Page): Promise<void> {
  await page.addInitScript(() => {
    for (const name of ["add", "put"] as const) {
      const write = IDBObjectStore.prototype[name];
      IDBObjectStore.prototype[name] = function (...args) {
        const request = write.apply(this, args);
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
