/** The sale that was not answered yet, in the device's database: one at a time, whichever tab begins it. */
import { type DoorStore, write } from "./doorStore.ts";
import { keepActAlone } from "./recent.ts";
import type { KeptSale, SaleKeeper } from "./sale.ts";

/** Keeps sales in a database. */
export interface SaleDisk extends SaleKeeper {
  /** Whether a kept sale waits for its outcome: one that has it may still be on a disk that could not let go of it. */
  isWaiting(sale: KeptSale): boolean;
}

/** Keeps sales in a database; `onChange` hears of each that comes or goes. */
export function saleDisk(store: DoorStore, onChange: () => void): SaleDisk {
  let endedKey: string | null = null;
  /** The last one of this page, for a database that the browser has closed meanwhile. */
  let begun: KeptSale | undefined;
  const isWaiting = ({ key }: KeptSale) => key !== endedKey;
  const waitingIn = (kept: KeptSale | undefined) => (kept !== undefined && isWaiting(kept) ? kept : null);
  return {
    isWaiting,
    async waiting() {
      return waitingIn(await store.get("sale", "sale").catch(() => begun));
    },
    async begin(sale) {
      const other = await write(store, "strict", async (tx) => {
        const kept = waitingIn(await tx.objectStore("sale").get("sale"));
        if (kept === null) await tx.objectStore("sale").put(sale, "sale");
        return kept;
      });
      begun = other ?? sale;
      onChange();
      return other;
    },
    async end(sale, isSold) {
      endedKey = sale.key;
      try {
        const isMine = await write(store, "strict", async (tx) => {
          const kept = await tx.objectStore("sale").get("sale");
          // Another tab has heard of it first.
          if (kept?.key !== sale.key) return false;
          await tx.objectStore("sale").delete("sale");
          return true;
        });
        // By itself: a disk without room for the list can still let go of the sale.
        if (isMine && isSold) await keepActAlone(store, soldAct(sale));
      } finally {
        onChange();
      }
    },
  };
}

/** A sale as it is listed among what this device did. */
export function soldAct({ name, what, at }: KeptSale) {
  const words = name === "" ? what : `${name}: ${what}`;
  const nobody = { attendeeIds: [], purchaseIds: [], isUndone: false };
  return { ...nobody, key: at, words, what: "sold" as const, at };
}

/** Takes the buyer's name and address from the sale that waits: who opens the device next is somebody else. */
export function withoutBuyer(sale: KeptSale): KeptSale {
  return { ...sale, name: "", email: null };
}
