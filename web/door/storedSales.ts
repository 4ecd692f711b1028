import { saleUndoMs } from "../../contract/rules/door/saleUndo.ts";
import type { RecentAct } from "./device.ts";
import { type DoorStore, readFrom, write } from "./doorStore.ts";
import { isUndoUnanswered, saveRecentAct } from "./recent.ts";
import type { KeptSale, SaleKeeper } from "./sale.ts";

export interface StoredSales extends SaleKeeper {
  /** False for the last sale that `end` was called with, also if it could not be deleted. */
  isWaiting(sale: KeptSale): boolean;
}

export function storedSales(store: DoorStore, onChange: () => void): StoredSales {
  let endedKey: string | null = null;
  /** The last sale that `begin` found or stored, for when the database cannot be read. */
  let lastSale: KeptSale | undefined;
  const isWaiting = ({ key }: KeptSale) => key !== endedKey;
  const pendingSale = (saved: KeptSale | undefined) =>
    saved !== undefined && isWaiting(saved) ? saved : null;
  return {
    isWaiting,
    async waiting() {
      return pendingSale(await readFrom(store, "sale", (sales) => sales.get("sale")).catch(() => lastSale));
    },
    async begin(sale) {
      const other = await write(store, "strict", async (tx) => {
        const saved = pendingSale(await tx.objectStore("sale").get("sale"));
        if (saved === null) await tx.objectStore("sale").put(sale, "sale");
        return saved;
      });
      lastSale = other ?? sale;
      onChange();
      return other;
    },
    async end(sale, isSold) {
      endedKey = sale.key;
      try {
        const isDeleted = await write(store, "strict", async (tx) => {
          const saved = await tx.objectStore("sale").get("sale");
          // Another tab has handled the outcome already.
          if (saved?.key !== sale.key) return false;
          await tx.objectStore("sale").delete("sale");
          return true;
        });
        // In its own transaction, because a disk without room for the list can still delete the sale.
        if (isDeleted && isSold) await saveRecentAct(store, saleAsAct(sale));
      } finally {
        onChange();
      }
    },
  };
}

export function saleAsAct(sale: KeptSale) {
  const { name, what, at } = sale;
  const words = name === "" ? what : `${name}: ${what}`;
  const nobody = { attendeeIds: [], purchaseIds: [], isUndone: false };
  return { ...nobody, key: at, words, what: "sold" as const, at, sale: withoutBuyer(sale) };
}

/** The newest sale, if its undo can still begin. `acts` begin with the newest. */
export function undoableSale(acts: readonly RecentAct[], now: number): KeptSale | null {
  const act = acts.find(({ what }) => what === "sold");
  if (act === undefined || act.isUndone || act.isUndoAsked === true || now >= act.at + saleUndoMs)
    return null;
  return act.sale ?? null;
}

export function unansweredUndo(acts: readonly RecentAct[]): KeptSale | null {
  return acts.find(isUndoUnanswered)?.sale ?? null;
}

/** Without the buyer and the answers, because the next person at the device is somebody else. */
export function withoutBuyer(sale: KeptSale): KeptSale {
  return { ...sale, name: "", email: null, answers: [] };
}
