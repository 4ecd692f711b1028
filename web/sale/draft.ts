/**
 * What a buyer has chosen, holds and typed for one event, and how it changes. Pure; draftStore.ts keeps it. Invariants:
 * there is at most one hold; a choice or a typed word is never lost by a hold's end; after buying, only the proof of
 * what was bought stays, so that no names and addresses lie about in the browser.
 */

import type { Answer } from "../../contract/rules/questions.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import type { Quote } from "../../contract/shapes/registration.ts";
import type { OpenRequest } from "../act/requestKeys.ts";
import type { Choice } from "./choice.ts";
import type { HoldDeadline } from "./holdClock.ts";

/** Places that the server keeps for this buyer. */
export interface Hold extends HoldDeadline {
  readonly registrationId: number;
  readonly accessKey: string;
  readonly quote: Quote;
  /** What the hold was asked for, to tell whether another choice needs another hold. */
  readonly choice: Choice;
  /** Offered from the waiting list: given back, it goes to the next in line. */
  readonly isOffer?: true;
}

/** One person, as typed. A seat's ticket is fixed by `seats`, in the order of the hold's lines or swapped. */
export interface Seat {
  readonly ticketId: number;
  readonly name: string;
  readonly email: string;
  /** By question id. */
  readonly answers: Readonly<Record<number, Answer>>;
}

/** What is typed on the attendee form. Seat 0 is the buyer's own when `buyerAttends`, and then has no name of its own. */
export interface People {
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly buyerAttends: boolean;
  readonly seats: readonly Seat[];
}

/** Proof of ownership of what was bought (docs/wire.md §1). */
export interface PurchaseProof {
  readonly registrationId: number;
  readonly accessKey: string;
}

/** Everything about one event's purchase in this browser. */
export interface PurchaseDraft {
  readonly version: 1;
  /** Null until the visitor has chosen: then the page may choose for them. */
  readonly choice: Choice | null;
  /** What the code gives that the visitor came with or typed, as the server said last; it is judged anew when it is used. */
  readonly promo: PromoCodeOffer | null;
  /** The request for a hold that has no answer yet: asked again, it is the same. */
  readonly asking: OpenRequest | null;
  readonly hold: Hold | null;
  /** True when the latest hold ended before it was paid; cleared by the next one. */
  readonly holdEnded: boolean;
  readonly people: People;
  /** True once the people were accepted for the hold. */
  readonly named: boolean;
  /** True once a card may have been charged for the hold: kept before the provider gets it, until the card is declined. */
  readonly paying: boolean;
  readonly bought: PurchaseProof | null;
}

export const nobody: People = { buyer: { name: "", email: "", phone: "" }, buyerAttends: true, seats: [] };

export const emptyDraft: PurchaseDraft = {
  version: 1,
  choice: null,
  promo: null,
  asking: null,
  hold: null,
  holdEnded: false,
  people: nobody,
  named: false,
  paying: false,
  bought: null,
};

/** What can happen to a draft. */
export type DraftEvent =
  | { type: "chosen"; choice: Choice }
  | { type: "coded"; promo: PromoCodeOffer | null }
  | { type: "asked"; asking: OpenRequest | null }
  | { type: "refused"; choice: Choice }
  | { type: "held"; hold: Hold; seatsFor: "everyTicket" | "buyerOnly" }
  | { type: "released" }
  | { type: "holdEnded" }
  | { type: "typed"; people: People }
  | { type: "named" }
  | { type: "paying" }
  | { type: "notPaid" }
  | { type: "bought"; bought: PurchaseProof };

/** The draft after something happened. */
export function draftAfter(draft: PurchaseDraft, event: DraftEvent): PurchaseDraft {
  switch (event.type) {
    case "chosen":
      return { ...draft, choice: event.choice };
    case "coded":
      return { ...draft, promo: event.promo };
    case "asked":
      return { ...draft, asking: event.asking };
    case "refused":
      return { ...draft, choice: event.choice, asking: null };
    case "held": {
      const { hold } = event;
      const seats = fitSeats(draft.people.seats, ticketsToName(hold.quote.items, event.seatsFor));
      return {
        ...draft,
        choice: hold.choice,
        asking: null,
        hold,
        holdEnded: false,
        people: { ...draft.people, seats },
        named: false,
        paying: false,
      };
    }
    case "released":
      return { ...draft, asking: null, hold: null, named: false, paying: false };
    case "holdEnded":
      return { ...draft, asking: null, hold: null, named: false, paying: false, holdEnded: true };
    case "typed":
      return { ...draft, people: event.people, named: false };
    case "named":
      return { ...draft, named: true };
    case "paying":
      return { ...draft, paying: true };
    case "notPaid":
      return { ...draft, paying: false };
    case "bought":
      return { ...emptyDraft, bought: event.bought };
  }
}

/** The ticket of each person to be named: one for each ticket held, or the first one's alone. */
export function ticketsToName(items: readonly OrderItem[], seatsFor: "everyTicket" | "buyerOnly"): number[] {
  const ticketIds = items.flatMap(({ kind, refId, quantity }) =>
    kind === "ticket" && refId !== null ? Array.from({ length: quantity }, () => refId) : [],
  );
  return seatsFor === "everyTicket" ? ticketIds : ticketIds.slice(0, 1);
}

/** Seats for these tickets that keep what was typed, in order, and each its ticket where there still is one. */
export function fitSeats(typed: readonly Seat[], ticketIds: readonly number[]): Seat[] {
  const spare = [...ticketIds];
  const kept = typed.slice(0, ticketIds.length).map((seat) => {
    const at = spare.indexOf(seat.ticketId);
    if (at >= 0) spare.splice(at, 1);
    return { seat, ticketId: at >= 0 ? seat.ticketId : null };
  });
  const seats = kept.map(({ seat, ticketId }) => ({ ...seat, ticketId: ticketId ?? spare.shift()! }));
  return [...seats, ...spare.map((ticketId) => ({ ticketId, name: "", email: "", answers: {} }))];
}

/** Gives a seat another ticket by swapping with somebody who has it, so that what was bought always fits. */
export function swapTicket(seats: readonly Seat[], index: number, ticketId: number): Seat[] {
  const mine = seats[index];
  if (mine === undefined || mine.ticketId === ticketId) return [...seats];
  // The last one who has it: those further up the page were seen and settled first.
  const other = seats.map((seat) => seat.ticketId).lastIndexOf(ticketId);
  if (other < 0) return [...seats];
  return seats.map((seat, at) => {
    if (at === index) return { ...seat, ticketId };
    return at === other ? { ...seat, ticketId: mine.ticketId } : seat;
  });
}
