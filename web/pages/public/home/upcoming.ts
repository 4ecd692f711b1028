/** Selects the upcoming events for Home: by club, by search, six on a page (docs/product.md §9). Pure. */
import type { Event } from "../../../../contract/shapes/event.ts";

/** docs/product.md §9, events on a page. */
export const eventsPerPage = 6;

/** The filters in Home's address. */
export interface UpcomingQuery {
  search: string;
  clubId: number | null;
  page: number;
}

export interface UpcomingPage {
  events: Event[];
  /** The clubs of all upcoming events, without the search. */
  clubs: { id: number; name: string }[];
  /** How many events match. */
  totalItems: number;
  /** How many of them take place. */
  comingUp: number;
  totalPages: number;
  /** The current page; the last page if the address asks for a later page. */
  page: number;
}

/** Reads an address. Invalid values are ignored. */
export function upcomingQuery(query: URLSearchParams): UpcomingQuery {
  const clubId = Number(query.get("clubId"));
  const page = Number(query.get("page"));
  return {
    search: (query.get("search") ?? "").trim().slice(0, 100),
    clubId: Number.isSafeInteger(clubId) && clubId > 0 ? clubId : null,
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

/** Picks the page from all upcoming events, soonest first. */
export function upcomingPage(all: readonly Event[], wanted: UpcomingQuery): UpcomingPage {
  const words = searchWords(wanted.search);
  const matches = all.filter((event) => {
    if (wanted.clubId !== null && event.clubId !== wanted.clubId) return false;
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

function searchWords(search: string): string[] {
  return foldText(search).split(/\s+/).filter(Boolean);
}

/**
 * Ignores case and accents in a search. Removes only Latin accents, because Thai's vowel marks change the
 * word.
 */
function foldText(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}
