/**
 * How many places may one client hold at once that nobody has paid for? As many as `holdLimits` says, or its part of what is left where that is
 * more: so one client never holds all there are, and a school behind one address still buys, for its places count only
 * until they are paid (docs/decisions/0011-places-held-at-once.md). The first hold of a client is never refused.
 * Pure: what the client holds is in the snapshot, read under the event's lock.
 */
import { holdLimits } from "../../contract/rules/holdLimits.ts";
import { DomainError } from "../domainError.ts";

/** What is asked of it (`Wish` of decide.ts). */
interface Asked {
  eventId: number;
  client?: string | null | undefined;
  isOffer?: boolean;
  isAtDoor?: boolean;
}

/** What clients hold unpaid, by `heldKey`; nothing where nobody counts (`Snapshot` of decide.ts). */
interface Held {
  unpaid?: Map<string, number>;
}

/** How a snapshot names what a client holds of an event. */
export function heldKey(eventId: number, client: string): string {
  return `${eventId} ${client}`;
}

/** The refusal of a client that would hold too many places; null where nobody counts, or there is room. */
export function tooManyHeld(
  { unpaid }: Held,
  { eventId, client, isOffer, isAtDoor }: Asked,
  { places, left }: { places: number; left: number },
): DomainError | null {
  if (!client || isOffer === true || isAtDoor === true) return null;
  const held = unpaid?.get(heldKey(eventId, client)) ?? 0;
  if (held === 0 || held + places <= mostOf(left)) return null;
  const message = `Your network already holds ${held} places that are not paid yet, and few are left. Finish those orders, or try again in a minute.`;
  return new DomainError("tooMany", message, { retryAfterSeconds: 60 });
}

/** How many unpaid places one client may hold where so many are left. */
function mostOf(left: number): number {
  return Math.max(holdLimits.heldPlaces, Math.floor(left * holdLimits.heldPartOfLeft));
}

/** Counts places that were granted to a client, or given back with a negative number. */
export function countHeld({ unpaid }: Held, { eventId, client }: Asked, places: number): void {
  const key = client ? heldKey(eventId, client) : null;
  if (key !== null) unpaid?.set(key, (unpaid.get(key) ?? 0) + places);
}
