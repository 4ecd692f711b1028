/**
 * How a page far down a long list is found without counting to it: every 100th place of an order is remembered for half
 * a minute, and a page is walked to from the last one before it. What registers or goes meanwhile moves such a page by as
 * many rows, as it would move the pages of anybody who turns them.
 */
import { LRUCache } from "lru-cache";
import type { Db } from "../db/pool.ts";
import { type AttendeeRowsQuery, countOf, everyNthPlace } from "./rows.ts";
import type { IndexedSort, Place } from "./sorting.ts";

const step = 100;
const from = 1000;
const ttlMs = 30_000;

// A number of many rows is remembered for a moment, one of a few is counted anew.
const many = 5000;

interface Kept {
  ladders: LRUCache<string, Promise<Place[]>>;
  counts: LRUCache<string, number>;
}
const keptBy = new WeakMap<Db, Kept>();

function keptOf(db: Db): Kept {
  const known = keptBy.get(db);
  if (known !== undefined) return known;
  const kept = {
    ladders: new LRUCache<string, Promise<Place[]>>({ max: 100, ttl: ttlMs }),
    counts: new LRUCache<string, number>({ max: 500, ttl: ttlMs / 3 }),
  };
  keptBy.set(db, kept);
  return kept;
}

/** From which place on to walk, and how many rows from there, to come to `offset`. */
export async function rungBefore(
  db: Db,
  wanted: AttendeeRowsQuery,
  order: IndexedSort,
  offset: number,
): Promise<{ after: Place | undefined; offset: number }> {
  if (offset < from) return { after: undefined, offset };
  const { ladders } = keptOf(db);
  const name = JSON.stringify([wanted.eventId, wanted.filters, order]);
  let ladder = ladders.get(name);
  if (ladder === undefined) {
    ladder = everyNthPlace(db, wanted, order, step);
    ladders.set(name, ladder);
    ladder.catch(() => ladders.delete(name));
  }
  const places = await ladder;
  const rung = Math.min(Math.floor(offset / step), places.length);
  return { after: places[rung - 1], offset: offset - rung * step };
}

/** How many are meant; without words. */
export async function rememberedCount(db: Db, wanted: AttendeeRowsQuery): Promise<number> {
  const { counts } = keptOf(db);
  const name = JSON.stringify([wanted.eventId, wanted.filters]);
  const known = counts.get(name);
  if (known !== undefined) return known;
  const count = await countOf(db, wanted);
  if (count >= many) counts.set(name, count);
  return count;
}
