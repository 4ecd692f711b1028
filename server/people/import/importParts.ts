/** What is deleted with the people of an archive's import when it is taken back. */
import type { Db, Tx } from "../../db/pool.ts";
import { deleteImportedSponsors, importedSponsors } from "../../sponsorships/importedSponsors.ts";
import { deleteImportedEntries, importedEntries } from "../../waiting/rows.ts";
import { deleteRecords, recordsOfImports } from "./archivedRecords.ts";

/** The parts of an import that are still there, and how many of them were changed since. */
export interface ImportParts {
  /** Entries of the waiting list, in any state. */
  waitingList: number;
  /** Entries that were offered places, or left the list. */
  changedEntries: number;
  sponsors: number;
  /** Sponsors with an entry in the history, for example because staff hid them. */
  changedSponsors: number;
  /** Rows that staff can only read, without headings. */
  records: number;
}

/** The parts of imports, by id. An import without parts is not in the map. */
export async function partsOfImports(
  db: Db,
  importIds: readonly number[],
): Promise<ReadonlyMap<number, ImportParts>> {
  if (importIds.length === 0) return new Map();
  const entries = await importedEntries(db, importIds);
  const sponsors = await importedSponsors(db, importIds);
  const records = await recordsOfImports(db, importIds);
  return new Map(
    [...new Set([...entries.keys(), ...sponsors.keys(), ...records.keys()])].map((id) => [
      id,
      {
        waitingList: entries.get(id)?.entries ?? 0,
        changedEntries: entries.get(id)?.changed ?? 0,
        sponsors: sponsors.get(id)?.sponsors ?? 0,
        changedSponsors: sponsors.get(id)?.changed ?? 0,
        records: records.get(id) ?? 0,
      },
    ]),
  );
}

/** Deletes the parts of an import. Lock event, tickets and packages first, so that no place is offered meanwhile. */
export async function deleteParts(tx: Tx, importId: number): Promise<void> {
  await deleteImportedEntries(tx, importId);
  await deleteImportedSponsors(tx, importId);
  await deleteRecords(tx, importId);
}
