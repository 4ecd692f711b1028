import type { Page } from "@playwright/test";
import { nothingKept } from "../../web/door/doorStore.ts";
import type { QueuedScan } from "../../web/door/queuedScans.ts";

/** Creates the first version of a door's database with one pending scan, and keeps it open until the page is closed. */
export async function holdOlderStore(page: Page, eventId: number, scan: QueuedScan): Promise<void> {
  await page.evaluate(
    async ({ name, kept, waiting }) => {
      const opening = indexedDB.open(name, 1);
      opening.addEventListener("upgradeneeded", () => {
        const db = opening.result;
        for (const [store, keyPath] of [
          ["attendees", "attendeeId"],
          ["purchases", "purchaseId"],
        ] as const)
          db.createObjectStore(store, { keyPath }).createIndex("registrationId", "registrationId");
        const queue = db.createObjectStore("queue", { keyPath: "sequence" });
        queue.createIndex("attendeeId", "attendeeId");
        queue.createIndex("purchaseId", "purchaseId");
        queue.add(waiting);
        db.createObjectStore("kept").add(kept, "kept");
      });
      await new Promise((resolve) => opening.addEventListener("success", resolve));
      // Stored in a global, because a connection without a reference is closed.
      Object.assign(globalThis, { olderStore: opening.result });
    },
    {
      name: `foyer-door-${eventId}`,
      kept: { ...nothingKept, sequence: scan.sequence },
      waiting: scan,
    },
  );
}
