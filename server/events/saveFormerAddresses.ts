/**
 * Invariant: an address leads to one event, because slugs and former addresses share a primary key. Lock order: event →
 * new addresses in alphabetical order → removed addresses.
 */
import { readFormerAddress } from "../../contract/rules/formerAddress.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { addressRows, deleteFormerAddresses, insertFormerAddresses } from "./formerAddressRows.ts";
import { lockEvent } from "./rows.ts";

/** The former addresses, each with a slash before it, in byte order. */
export async function formerAddressesOf(db: Db, eventId: number): Promise<string[]> {
  const rows = await addressRows(db, eventId);
  return rows.filter((row) => row.is_of_former_system).map(({ slug }) => shown(slug));
}

/**
 * Replaces the former addresses of an event by `texts`, and returns them.
 * @throws invalidInput for a text that cannot be one or is a slug of this event, slugTaken for another event's,
 * notFound
 */
export function saveFormerAddresses(
  db: Db,
  eventId: number,
  { texts, actor }: { texts: readonly string[]; actor: string },
): Promise<string[]> {
  const indexes = indexesOf(texts);
  return inTransaction(db, async (tx) => {
    if ((await lockEvent(tx, eventId)) === undefined) throw notFound("event");
    const rows = await addressRows(tx, eventId);
    const before = rows.filter((row) => row.is_of_former_system).map(({ slug }) => slug);
    const slugs = rows.filter((row) => !row.is_of_former_system).map(({ slug }) => slug);
    const ownSlugs = [...indexes.keys()].filter((path) => slugs.includes(path));
    if (ownSlugs.length > 0)
      throw invalidInput(...fieldsOf(ownSlugs, indexes, "leads to this event already"));

    const after = [...indexes.keys()].toSorted();
    const added = after.filter((path) => !before.includes(path));
    const removed = before.filter((path) => !indexes.has(path));
    // Inserted before others are deleted. Otherwise two events that exchange addresses wait for each other.
    const inserted = new Set(await insertFormerAddresses(tx, eventId, added));
    const taken = added.filter((path) => !inserted.has(path));
    if (taken.length > 0) throw addressTaken(taken, indexes);
    await deleteFormerAddresses(tx, eventId, removed);
    if (added.length + removed.length > 0) {
      const detail = {
        from: { formerAddresses: before.map(shown) },
        to: { formerAddresses: after.map(shown) },
      };
      await record(tx, entryOfEvent(eventId, { actor, action: "changed", detail }));
    }
    return after.map(shown);
  });
}

/** The canonical path of each text, with its first index. */
function indexesOf(texts: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  const problems = texts.flatMap((text, index) => {
    const { path, problem } = readFormerAddress(text);
    if (path !== null && !indexes.has(path)) indexes.set(path, index);
    return problem === null ? [] : [{ path: `addresses.${index}`, message: problem }];
  });
  if (problems.length > 0) throw invalidInput(...problems);
  return indexes;
}

function addressTaken(paths: readonly string[], indexes: ReadonlyMap<string, number>): DomainError {
  const fields = fieldsOf(paths, indexes, "leads to another event");
  return new DomainError("slugTaken", fields[0]!.message, { fields });
}

function fieldsOf(paths: readonly string[], indexes: ReadonlyMap<string, number>, problem: string) {
  return paths.map((path) => ({
    path: `addresses.${indexes.get(path)}`,
    message: `The address ${shown(path)} ${problem}.`,
  }));
}

function shown(path: string): string {
  return `/${path}`;
}
