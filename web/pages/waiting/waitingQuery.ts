import type { WaitingState } from "../../../contract/shapes/waitingList.ts";
import type { BadgeTone } from "../../ui/Badge.tsx";
import { idForm, listAddress, namesOf } from "../../ui/lists/listAddress.ts";

export const pageSize = 25;

export const waitingStateWords: Readonly<Record<WaitingState, { words: string; tone: BadgeTone }>> = {
  waiting: { words: "Waiting", tone: "plain" },
  offered: { words: "Has an offer", tone: "warn" },
  taken: { words: "Accepted", tone: "good" },
  lapsed: { words: "Offer expired", tone: "plain" },
  left: { words: "Left the list", tone: "plain" },
};

export const waitingAddress = listAddress({
  state: namesOf(waitingStateWords),
  ticket: idForm,
});

export type WaitingQuery = ReturnType<typeof waitingAddress.queryFrom>;

export function filtersOf({ search, state, ticket }: WaitingQuery) {
  return {
    ...(search !== "" && { searchKeyword: search }),
    ...(state !== "" && { state }),
    ...(ticket !== "" && { ticketId: Number(ticket) }),
  };
}

export function waitingCountText(count: number): string {
  return count === 1 ? "1 entry" : `${count.toLocaleString("en-US")} entries`;
}
