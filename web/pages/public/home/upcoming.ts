/** Selects the upcoming events for Home (docs/product.md §9). */

import { eventDays, localDay } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { positiveInteger } from "../../../lib/positiveInteger.ts";
import { type DateFilter, dateFilters } from "../../../paths.ts";

export const eventsPerPage = 6;

export interface UpcomingQuery {
  search: string;
  clubId: number | null;
  when: DateFilter | null;
  page: number;
}

export interface UpcomingPage {
  events: Event[];
  /** Also of events that do not match. */
  clubs: { id: number; name: string }[];
  /** How many events match. */
  totalItems: number;
  /** How many of them are not cancelled. */
  comingUp: number;
  totalPages: number;
  /** The last page if the address asks for a later one. */
  page: number;
}

/** Invalid values are ignored. */
export function upcomingQuery(query: URLSearchParams): UpcomingQuery {
  return {
    search: (query.get("search") ?? "").trim().slice(0, 100),
    clubId: positiveInteger(query.get("clubId")),
    when: dateFilters.find((filter) => filter === query.get("when")) ?? null,
    page: positiveInteger(query.get("page")) ?? 1,
  };
}

/** `all` are events that have not ended, in the order of their starts. */
export function upcomingPage(all: readonly Event[], wanted: UpcomingQuery, now: Date): UpcomingPage {
  const words = foldText(wanted.search).split(/\s+/).filter(Boolean);
  const matches = all.filter((event) => {
    if (wanted.clubId !== null && event.clubId !== wanted.clubId) return false;
    if (wanted.when !== null && !isWithin(event, wanted.when, now)) return false;
    const text = foldText(`${event.name} ${event.location} ${event.club.name}`);
    return words.every((word) => text.includes(word));
  });
  const totalPages = Math.max(1, Math.ceil(matches.length / eventsPerPage));
  const page = Math.min(wanted.page, totalPages);
  const clubs = new Map(all.map(({ club }) => [club.id, club.name]));
  return {
    events: matches.slice((page - 1) * eventsPerPage, page * eventsPerPage),
    clubs: [...clubs].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, "en")),
    totalItems: matches.length,
    comingUp: matches.filter(({ cancelledAt }) => cancelledAt === null).length,
    totalPages,
    page,
  };
}

/** Whether the event is on a day of the filter, in the event's time zone. */
function isWithin({ startDatetime, endDatetime, timeZone }: Event, filter: DateFilter, now: Date): boolean {
  const days = eventDays({ start: startDatetime, end: endDatetime, timeZone });
  const today = localDay(now.toISOString(), timeZone);
  if (days === null || today === null) return false;
  const [first, last] = daysOf(filter, today);
  return days.first <= last && days.last >= first;
}

/** Days are YYYY-MM-DD. */
function daysOf(filter: DateFilter, today: string): [first: string, last: string] {
  switch (filter) {
    case "today":
      return [today, today];
    case "weekend": {
      // The weekend that has begun, otherwise the next. `getUTCDay` is 0 on a Sunday.
      const untilSunday = (7 - new Date(today).getUTCDay()) % 7;
      return [untilSunday === 0 ? today : dayAfter(today, untilSunday - 1), dayAfter(today, untilSunday)];
    }
    case "7days":
      return [today, dayAfter(today, 6)];
    case "30days":
      return [today, dayAfter(today, 29)];
  }
}

function dayAfter(day: string, days: number): string {
  const date = new Date(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** Removes case and accents. Thai's vowel marks stay, because they change the word. */
function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}
