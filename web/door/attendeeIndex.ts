import type { DoorAttendee } from "../../contract/shapes/door/door.ts";
import { type DoorStore, readFrom } from "./doorStore.ts";
import { matchOf, normalizeName, searchWords } from "./names.ts";

interface Entry {
  readonly name: string;
  readonly isIn: boolean;
  readonly isExpected: boolean;
  readonly hasOldCode: boolean;
}

const maxResults = 50;
const pageSize = 5_000;

export class AttendeeIndex {
  readonly #entries = new Map<number, Entry>();
  #arrived = 0;
  #expected = 0;
  #oldCodeCount = 0;

  get arrived(): number {
    return this.#arrived;
  }

  get expected(): number {
    return this.#expected;
  }

  get oldCodeCount(): number {
    return this.#oldCodeCount;
  }

  get size(): number {
    return this.#entries.size;
  }

  put({ attendeeId, firstName, lastName, state, admission, oldCodeHash }: DoorAttendee): void {
    this.remove(attendeeId);
    const [isIn, isExpected] = [admission !== null, state !== "cancelled"];
    const hasOldCode = oldCodeHash !== undefined;
    const name = normalizeName(`${firstName} ${lastName}`);
    this.#entries.set(attendeeId, { name, isIn, isExpected, hasOldCode });
    if (isIn) this.#arrived += 1;
    if (isExpected) this.#expected += 1;
    if (hasOldCode) this.#oldCodeCount += 1;
  }

  remove(attendeeId: number): void {
    const before = this.#entries.get(attendeeId);
    if (before?.isIn) this.#arrived -= 1;
    if (before?.isExpected) this.#expected -= 1;
    if (before?.hasOldCode) this.#oldCodeCount -= 1;
    this.#entries.delete(attendeeId);
  }

  clear(): void {
    this.#entries.clear();
    this.#arrived = 0;
    this.#expected = 0;
    this.#oldCodeCount = 0;
  }

  /**
   * The ids of the first `maxResults` matching attendees. Names in which each searched word begins a word come first;
   * both groups are sorted by name.
   */
  find(text: string): number[] {
    const words = searchWords(text);
    if (words.length === 0) return [];
    const matches: { id: number; name: string; match: number }[] = [];
    for (const [id, { name }] of this.#entries) {
      const match = matchOf(name, words);
      if (match > 0) matches.push({ id, name, match });
    }
    return matches
      .sort((one, other) => other.match - one.match || (one.name < other.name ? -1 : 1))
      .slice(0, maxResults)
      .map(({ id }) => id);
  }
}

/** Reads all names of the copy in pieces, so that no scan waits for all of them. */
export async function readAttendeeIndex(store: DoorStore, index: AttendeeIndex): Promise<void> {
  index.clear();
  for (let after = 0; ; ) {
    const later = IDBKeyRange.lowerBound(after, true);
    const page = await readFrom(store, "attendees", (attendees) => attendees.getAll(later, pageSize));
    for (const attendee of page) index.put(attendee);
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.attendeeId;
  }
}
