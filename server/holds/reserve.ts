/**
 * Takes places for many requests in one transaction: all places of a request or none.
 * Invariant: no grant makes held + sold exceed the stock.
 * Lock order: places (rows.ts) → limits of mails (freeMails.ts). New registrations need no lock: no other transaction
 * sees them yet.
 */
import { promoCodeKey } from "../../contract/rules/money/promoCode.ts";
import type { BatchOutcome } from "../batcher.ts";
import { decideOnce } from "../db/idempotency.ts";
import type { Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { type QuestionRow, questionsOfEvents } from "../forms/rows.ts";
import type { Snapshot } from "./decide.ts";
import { countFreeRegistrations } from "./freeMails.ts";
import { grantOne, returnGrant } from "./grant.ts";
import type { GrantedRequest, HoldReply, ReserveRequest } from "./reservation.ts";
import { lockPlaces, type NewIds, type PlaceIds, takeIds } from "./rows.ts";
import { writeGranted } from "./writeGranted.ts";

/** Tests leave out the lock to show the race. */
export type LockRows = (tx: Tx, ids: PlaceIds) => Promise<Snapshot>;

/** Decides requests in order and writes the grants. Safe to repeat after it threw. */
export async function reserveAll(
  tx: Tx,
  requests: readonly ReserveRequest[],
  { now, lockRows = lockPlaces }: { now: Date; lockRows?: LockRows | undefined },
): Promise<BatchOutcome<HoldReply>[]> {
  return decideOnce(tx, requests, (newRequests) => reserveNew(tx, newRequests, { now, lockRows }));
}

/** Reserves for one request, and returns the registration's id. Throws the refusal. */
export async function reserveOne(
  tx: Tx,
  request: Pick<ReserveRequest, "wish"> & Partial<ReserveRequest>,
  options: { now: Date; lockRows?: LockRows | undefined },
): Promise<number> {
  const empty = { email: null, userTimezone: null, timezoneOffset: null, express: null, idempotency: null };
  const outcome = (await reserveAll(tx, [{ ...empty, ...request }], options))[0]!;
  if ("refused" in outcome) throw outcome.refused;
  return outcome.reply.registration.id;
}

async function reserveNew(
  tx: Tx,
  requests: readonly ReserveRequest[],
  { now, lockRows }: { now: Date; lockRows: LockRows },
): Promise<BatchOutcome<HoldReply>[]> {
  // Ids are taken before the locks, because other buyers wait while these are held.
  const ids = await takeIds(tx, idsFor(requests));
  const snapshot = await lockRows(tx, requestedPlaces(requests));
  const questions = await questionsAsked(tx, requests);
  const outcomes: BatchOutcome<HoldReply>[] = [];
  const granted: { index: number; granted: GrantedRequest }[] = [];
  for (const [index, request] of requests.entries()) {
    const outcome = grantOne(snapshot, request, questions, now);
    if (outcome instanceof DomainError) outcomes[index] = { refused: outcome };
    else granted.push({ index, granted: outcome });
  }

  const refused = await countFreeRegistrations(tx, granted.flatMap(freeOf), now);
  for (const [{ entry }, refusal] of refused) {
    returnGrant(snapshot, entry.granted.grant, entry.granted.request.wish);
    outcomes[entry.index] = { refused: refusal };
  }
  const accepted = granted.filter(({ index }) => outcomes[index] === undefined);

  const written = await writeGranted(
    tx,
    accepted.map((entry) => entry.granted),
    { now, ids },
  );
  for (const [position, { index }] of accepted.entries()) outcomes[index] = { reply: written[position]! };
  return outcomes;
}

/** Only free registrations with a client are counted; those by staff and at the door have none. */
function freeOf(entry: { index: number; granted: GrantedRequest }) {
  const { request, grant, people, email } = entry.granted;
  if (!request.wish.client || request.express === null || grant.totalAmount !== 0) return [];
  return [{ entry, eventId: grant.event.id, email, people }];
}

function idsFor(requests: readonly ReserveRequest[]): Record<keyof NewIds, number> {
  const expressRequests = requests.flatMap(({ express }) => express ?? []);
  return {
    registrations: requests.length,
    attendees: expressRequests.reduce((sum, { attendees }) => sum + attendees.length, 0),
    orders: expressRequests.length,
  };
}

/** The ids of the requested places. */
export function requestedPlaces(requests: readonly ReserveRequest[]): PlaceIds {
  const events = new Set<number>();
  const tickets = new Set<number>();
  const extras = new Set<number>();
  for (const { wish } of requests) {
    events.add(wish.eventId);
    for (const line of wish.tickets) tickets.add(line.ticketId);
    for (const line of wish.extras ?? []) extras.add(line.extrasId);
  }
  const typedCodes = requests.flatMap(({ wish: { eventId, promoCode } }) =>
    promoCode ? [{ eventId, key: promoCodeKey(promoCode) }] : [],
  );
  const clients = requests.flatMap(({ wish: { eventId, client } }) => (client ? [{ eventId, client }] : []));
  return { events: [...events], tickets: [...tickets], extras: [...extras], typedCodes, clients };
}

async function questionsAsked(
  tx: Tx,
  requests: readonly ReserveRequest[],
): Promise<Map<number, QuestionRow[]>> {
  const events = new Set(requests.flatMap(({ wish, express }) => (express === null ? [] : [wish.eventId])));
  if (events.size === 0) return new Map();
  return Map.groupBy(await questionsOfEvents(tx, [...events]), (question) => question.event_id);
}
