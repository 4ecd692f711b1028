/**
 * Finds a page far down a long list without counting to it. Every 100th position of an order is remembered for half a
 * minute, and a page is found from the nearest position before it. Registrations and deletions meanwhile shift such a
 * page by as many rows, as they do for anybody who turns pages.
 */
import { LRUCache } from "lru-cache";
import type { Db } from "../db/pool.ts";
import { type AttendeeRowsQuery, countMatching, everyNthPosition } from "./rows.ts";
import type { IndexedSort, ListPosition } from "./sorting.ts";

const step = 100;
const from = 1000;
const ttlMs = 30_000;

// Counts of many rows are remembered for a moment; small counts are not.
const many = 5000;

interface Kept {
  ladders: LRUCache<string, Promise<ListPosition[]>>;
  counts: LRUCache<string, number>;
}
const keptBy = new WeakMap<Db, Kept>();

function memoryOf(db: Db): Kept {
  const known = keptBy.get(db);
  if (known !== undefined) return known;
  const remembered = {
    ladders: new LRUCache<string, Promise<ListPosition[]>>({ max: 100, ttl: ttlMs }),
    counts: new LRUCache<string, number>({ max: 500, ttl: ttlMs / 3 }),
  };
  keptBy.set(db, remembered);
  return remembered;
}

/** The remembered position to start from, and how many rows follow until `offset`. */
export async function nearestPosition(
  db: Db,
  wanted: AttendeeRowsQuery,
  order: IndexedSort,
  offset: number,
): Promise<{ after: ListPosition | undefined; offset: number }> {
  if (offset < from) return { after: undefined, offset };
  const { ladders } = memoryOf(db);
  const name = JSON.stringify([wanted.eventId, wanted.filters, order]);
  let ladder = ladders.get(name);
  if (ladder === undefined) {
    ladder = everyNthPosition(db, wanted, order, step);
    ladders.set(name, ladder);
    ladder.catch(() => ladders.delete(name));
  }
  const places = await ladder;
  const rung = Math.min(Math.floor(offset / step), places.length);
  return { after: places[rung - 1], offset: offset - rung * step };
}

/** The number of matching attendees, without search words; large counts may be a few seconds old. */
export async function rememberedCount(db: Db, wanted: AttendeeRowsQuery): Promise<number> {
  const { counts } = memoryOf(db);
  const name = JSON.stringify([wanted.eventId, wanted.filters]);
  const known = counts.get(name);
  if (known !== undefined) return known;
  const count = await countMatching(db, wanted);
  if (count >= many) counts.set(name, count);
  return count;
}
