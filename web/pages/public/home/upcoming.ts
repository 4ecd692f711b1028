/** Which upcoming events Home shows: by club, by search, six to a page (docs/product.md §9). Pure. */
import type { Event } from "../../../../contract/shapes/event.ts";

/** docs/product.md §9, events on a page. */
export const eventsPerPage = 6;

/** What Home is asked for, as its address says. */
export interface UpcomingQuery {
  search: string;
  clubId: number | null;
  page: number;
}

export interface UpcomingPage {
  events: Event[];
  /** Of all upcoming events, whatever is searched for. */
  clubs: { id: number; name: string }[];
  totalItems: number;
  totalPages: number;
  /** The page that is shown: the last one where the address asks for one after it. */
  page: number;
}

/** Reads an address; what makes no sense there is left out. */
export function wantedFrom(query: URLSearchParams): UpcomingQuery {
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
  const words = foldedWords(wanted.search);
  const found = all.filter((event) => {
    if (wanted.clubId !== null && event.clubId !== wanted.clubId) return false;
    const text = folded(`${event.name} ${event.location} ${event.club.name}`);
    return words.every((word) => text.includes(word));
  });
  const totalPages = Math.max(1, Math.ceil(found.length / eventsPerPage));
  const page = Math.min(wanted.page, totalPages);
  const clubs = new Map(all.map(({ club }) => [club.id, club.name]));
  return {
    events: found.slice((page - 1) * eventsPerPage, page * eventsPerPage),
    clubs: [...clubs].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name, "en")),
    totalItems: found.length,
    totalPages,
    page,
  };
}

function foldedWords(search: string): string[] {
  return folded(search).split(/\s+/).filter(Boolean);
}

/** Case and accents do not matter to somebody who searches. Thai's vowel marks do, so only Latin's are taken off. */
function folded(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
}
