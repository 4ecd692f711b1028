/**
 * Refuses requests for sold-out tickets without a lock, because after a sell-out most requests are refused.
 * Invariant: a refusal uses rows that were read after the request, and the rule that also grants places (decide.ts). A
 * node's memory of refused tickets only decides whether this is tried.
 */
import { createBatcher } from "../batcher.ts";
import { storedReplies } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError } from "../domainError.ts";
import { decideHold } from "../holds/decide.ts";
import { returnGrant } from "../holds/grant.ts";
import type { ReserveRequest } from "../holds/reservation.ts";
import { requestedPlaces } from "../holds/reserve.ts";
import { readPlaces } from "../holds/rows.ts";

export interface SoldOut {
  /** Null if the request must be decided with the lock. */
  refusal(request: ReserveRequest): Promise<DomainError | null>;
  /** May remember the request's tickets, if it was refused as sold out. */
  learn(request: ReserveRequest, refused: DomainError): void;
}

/** How long at most a ticket is remembered after its last refusal as sold out. */
const rememberedMs = 10_000;
const maxRemembered = 10_000;

/** Opens the memory of a node. `endOverdue` ends an event's overdue holds and returns how many. */
export function openSoldOut(
  db: Db,
  { clock, endOverdue }: { clock: () => Date; endOverdue: (eventId: number) => Promise<number> },
): SoldOut {
  const rememberedUntil = new Map<number, number>();
  const remember = ({ wish }: ReserveRequest): void => {
    if (rememberedUntil.size >= maxRemembered) rememberedUntil.clear();
    for (const { ticketId } of wish.tickets) rememberedUntil.set(ticketId, performance.now() + rememberedMs);
  };
  const isRemembered = ({ wish }: ReserveRequest): boolean =>
    isPlain(wish) &&
    wish.tickets.length > 0 &&
    wish.tickets.every(({ ticketId }) => (rememberedUntil.get(ticketId) ?? 0) > performance.now());

  const findRefusal = createBatcher<ReserveRequest, DomainError | null>(
    async (requests) =>
      (await refusals(db, requests, { now: clock(), endOverdue })).map((reply) => ({ reply })),
    { concernsAll: isUnavailable },
  );
  return {
    async refusal(request) {
      if (!isRemembered(request)) return null;
      const refused = await findRefusal(request);
      if (refused !== null) remember(request);
      return refused;
    },
    learn(request, refused) {
      if (refused.code === "soldOut" && isPlain(request.wish)) remember(request);
    },
  };
}

/** Requests with a code, at the door or of an offer are decided with the lock. */
function isPlain({ promoCode, isAtDoor, isOffer }: ReserveRequest["wish"]): boolean {
  return promoCode == null && !isAtDoor && !isOffer;
}

async function refusals(
  db: Db,
  requests: readonly ReserveRequest[],
  { now, endOverdue }: { now: Date; endOverdue: (eventId: number) => Promise<number> },
): Promise<(DomainError | null)[]> {
  const answeredKeys = await keysWithReply(db, requests);
  const snapshot = await readPlaces(db, requestedPlaces(requests), { lock: false });
  const decisions = requests.map(({ wish, idempotency }) => {
    if (idempotency !== null && answeredKeys.has(`${idempotency.call} ${idempotency.key}`)) return null;
    const outcome = decideHold(snapshot, wish, now);
    if (outcome instanceof DomainError) return outcome.code === "soldOut" ? outcome : null;
    // Nothing is held here, so the next request must see these places as free.
    returnGrant(snapshot, outcome, wish);
    return null;
  });
  // An overdue hold may still have the places of a refused request.
  const refusedEvents = new Set(
    decisions.flatMap((refused, index) => (refused === null ? [] : [requests[index]!.wish.eventId])),
  );
  const freedEvents = new Set<number>();
  for (const eventId of refusedEvents) if ((await endOverdue(eventId)) > 0) freedEvents.add(eventId);
  return decisions.map((refused, index) => (freedEvents.has(requests[index]!.wish.eventId) ? null : refused));
}

/** The keys with a stored reply: their requests must get it, not a refusal. */
async function keysWithReply(db: Db, requests: readonly ReserveRequest[]): Promise<ReadonlySet<string>> {
  const answeredKeys = new Set<string>();
  const allKeys = requests.flatMap(({ idempotency }) => idempotency ?? []);
  for (const [call, group] of Map.groupBy(allKeys, (one) => one.call)) {
    const keys = group.map(({ key }) => key);
    for (const { key } of await storedReplies(db, call, keys)) answeredKeys.add(`${call} ${key}`);
  }
  return answeredKeys;
}
