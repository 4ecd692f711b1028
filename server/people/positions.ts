/**
 * Some positions of a sort order are remembered, so that a late page is found without counting all rows before it.
 * Changes of the list meanwhile shift such a page.
 */
import { LRUCache } from "lru-cache";
import type { Db } from "../db/pool.ts";
import { type AttendeeRowsQuery, countMatching, everyNthPosition } from "./rows.ts";
import type { IndexedSort, ListPosition } from "./sorting.ts";

const step = 100;
/** Pages before this offset are found by counting. */
const farOffset = 1000;
const positionTtlMs = 30_000;
const countTtlMs = 10_000;
/** Smaller counts are not remembered, because counting again is fast. */
const manyRows = 5000;

interface ListMemory {
  positions: LRUCache<string, Promise<ListPosition[]>>;
  counts: LRUCache<string, number>;
}
const memories = new WeakMap<Db, ListMemory>();

function memoryOf(db: Db): ListMemory {
  const existing = memories.get(db);
  if (existing !== undefined) return existing;
  const memory = {
    positions: new LRUCache<string, Promise<ListPosition[]>>({ max: 100, ttl: positionTtlMs }),
    counts: new LRUCache<string, number>({ max: 500, ttl: countTtlMs }),
  };
  memories.set(db, memory);
  return memory;
}

/**
 * The position to start from (undefined: the start), and how many rows follow until `offset`, for a query without search
 * words.
 */
export async function nearestPosition(
  db: Db,
  query: AttendeeRowsQuery,
  order: IndexedSort,
  offset: number,
): Promise<{ after: ListPosition | undefined; offset: number }> {
  if (offset < farOffset) return { after: undefined, offset };
  const { positions } = memoryOf(db);
  const key = JSON.stringify([query.eventId, query.filters, order]);
  let positionList = positions.get(key);
  if (positionList === undefined) {
    positionList = everyNthPosition(db, query, order, step);
    positions.set(key, positionList);
    positionList.catch(() => positions.delete(key));
  }
  const list = await positionList;
  const index = Math.min(Math.floor(offset / step), list.length);
  return { after: list[index - 1], offset: offset - index * step };
}

/** The number of attendees that match `query`, which has no search words. A large one may be `countTtlMs` old. */
export async function rememberedCount(db: Db, query: AttendeeRowsQuery): Promise<number> {
  const { counts } = memoryOf(db);
  const key = JSON.stringify([query.eventId, query.filters]);
  const existing = counts.get(key);
  if (existing !== undefined) return existing;
  const count = await countMatching(db, query);
  if (count >= manyRows) counts.set(key, count);
  return count;
}
