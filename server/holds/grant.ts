import { boughtByField } from "../../contract/rules/nameParts.ts";
import { DomainError, invalidInput } from "../domainError.ts";
import { configOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import type { QuestionRow } from "../forms/rows.ts";
import { buyerNameOf, checkPeople } from "../registrations/people.ts";
import { decideHold, type Grant, type HoldRequest, placesByShared, type Snapshot } from "./decide.ts";
import { countHeldPlaces } from "./decideClient.ts";
import { sumById } from "./decideExtras.ts";
import { unpayableRefusal } from "./payable.ts";
import type { GrantedRequest, ReserveRequest } from "./reservation.ts";

/** Grants one request. A refusal takes nothing from the snapshot. */
export function grantOne(
  snapshot: Snapshot,
  request: ReserveRequest,
  questions: ReadonlyMap<number, QuestionRow[]>,
  now: Date,
): GrantedRequest | DomainError {
  const { wish, express } = request;
  if (express === null) {
    const grant = decideHold(snapshot, wish, now);
    return grant instanceof DomainError ? grant : { request, grant, people: [], email: request.email };
  }
  const event = snapshot.events.get(wish.eventId);
  // People are checked before places are taken, because a refusal must take nothing from the snapshot. Errors about the
  // questions of a draft event would reveal it.
  const checkedPeople =
    event === undefined || (!event.is_active && wish.byStaff === undefined)
      ? { people: [], email: "" }
      : checkPeople(express.attendees, {
          held: sumById(wish.tickets.map(({ ticketId, quantity }) => [ticketId, quantity])),
          saveAll: configOf(event).saveAllAttendeesDetails || wish.isAtDoor === true,
          namesLater: configOf(event).guestNamesLater && wish.byStaff === undefined && wish.isAtDoor !== true,
          boughtBy: buyerNameOf(express.additionalFields[boughtByField]),
          questions: questions.get(wish.eventId) ?? [],
          email: request.email,
          needsEmail: wish.byStaff === undefined && wish.isAtDoor !== true,
          needsAnswers: wish.byStaff === undefined && !mayAnswerLater(request, event),
        });
  if ("problems" in checkedPeople) return invalidInput(...checkedPeople.problems);
  return grantAtShownPrice(
    snapshot,
    { request, people: checkedPeople.people, email: checkedPeople.email },
    now,
  );
}

function grantAtShownPrice(
  snapshot: Snapshot,
  checkedRequest: Omit<GrantedRequest, "grant">,
  now: Date,
): GrantedRequest | DomainError {
  const { wish, express } = checkedRequest.request;
  const grant = decideHold(snapshot, wish, now);
  if (grant instanceof DomainError) return grant;
  if (express?.totalAmount !== undefined && express.totalAmount !== grant.totalAmount) {
    returnGrant(snapshot, grant, wish);
    return amountMismatch(grant.totalAmount);
  }
  // The provider does not charge these orders, so its limits do not apply.
  const refusal =
    wish.isAtDoor === true || wish.byStaff !== undefined
      ? null
      : unpayableRefusal(grant.totalAmount, grant.event.currency, "totalAmount");
  if (refusal !== null) {
    returnGrant(snapshot, grant, wish);
    return refusal;
  }
  return { ...checkedRequest, grant };
}

function mayAnswerLater({ express, email }: ReserveRequest, event: EventRow): boolean {
  return express?.answersLater === true && email !== null && configOf(event).guestNamesLater;
}

/** The refusal of a wrong total, with the right one. */
export function amountMismatch(totalAmount: number): DomainError {
  return new DomainError(
    "amountMismatch",
    "The price has changed. Please check the new total before you continue.",
    { totalAmount },
  );
}

/** Gives a grant back to the snapshot. */
export function returnGrant(snapshot: Snapshot, grant: Grant, wish: HoldRequest): void {
  countHeldPlaces(snapshot, wish, -grant.places);
  grant.event.held -= grant.places;
  for (const item of grant.items) {
    const row = item.kind === "ticket" ? snapshot.tickets.get(item.refId) : snapshot.extras.get(item.refId);
    row!.held -= item.quantity;
  }
  const places = grant.items.flatMap((item) =>
    item.kind === "ticket" ? [[item.refId, item.quantity] as const] : [],
  );
  for (const [sharedId, count] of placesByShared(snapshot, places))
    snapshot.shared.get(sharedId)!.held -= count;
  if (grant.promoCode !== null) grant.promoCode.held -= grant.promoUses;
}
