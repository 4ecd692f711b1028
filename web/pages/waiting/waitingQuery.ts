/** What the waiting lists show, as their address says it, and the words for where an entry stands. Pure. */
import type { WaitingState } from "../../../contract/shapes/waitingList.ts";
import type { BadgeTone } from "../../ui/Badge.tsx";

export const pageSize = 25;

/** The filters; an empty one, or ticket 0, is none. */
export interface WaitingQuery {
  search: string;
  state: WaitingState | "";
  ticketId: number;
  page: number;
}

/** Where an entry stands, in a word or two, with what it means to who reads it. */
export const stateWords: Readonly<Record<WaitingState, { words: string; tone: BadgeTone }>> = {
  waiting: { words: "Waiting", tone: "plain" },
  offered: { words: "Has an offer", tone: "warn" },
  taken: { words: "Took it", tone: "good" },
  lapsed: { words: "Let it pass", tone: "plain" },
  left: { words: "Left", tone: "plain" },
};

/** What an address asks for; what it does not say, or not rightly, is as at the beginning. */
export function queryFrom(params: URLSearchParams): WaitingQuery {
  const whole = (name: string, otherwise: number) => {
    const number = Number(params.get(name));
    return Number.isSafeInteger(number) && number > 0 ? number : otherwise;
  };
  const states = Object.keys(stateWords) as WaitingState[];
  return {
    search: (params.get("search") ?? "").trim().slice(0, 200),
    state: states.find((name) => name === params.get("state")) ?? "",
    ticketId: whole("ticket", 0),
    page: Math.min(whole("page", 1), 1_000_000),
  };
}

/** The address of a change: another filter begins at the first page. */
export function paramsOf(query: WaitingQuery, change: Partial<WaitingQuery>): URLSearchParams {
  const next = { ...query, page: 1, ...change };
  const params = new URLSearchParams();
  if (next.search !== "") params.set("search", next.search);
  if (next.state !== "") params.set("state", next.state);
  if (next.ticketId !== 0) params.set("ticket", String(next.ticketId));
  if (next.page > 1) params.set("page", String(next.page));
  return params;
}

/** The filters as the call takes them. */
export function filtersOf({ search, state, ticketId }: WaitingQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...(state !== "" && { state }),
    ...(ticketId !== 0 && { ticketId }),
  };
}

/** "1 entry", "12,345 entries". */
export function countText(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en-US")} entries`;
}
