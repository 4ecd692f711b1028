/** The sale that was not answered yet, in the device's database: one at a time, whichever tab begins it. */
import { type DoorStore, write } from "./doorStore.ts";
import { keepAct } from "./recent.ts";
import type { KeptSale, SaleKeeper } from "./sale.ts";

/** Keeps sales in a database; `onChange` hears of each that comes or goes. */
export function saleKeeper(store: DoorStore, onChange: () => void): SaleKeeper {
  const waiting = async () => (await store.get("sale", "sale")) ?? null;
  return {
    waiting,
    async begin(sale) {
      const other = await write(store, "strict", async (tx) => {
        const kept = await tx.objectStore("sale").get("sale");
        if (kept === undefined) await tx.objectStore("sale").put(sale, "sale");
        return kept ?? null;
      });
      onChange();
      return other;
    },
    async end(sale, isSold) {
      await write(store, "strict", async (tx) => {
        const kept = await tx.objectStore("sale").get("sale");
        // Another tab has heard of it first.
        if (kept?.key !== sale.key) return;
        await tx.objectStore("sale").delete("sale");
        if (isSold) await keepAct(tx, soldAct(sale));
      });
      onChange();
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
