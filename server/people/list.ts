/**
 * Rare words are looked up in the trigram index. For common words it is faster to walk the list until the page is full.
 * A sample of the newest rows shows how common the words are.
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
import { hasIndex } from "./sorting.ts";
import { attendeeSearchWords, plainWords } from "./words.ts";

const sampleSize = 3000;
const commonShare = 0.005;
const fewRows = 1000;

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

/** The total is an estimate for common words in a long list. A large filtered one may be some seconds old. */
export interface AttendeePage {
  rows: ListedRow[];
  total: number;
  isTotalExact: boolean;
}

/** Finds one page of an event's attendees. */
export async function listPeople(db: Db, query: AttendeeListQuery): Promise<AttendeePage> {
  const words = await plainWords(db, attendeeSearchWords(query.searchKeyword ?? ""));
  const rowsQuery = { eventId: query.eventId, filters: query.filters, words };
  const findPage = words.length === 0 ? browse : search;
  const { ids, ...totals } = await findPage(db, rowsQuery, query);
  return { rows: await listedRows(db, ids), ...totals };
}

type FoundPage = Omit<AttendeePage, "rows"> & { ids: number[] };

async function browse(db: Db, rowsQuery: AttendeeRowsQuery, query: AttendeeListQuery): Promise<FoundPage> {
  const { order, limit, offset } = query;
  const total = await totalOf(db, rowsQuery, query);
  if (offset >= total) return { ids: [], total, isTotalExact: true };
  const from = hasIndex(order) ? await nearestPosition(db, rowsQuery, order, offset) : { offset };
  const range = { order, limit, ...from };
  // Sorting is faster for few rows among many, and without filters PostgreSQL needs no setting to walk the index.
  const ids =
    total <= fewRows || isUnfiltered(rowsQuery.filters)
      ? await attendeeIds(db, rowsQuery, range)
      : await inIndexOrder(db, (connection) => attendeeIds(connection, rowsQuery, range));
  return { ids, total, isTotalExact: true };
}

async function totalOf(
  db: Db,
  rowsQuery: AttendeeRowsQuery,
  { attendeeCount }: AttendeeListQuery,
): Promise<number> {
  return isUnfiltered(rowsQuery.filters) ? attendeeCount : rememberedCount(db, rowsQuery);
}

async function search(db: Db, rowsQuery: AttendeeRowsQuery, query: AttendeeListQuery): Promise<FoundPage> {
  const { seen, hits } = await countInSample(db, rowsQuery, sampleSize);
  const isWholeList = seen < sampleSize;
  const isCommon = hits >= seen * commonShare;
  if (!isWholeList && !isCommon) {
    const page = await indexedIdsOf(db, rowsQuery, query);
    if (page !== undefined) return { ...page, isTotalExact: true };
  }
  const ids = await inIndexOrder(db, (connection) => attendeeIds(connection, rowsQuery, query));
  if (isWholeList || !isCommon) return { ids, total: await countMatching(db, rowsQuery), isTotalExact: true };
  const estimate = Math.round((hits / seen) * (await totalOf(db, { ...rowsQuery, words: [] }, query)));
  // The estimate may be too low for the rows of this page.
  const least = ids.length === 0 ? 0 : query.offset + ids.length;
  return { ids, total: Math.max(estimate, least), isTotalExact: false };
}
