/**
 * Limits one client's unpaid places in an event (docs/decisions/0011-places-held-at-once.md). A whole school may be one
 * client, so a hold is not limited while the client has no other unpaid places.
 */
import { holdLimits } from "../../contract/rules/holdLimits.ts";
import { DomainError } from "../domainError.ts";

interface ClientRequest {
  eventId: number;
  client?: string | null | undefined;
  isOffer?: boolean;
  isAtDoor?: boolean;
}

interface HeldPlaces {
  unpaid?: Map<string, number>;
}

/** The key in `Snapshot.unpaid`. */
export function heldKey(eventId: number, client: string): string {
  return `${eventId} ${client}`;
}

/**
 * The refusal if a client would hold too many unpaid places, or null. `left` are the free places of the scarcest
 * ticket, or of the event if those are fewer.
 */
export function heldPlacesRefusal(
  { unpaid }: HeldPlaces,
  { eventId, client, isOffer, isAtDoor }: ClientRequest,
  { places, left }: { places: number; left: number },
): DomainError | null {
  if (!client || isOffer === true || isAtDoor === true) return null;
  const held = unpaid?.get(heldKey(eventId, client)) ?? 0;
  if (held === 0 || held + places <= clientLimit(left)) return null;
  const message = `Your network already holds ${held} places that are not paid yet, and few are left. Finish those orders, or try again in a minute.`;
  return new DomainError("tooMany", message, { retryAfterSeconds: 60 });
}

function clientLimit(left: number): number {
  return Math.max(holdLimits.heldPlaces, Math.floor(left * holdLimits.heldPartOfLeft));
}

/** Adds granted places to what the client holds; negative for returned ones. */
export function countHeldPlaces(
  { unpaid }: HeldPlaces,
  { eventId, client }: ClientRequest,
  places: number,
): void {
  const key = client ? heldKey(eventId, client) : null;
  if (key !== null) unpaid?.set(key, (unpaid.get(key) ?? 0) + places);
}
