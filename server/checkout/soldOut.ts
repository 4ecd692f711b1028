/**
 * Is it still sold out? After a sell-out nearly everybody is told so, and none of them needs a lock for it: the rows are
 * read once for all who ask at the same time.
 * Invariant: who is refused here is refused by rows that were read after they asked, with the same rule (decide.ts) that
 * grants; what a node remembers, for some seconds a ticket, is only that it is worth asking. Nothing is sold here: whoever
 * might get a place goes to the lock. Locks: none.
 */

import { createBatcher } from "../batcher.ts";
import { storedReplies } from "../db/idempotency.ts";
import type { Db } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { DomainError } from "../domainError.ts";
import { decideHold } from "../holds/decide.ts";
import { giveBack } from "../holds/grant.ts";
import type { ReserveRequest } from "../holds/reservation.ts";
import { placesAskedFor } from "../holds/reserve.ts";
import { readPlaces } from "../holds/rows.ts";

/** What is remembered of sold-out tickets, and who is refused for them. */
export interface SoldOut {
  /** Why a request gets nothing, when that is so at this moment; null sends it to the lock. */
  refusal(request: ReserveRequest): Promise<DomainError | null>;
  /** Learns from what was refused at the lock. */
  learn(request: ReserveRequest, refused: DomainError): void;
}

/** For how long a ticket is worth asking about after the last time that it was sold out. */
const rememberedMs = 10_000;
const mostRemembered = 10_000;

/** Opens the memory of one node. `endFree` ends an event's overdue holds and says how many there were. */
export function openSoldOut(
  db: Db,
  { clock, endFree }: { clock: () => Date; endFree: (eventId: number) => Promise<number> },
): SoldOut {
  const askUntil = new Map<number, number>();
  const remember = ({ wish }: ReserveRequest): void => {
    if (askUntil.size >= mostRemembered) askUntil.clear();
    for (const { ticketId } of wish.tickets) askUntil.set(ticketId, performance.now() + rememberedMs);
  };
  const isWorthAsking = ({ wish }: ReserveRequest): boolean =>
    isPlain(wish) &&
    wish.tickets.length > 0 &&
    wish.tickets.every(({ ticketId }) => (askUntil.get(ticketId) ?? 0) > performance.now());

  const look = createBatcher<ReserveRequest, DomainError | null>(
    async (requests) => (await refusals(db, requests, { now: clock(), endFree })).map((reply) => ({ reply })),
    { isEverybodys: isUnavailable },
  );
  return {
    async refusal(request) {
      if (!isWorthAsking(request)) return null;
      const refused = await look(request);
      if (refused !== null) remember(request);
      return refused;
    },
    learn(request, refused) {
      if (refused.code === "soldOut" && isPlain(request.wish)) remember(request);
    },
  };
}

/** Codes are counted, and what is sold at the door or offered follows other rules: all that is for the lock. */
function isPlain({ promoCode, isAtDoor, isOffer }: ReserveRequest["wish"]): boolean {
  return (promoCode ?? null) === null && isAtDoor !== true && isOffer !== true;
}

async function refusals(
  db: Db,
  requests: readonly ReserveRequest[],
  { now, endFree }: { now: Date; endFree: (eventId: number) => Promise<number> },
): Promise<(DomainError | null)[]> {
  const answered = await answeredBefore(db, requests);
  const snapshot = await readPlaces(db, placesAskedFor(requests), { lock: false });
  const judged = requests.map(({ wish, idempotency }) => {
    if (idempotency !== null && answered.has(`${idempotency.call} ${idempotency.key}`)) return null;
    const outcome = decideHold(snapshot, wish, now);
    if (outcome instanceof DomainError) return outcome.code === "soldOut" ? outcome : null;
    giveBack(snapshot, outcome, wish);
    return null;
  });
  // A hold that has ended may still keep the place that somebody goes without.
  const short = new Set(
    judged.flatMap((refused, index) => (refused === null ? [] : [requests[index]!.wish.eventId])),
  );
  const freed = new Set<number>();
  for (const eventId of short) if ((await endFree(eventId)) > 0) freed.add(eventId);
  return judged.map((refused, index) => (freed.has(requests[index]!.wish.eventId) ? null : refused));
}

/** The keys that have their reply: what was granted once is granted again. */
async function answeredBefore(db: Db, requests: readonly ReserveRequest[]): Promise<ReadonlySet<string>> {
  const answered = new Set<string>();
  const named = requests.flatMap(({ idempotency }) => (idempotency === null ? [] : [idempotency]));
  for (const [call, given] of Map.groupBy(named, (one) => one.call)) {
    const keys = given.map(({ key }) => key);
    for (const { key } of await storedReplies(db, call, keys)) answered.add(`${call} ${key}`);
  }
  return answered;
}
