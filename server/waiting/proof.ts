import type { Db } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { type EntryWithState, entryById } from "./rows.ts";

/** Returns the entry if the key of its mailed link is right. @throws notFound */
export async function provenEntry(
  db: Db,
  { entryId, accessKey }: { entryId: number; accessKey: string },
): Promise<EntryWithState> {
  const entry = await entryById(db, entryId);
  if (entry === undefined || !isSameSecret(accessKey, entry.access_key))
    throw notFound("place on the waiting list");
  return entry;
}
