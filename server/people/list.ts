/**
 * One page of an event's attendees: searched, filtered, sorted, however many there are. Rare words are looked up in the
 * trigram index, which also counts them. For common words it is faster to walk the list until the page is full. A
 * sample of the newest rows shows how common they are, and gives the estimated total.
 */
import type { AttendeeOrder } from "../../contract/shapes/people.ts";
import type { Db } from "../db/pool.ts";
import { type AttendeeListFilters, isUnfiltered } from "./filters.ts";
import { nearestPosition, rememberedCount } from "./positions.ts";
import {
  type AttendeeRowsQuery,
  attendeeIds,
  countInSample,
  countMatching,
  indexedIdsOf,
  inIndexOrder,
  type ListedRow,
  listedRows,
} from "./rows.ts";
import { isKept } from "./sorting.ts";
import { attendeeSearchWords, plainWords } from "./words.ts";

const sampleSize = 3000;
const commonShare = 0.005;
const fewRows = 1000;

/** A query for a page. */
export interface AttendeeListQuery {
  eventId: number;
  /** The event's own counter of attendees of active registrations. */
  attendeeCount: number;
  searchKeyword?: string | undefined;
  filters: AttendeeListFilters;
  order: AttendeeOrder;
  limit: number;
  offset: number;
}

/** The page and the total, which is an estimate for searches with very many hits. */
export interface AttendeePage {
  rows: ListedRow[];
  total: number;
  isTotalExact: boolean;
}

/** Finds the page. */
export async function listPeople(db: Db, query: AttendeeListQuery): Promise<AttendeePage> {
  const typed = attendeeSearchWords(query.searchKeyword ?? "");
  const words = typed.length === 0 ? [] : await plainWords(db, typed);
  const wanted = { eventId: query.eventId, filters: query.filters, words };
  const found = words.length === 0 ? await browse(db, wanted, query) : await search(db, wanted, query);
  return { rows: await listedRows(db, found.ids), total: found.total, isTotalExact: found.isTotalExact };
}

interface Found {
  ids: number[];
  total: number;
  isTotalExact: boolean;
}

async function browse(db: Db, wanted: AttendeeRowsQuery, query: AttendeeListQuery): Promise<Found> {
  const { order, limit, offset } = query;
  const total = await totalOf(db, wanted, query);
  if (offset >= total) return { ids: [], total, isTotalExact: true };
  const from = isKept(order)
    ? await nearestPosition(db, wanted, order, offset)
    : { after: undefined, offset };
  const stretch = { order, limit, ...from };
  // Sorting is faster for few rows among very many, and without filters PostgreSQL walks the index by itself.
  const ids =
    total <= fewRows || isUnfiltered(wanted.filters)
      ? await attendeeIds(db, wanted, stretch)
      : await inIndexOrder(db, (walker) => attendeeIds(walker, wanted, stretch));
  return { ids, total, isTotalExact: true };
}

async function totalOf(
  db: Db,
  wanted: AttendeeRowsQuery,
  { attendeeCount }: AttendeeListQuery,
): Promise<number> {
  return isUnfiltered(wanted.filters) ? attendeeCount : rememberedCount(db, wanted);
}

async function search(db: Db, wanted: AttendeeRowsQuery, stretch: AttendeeListQuery): Promise<Found> {
  const { seen, hits } = await countInSample(db, wanted, sampleSize);
  const isWhole = seen < sampleSize;
  const isCommon = hits >= seen * commonShare;
  if (!isWhole && !isCommon) {
    const found = await indexedIdsOf(db, wanted, stretch);
    if (found !== undefined) return { ...found, isTotalExact: true };
  }
  const ids = await inIndexOrder(db, (walker) => attendeeIds(walker, wanted, stretch));
  if (isWhole || !isCommon) return { ids, total: await countMatching(db, wanted), isTotalExact: true };
  const estimate = Math.round((hits / seen) * (await totalOf(db, { ...wanted, words: [] }, stretch)));
  // The rows of the page exist, whatever the estimate says.
  return { ids, total: Math.max(estimate, stretch.offset + ids.length), isTotalExact: false };
}
