/** The parts of an archive's import besides its people. */
import type { Db, Tx } from "../../db/pool.ts";
import { deleteImportedSponsors, importedSponsors } from "../../sponsorships/importedSponsors.ts";
import { deleteImportedEntries, importedEntries } from "../../waiting/rows.ts";
import { deleteRecords, recordsOfImports } from "./archivedRecords.ts";

export interface ImportParts {
  waitingList: number;
  /** Entries that no longer wait. */
  changedEntries: number;
  sponsors: number;
  /** Sponsors with an entry in the history. */
  changedSponsors: number;
  /** Rows that staff can only read. Their headings do not count. */
  records: number;
}

/** The parts of imports by id, without imports that have none. */
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
