/**
 * A buyer's draft for one event. Pure. After the purchase only the proof of ownership stays, so that no names and
 * addresses are kept.
 */

import type { Answer } from "../../contract/rules/questions/questions.ts";
import type { OrderItem } from "../../contract/shapes/order.ts";
import type { PromoCodeOffer } from "../../contract/shapes/promoCode.ts";
import type { Quote } from "../../contract/shapes/registration.ts";
import type { OpenRequest } from "../act/requestKeys.ts";
import type { Choice } from "./choice.ts";
import type { HoldDeadline } from "./holdClock.ts";

export interface Hold extends HoldDeadline {
  readonly registrationId: number;
  readonly accessKey: string;
  readonly quote: Quote;
  readonly choice: Choice;
  /** Missing before the first extension: then the event's setting applies. */
  readonly extensionsLeft?: number;
  /** The places were offered from the waiting list. */
  readonly isOffer?: true;
}

export interface AttendeeDraft {
  readonly ticketId: number;
  readonly name: string;
  readonly email: string;
  /** By question id. */
  readonly answers: Readonly<Record<number, Answer>>;
}

/** If `buyerAttends`, attendee 0 is the buyer, and its `name` is not used. */
export interface PeopleDraft {
  readonly buyer: { readonly name: string; readonly email: string; readonly phone: string };
  readonly buyerAttends: boolean;
  /** True if the buyer will name all guests later; text typed about them stays. */
  readonly guestsLater?: boolean;
  readonly attendees: readonly AttendeeDraft[];
}

/** Proof of ownership of a purchase (docs/wire.md §1). */
export interface PurchaseProof {
  readonly registrationId: number;
  readonly accessKey: string;
}

export interface PurchaseDraft {
  readonly version: 1;
  /** Null until the visitor has chosen. */
  readonly choice: Choice | null;
  /** The effect of the visitor's code when it was last checked. */
  readonly promo: PromoCodeOffer | null;
  /** The last request for a hold, as long as its key is kept. Repeated unchanged, it makes no second hold. */
  readonly asking: OpenRequest | null;
  readonly hold: Hold | null;
  /** True if the latest hold was lost. */
  readonly holdEnded: boolean;
  readonly people: PeopleDraft;
  /** True once the server has saved these people for the hold. */
  readonly named: boolean;
  /** True while a card may have been charged for the hold. */
  readonly paying: boolean;
  readonly bought: PurchaseProof | null;
}

/** Whether the hold is a current offer from the waiting list, which is sold without a code. */
export function hasOffer({ hold }: Pick<PurchaseDraft, "hold">, nowMs: number): boolean {
  return hold?.isOffer === true && Date.parse(hold.expiresAt) > nowMs + hold.skewMs;
}

export const noPeople: PeopleDraft = {
  buyer: { name: "", email: "", phone: "" },
  buyerAttends: true,
  attendees: [],
};

export const emptyDraft: PurchaseDraft = {
  version: 1,
  choice: null,
  promo: null,
  asking: null,
  hold: null,
  holdEnded: false,
  people: noPeople,
  named: false,
  paying: false,
  bought: null,
};

export type DraftAction =
  | { type: "chosen"; choice: Choice }
  | { type: "codeChanged"; promo: PromoCodeOffer | null }
  | { type: "asked"; asking: OpenRequest | null }
  | { type: "refused"; choice: Choice }
  | { type: "held"; hold: Hold; namesFor: "everyTicket" | "buyerOnly" }
  | { type: "extended"; registrationId: number; expiresAt: string; extensionsLeft: number }
  | { type: "released" }
  | { type: "holdEnded" }
  | { type: "typed"; people: PeopleDraft }
  | { type: "named" }
  | { type: "paying" }
  | { type: "notPaid" }
  | { type: "bought"; bought: PurchaseProof };

export function draftAfter(draft: PurchaseDraft, action: DraftAction): PurchaseDraft {
  switch (action.type) {
    case "chosen":
      return { ...draft, choice: action.choice };
    case "codeChanged":
      return { ...draft, promo: action.promo };
    case "asked":
      return { ...draft, asking: action.asking };
    case "refused":
      return { ...draft, choice: action.choice, asking: null };
    case "held": {
      const { hold } = action;
      const attendees = fitAttendees(
        draft.people.attendees,
        ticketsToName(hold.quote.items, action.namesFor),
      );
      return {
        ...draft,
        choice: hold.choice,
        asking: null,
        hold,
        holdEnded: false,
        people: { ...draft.people, attendees },
        named: false,
        paying: false,
      };
    }
    case "extended": {
      const { hold } = draft;
      const { registrationId, expiresAt, extensionsLeft } = action;
      if (hold?.registrationId !== registrationId) return draft;
      return { ...draft, hold: { ...hold, expiresAt, extensionsLeft } };
    }
    case "released":
      return { ...draft, asking: null, hold: null, named: false, paying: false };
    case "holdEnded":
      return { ...draft, asking: null, hold: null, named: false, paying: false, holdEnded: true };
    case "typed":
      return { ...draft, people: action.people, named: false };
    case "named":
      return { ...draft, named: true };
    case "paying":
      return { ...draft, paying: true };
    case "notPaid":
      return { ...draft, paying: false };
    case "bought":
      return { ...emptyDraft, bought: action.bought };
  }
}

export function ticketsToName(items: readonly OrderItem[], namesFor: "everyTicket" | "buyerOnly"): number[] {
  const ticketIds = items.flatMap(({ kind, refId, quantity }) =>
    kind === "ticket" && refId !== null ? Array.from({ length: quantity }, () => refId) : [],
  );
  return namesFor === "everyTicket" ? ticketIds : ticketIds.slice(0, 1);
}

/** Makes one attendee for each ticket, typed ones first. They keep their ticket types while enough are left. */
export function fitAttendees(typed: readonly AttendeeDraft[], ticketIds: readonly number[]): AttendeeDraft[] {
  const freeTicketIds = [...ticketIds];
  const typedPeople = typed.slice(0, ticketIds.length).map((attendee) => {
    const position = freeTicketIds.indexOf(attendee.ticketId);
    if (position >= 0) freeTicketIds.splice(position, 1);
    return { attendee, ticketId: position >= 0 ? attendee.ticketId : null };
  });
  const attendees = typedPeople.map(({ attendee, ticketId }) => ({
    ...attendee,
    ticketId: ticketId ?? freeTicketIds.shift()!,
  }));
  return [...attendees, ...freeTicketIds.map((ticketId) => ({ ticketId, name: "", email: "", answers: {} }))];
}

/** Gives an attendee the ticket of another, who gets theirs, so that the bought tickets stay the same. */
export function swapTicket(
  attendees: readonly AttendeeDraft[],
  index: number,
  ticketId: number,
): AttendeeDraft[] {
  const changed = attendees[index];
  if (changed === undefined || changed.ticketId === ticketId) return [...attendees];
  // The last one with the ticket, because those before it are probably filled in already.
  const other = attendees.map((attendee) => attendee.ticketId).lastIndexOf(ticketId);
  if (other < 0) return [...attendees];
  return attendees.map((attendee, at) => {
    if (at === index) return { ...attendee, ticketId };
    return at === other ? { ...attendee, ticketId: changed.ticketId } : attendee;
  });
}
