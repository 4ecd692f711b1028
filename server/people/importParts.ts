/** What an import of an archive brought beside people. It goes with them when the import is taken back. */
import type { Db, Tx } from "../db/pool.ts";
import { deleteImportedEntries, importedEntries, ticketsOfImportedEntries } from "../waiting/rows.ts";

/** The parts of an import that are still there, and how many of them were changed since. */
export interface ImportParts {
  /** Entries of the waiting list, in any state. */
  waitingList: number;
  /** Entries that were offered places, or left the list. */
  moved: number;
}

/** The parts of imports, by number; those of imports of people alone are not in it. */
export async function partsOfImports(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, ImportParts>> {
  if (importIds.length === 0) return new Map();
  const entries = await importedEntries(db, importIds);
  return new Map([...entries].map(([id, { entries: waitingList, moved }]) => [id, { waitingList, moved }]));
}

/** The tickets whose rows are locked before the parts. */
export const ticketsOfParts = ticketsOfImportedEntries;

/**
 * Deletes the parts of an import. Comes after the locks of event and tickets, under which places are offered. Somebody may
 * leave the list meanwhile: their entry is deleted too, as they wished.
 */
export async function deleteParts(tx: Tx, importId: number): Promise<void> {
  await deleteImportedEntries(tx, importId);
}
