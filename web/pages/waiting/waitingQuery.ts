/** What the waiting lists show, as their address says it, and the words for where an entry stands. Pure. */
import type { WaitingState } from "../../../contract/shapes/waitingList.ts";
import type { BadgeTone } from "../../ui/Badge.tsx";
import { idForm, listAddress } from "../../ui/lists/listAddress.ts";

export const pageSize = 25;

/** Where an entry stands, in a word or two, with what it means to who reads it. */
export const waitingStateWords: Readonly<Record<WaitingState, { words: string; tone: BadgeTone }>> = {
  waiting: { words: "Waiting", tone: "plain" },
  offered: { words: "Has an offer", tone: "warn" },
  taken: { words: "Took it", tone: "good" },
  lapsed: { words: "Offer expired", tone: "plain" },
  left: { words: "Left", tone: "plain" },
};

export const waitingAddress = listAddress({
  state: Object.keys(waitingStateWords) as WaitingState[],
  ticket: idForm,
});

export type WaitingQuery = ReturnType<typeof waitingAddress.queryFrom>;

/** The filters as the call takes them. */
export function filtersOf({ search, state, ticket }: WaitingQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...(state !== "" && { state }),
    ...(ticket !== "" && { ticketId: Number(ticket) }),
  };
}

/** "1 entry", "12,345 entries". */
export function waitingCountText(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en-US")} entries`;
}
