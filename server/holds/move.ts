/**
 * What becomes of a hold: its places are sold, given back, or, when money comes late, taken again if they are free.
 * Whatever path ends a hold, its places come back through `endHolds` and nowhere else.
 * Lock order: event → tickets by id → extras by id → promo codes by id → shared capacities by id → registrations by id.
 */
import { sql } from "kysely";
import { recording } from "../audit/rows.ts";
import { pipelined, type Tx } from "../db/pool.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { usesLeft } from "../promoCodes/judge.ts";
import { lockRegistration, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { ofShared, type Snapshot, sharedLeft } from "./decide.ts";
import {
  addMove,
  type CounterMoves,
  lockHolds,
  lockPlaces,
  moveRegistrations,
  noMoves,
  type PlaceIds,
  placeStatements,
  stillPaying,
} from "./rows.ts";

/** What names the places that a registration holds or held. */
type Held = Pick<RegistrationRow, "event_id" | "lines" | "promo_code_id">;

/** The places that registrations hold or held, by id. */
export function placesHeldBy(registrations: readonly Held[]): PlaceIds {
  const lines = registrations.flatMap((registration) => registration.lines);
  const ids = (kind: OrderLine["kind"]) => [
    ...new Set(lines.flatMap((line) => (line.kind === kind ? [line.refId] : []))),
  ];
  return {
    events: [...new Set(registrations.map((registration) => registration.event_id))],
    tickets: ids("ticket"),
    extras: ids("extras"),
    promoCodes: registrations.flatMap(({ promo_code_id: id }) => (id === null ? [] : [id])),
  };
}

/** The statements that lock the places of registrations, and those shared with them, in the fixed order. */
export function placeLocks(registrations: readonly Held[]) {
  return placeStatements(placesHeldBy(registrations), { lock: true });
}

/**
 * The statements that lock registrations in the fixed order: their places, to be sent ahead, and the registrations, those
 * that hold places and, with `endedBefore`, ended.
 */
export async function holdLocks(tx: Tx, registrationIds: readonly number[], endedBefore: Date | null) {
  // Places come first in the lock order; what they hold is read again with the lock of their rows.
  const found = await tx
    .selectFrom("registrations")
    .select(["event_id", "lines", "promo_code_id"])
    .where("id", "=", sql<number>`any(${[...registrationIds]}::bigint[])`)
    .execute();
  return {
    places: placeLocks(found),
    holds: lockHolds(tx, registrationIds, endedBefore),
  };
}

/** By how much the counters move for a registration: by `held` and `sold` places each, and by `attendees`. */
type MovedBy = { held: 1 | 0 | -1; sold: 1 | 0 | -1; attendees: number };

function addMoves(moves: CounterMoves, { event_id, places, lines }: RegistrationRow, by: MovedBy): void {
  addMove(moves.events, event_id, {
    held: by.held * places,
    sold: by.sold * places,
    attendees: by.attendees,
  });
  for (const { kind, refId, quantity } of lines) {
    const counter = kind === "ticket" ? moves.tickets : moves.extras;
    addMove(counter, refId, { held: by.held * quantity, sold: by.sold * quantity });
  }
}

/** The moves that change what `registrations` count for. */
export function movesOf(registrations: readonly RegistrationRow[], by: MovedBy): CounterMoves {
  const moves = noMoves();
  for (const registration of registrations) addMoves(moves, registration, by);
  return moves;
}

/** Which of some locked holds must not end; a test may spare none to show what this prevents. */
export type Spare = (tx: Tx, registrationIds: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * Ends holds and gives their places back. With `endedBefore` only those whose time is over by then; those that are
 * no longer held, or whose payment may still come in, are left alone. Gives the registrations that ended.
 */
export async function endHolds(
  tx: Tx,
  registrationIds: readonly number[],
  end: { to: "expired" | "cancelled"; endedBefore: Date | null; actor: string },
  spare: Spare = stillPaying,
): Promise<RegistrationRow[]> {
  if (registrationIds.length === 0) return [];
  const { places, holds } = await holdLocks(tx, registrationIds, end.endedBefore);
  const [held] = await pipelined(tx, [holds], { ahead: places });
  const spared = await spare(
    tx,
    held.map(({ id }) => id),
  );
  const ending = held.filter(({ id }) => !spared.has(id));
  if (ending.length === 0) return [];
  const moves = movesOf(ending, { held: -1, sold: 0, attendees: 0 });
  const moved = ending.map((registration) => ({ registration, actor: end.actor }));
  await pipelined(tx, movingTo(tx, end.to, moved, moves));
  return ending;
}

/** A registration locked together with its places. */
export interface LockedRegistration {
  registration: RegistrationRow;
  snapshot: Snapshot;
}

/** Locks a registration in the fixed order, its places first. Undefined when there is none. */
export async function lockWithPlaces(
  tx: Tx,
  registrationId: number,
): Promise<LockedRegistration | undefined> {
  const found = await registrationById(tx, registrationId);
  if (found === undefined) return undefined;
  const snapshot = await lockPlaces(tx, placesHeldBy([found]));
  const registration = await lockRegistration(tx, registrationId);
  return registration === undefined ? undefined : { registration, snapshot };
}

/** A locked registration whose places are sold to so many people, and who sold them. */
export interface SoldRegistration {
  registration: RegistrationRow;
  attendees: number;
  actor: string;
}

/**
 * The statements that sell the places of registrations: those that they hold, and of the others, whose hold has ended, the
 * same places again, which are free.
 */
export function selling(tx: Tx, sales: readonly SoldRegistration[]) {
  const moves = noMoves();
  for (const { registration, attendees } of sales)
    addMoves(moves, registration, { held: holdsPlaces(registration) ? -1 : 0, sold: 1, attendees });
  return movingTo(tx, "active", sales, moves);
}

/** The statements that move registrations to a state, with the history of each. */
function movingTo(
  tx: Tx,
  to: "active" | "expired" | "cancelled",
  moved: readonly Pick<SoldRegistration, "registration" | "actor">[],
  moves: CounterMoves,
) {
  const ids = moved.map(({ registration }) => registration.id);
  const history = moved.map(({ registration: { id, event_id, state, places }, actor }) => {
    const detail = { from: state, to, places };
    return { actor, eventId: event_id, entity: "registration", entityId: id, action: to, detail } as const;
  });
  return [moveRegistrations(ids, to, moves), recording(tx, history)] as const;
}

/** Whether a registration holds places that are not paid yet. */
export function holdsPlaces({ state }: Pick<RegistrationRow, "state">): boolean {
  return state === "held" || state === "pending";
}

/**
 * Sells the places of a locked registration: those it holds, or, when its hold has ended, the same places again if
 * they are still free. False when they are not; nothing is changed then.
 */
export async function sellPlaces(
  tx: Tx,
  locked: LockedRegistration,
  { attendees, actor }: { attendees: number; actor: string },
): Promise<boolean> {
  if (!mayBeSold(locked)) return false;
  await pipelined(tx, selling(tx, [{ registration: locked.registration, attendees, actor }]));
  return true;
}

/** Whether a locked registration holds its places, or could take them again. */
export function mayBeSold(locked: LockedRegistration): boolean {
  return holdsPlaces(locked.registration) || isFree(locked);
}

/** Whether the places of an ended hold could be taken again: the event goes on and there is room for all of them. */
function isFree({ registration, snapshot }: LockedRegistration): boolean {
  const event = snapshot.events.get(registration.event_id);
  if (event === undefined || event.cancelled_at !== null) return false;
  if (event.capacity !== null && event.held + event.sold + registration.places > event.capacity) return false;
  const code =
    registration.promo_code_id === null ? null : snapshot.promoCodes.get(registration.promo_code_id);
  if (code === undefined || (code !== null && (usesLeft(code) ?? Infinity) < registration.promo_uses))
    return false;
  const places = registration.lines.flatMap(({ kind, refId, quantity }) =>
    kind === "ticket" ? [[refId, quantity] as const] : [],
  );
  for (const [sharedId, count] of ofShared(snapshot, places))
    if (sharedLeft(snapshot, sharedId)! < count) return false;
  return registration.lines.every((line) => {
    const row = line.kind === "ticket" ? snapshot.tickets.get(line.refId) : snapshot.extras.get(line.refId);
    return (
      row !== undefined && (row.max_stock === null || row.held + row.sold + line.quantity <= row.max_stock)
    );
  });
}
