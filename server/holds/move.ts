/** Lock order: that of rows.ts. */
import { sql } from "kysely";
import { entryOf, recordStatement } from "../audit/rows.ts";
import { pipelined, type Tx } from "../db/pool.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { usesLeft } from "../promoCodes/judge.ts";
import { lockRegistration, type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { placesByShared, type Snapshot, sharedLeft } from "./decide.ts";
import { sumById } from "./decideExtras.ts";
import {
  addMove,
  type CounterMoves,
  lockHolds,
  lockPlaces,
  moveRegistrations,
  noMoves,
  type PlaceIds,
  placeStatements,
  registrationsBeingPaid,
} from "./rows.ts";

type PlaceColumns = Pick<RegistrationRow, "event_id" | "lines" | "promo_code_id">;

/** The ids of the rows that count the places of registrations. */
export function placesHeldBy(registrations: readonly PlaceColumns[]): PlaceIds {
  const lines = registrations.flatMap((registration) => registration.lines);
  const ids = (kind: OrderLine["kind"]) => [
    ...new Set(lines.flatMap((line) => (line.kind === kind ? [line.refId] : []))),
  ];
  return {
    events: [...new Set(registrations.map((registration) => registration.event_id))],
    tickets: ids("ticket"),
    extras: ids("extras"),
    promoCodes: registrations.flatMap(({ promo_code_id: id }) => id ?? []),
  };
}

/** The statements that lock these places, in lock order. */
export function placeLocks(registrations: readonly PlaceColumns[]) {
  return placeStatements(placesHeldBy(registrations), { lock: true });
}

/** `held` and `sold` per place, `attendees` in total. */
type CounterChange = { held: 1 | 0 | -1; sold: 1 | 0 | -1; attendees: number };

function addMoves(
  moves: CounterMoves,
  { event_id, places, lines }: RegistrationRow,
  change: CounterChange,
): void {
  addMove(moves.events, event_id, {
    held: change.held * places,
    sold: change.sold * places,
    attendees: change.attendees,
  });
  for (const { kind, refId, quantity } of lines) {
    const counter = kind === "ticket" ? moves.tickets : moves.extras;
    addMove(counter, refId, { held: change.held * quantity, sold: change.sold * quantity });
  }
}

/** The counter changes for registrations. Each sold place counts as an attendee. */
export function movesOf(
  registrations: readonly RegistrationRow[],
  { held, sold }: Omit<CounterChange, "attendees">,
): CounterMoves {
  const moves = noMoves();
  for (const registration of registrations)
    addMoves(moves, registration, { held, sold, attendees: sold * registration.places });
  return moves;
}

/** Selects those of the locked holds that must not end. */
export type SelectSpared = (tx: Tx, registrationIds: readonly number[]) => Promise<ReadonlySet<number>>;

/**
 * Ends holds and releases their places, except those that `spare` selects; with `endedBefore` only overdue ones.
 * Returns the ended registrations as they were before.
 */
export async function endHolds(
  tx: Tx,
  registrationIds: readonly number[],
  end: { to: "expired" | "cancelled"; endedBefore: Date | null; actor: string },
  spare: SelectSpared = registrationsBeingPaid,
): Promise<RegistrationRow[]> {
  if (registrationIds.length === 0) return [];
  // Not locked yet, because places come first. `lockHolds` reads the registrations again.
  const found = await tx
    .selectFrom("registrations")
    .select(["event_id", "lines", "promo_code_id"])
    .where("id", "=", sql<number>`any(${[...registrationIds]}::bigint[])`)
    .execute();
  const holds = lockHolds(tx, registrationIds, end.endedBefore);
  const [lockedHolds] = await pipelined(tx, [holds], { ahead: placeLocks(found) });
  const spared = await spare(
    tx,
    lockedHolds.map(({ id }) => id),
  );
  const ended = lockedHolds.filter(({ id }) => !spared.has(id));
  if (ended.length === 0) return [];
  const moves = movesOf(ended, { held: -1, sold: 0 });
  const moved = ended.map((registration) => ({ registration, actor: end.actor }));
  await pipelined(tx, stateStatements(tx, end.to, moved, moves));
  return ended;
}

export interface LockedRegistration {
  registration: RegistrationRow;
  snapshot: Snapshot;
}

/** Locks a registration after its places; undefined if it does not exist. */
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

export interface SoldRegistration {
  registration: RegistrationRow;
  attendees: number;
  actor: string;
}

/** The statements that sell the places of registrations, which the caller has found held or free. */
export function saleStatements(tx: Tx, sales: readonly SoldRegistration[]) {
  const moves = noMoves();
  for (const { registration, attendees } of sales)
    addMoves(moves, registration, { held: hasHeldPlaces(registration) ? -1 : 0, sold: 1, attendees });
  return stateStatements(tx, "active", sales, moves);
}

function stateStatements(
  tx: Tx,
  to: "active" | "expired" | "cancelled",
  moved: readonly Pick<SoldRegistration, "registration" | "actor">[],
  moves: CounterMoves,
) {
  const ids = moved.map(({ registration }) => registration.id);
  const history = moved.map(({ registration, actor }) => {
    const detail = { from: registration.state, to, places: registration.places };
    return entryOf("registration", registration, { actor, action: to, detail });
  });
  return [moveRegistrations(ids, to, moves), recordStatement(tx, history)] as const;
}

/** Whether the places are held; also those of an imported registration that is not active yet. */
export function hasHeldPlaces({ state }: Pick<RegistrationRow, "state">): boolean {
  return state === "held" || state === "pending";
}

/** Sells the places; returns false and changes nothing unless `mayBeSold`. */
export async function sellPlaces(
  tx: Tx,
  locked: LockedRegistration,
  { attendees, actor }: { attendees: number; actor: string },
): Promise<boolean> {
  if (!mayBeSold(locked)) return false;
  await pipelined(tx, saleStatements(tx, [{ registration: locked.registration, attendees, actor }]));
  return true;
}

/** Whether a registration that is not active still holds its places, or could take them again. */
export function mayBeSold(locked: LockedRegistration): boolean {
  return hasHeldPlaces(locked.registration) || isFree(locked);
}

/** Sums the lines of each id: after an exchange a ticket may have several. */
const quantities = (lines: readonly OrderLine[]) =>
  sumById(lines.map(({ refId, quantity }) => [refId, quantity]));

function hasStock(
  rows: ReadonlyMap<number, { max_stock: number | null; held: number; sold: number }>,
  wanted: ReadonlyMap<number, number>,
): boolean {
  return [...wanted].every(([id, quantity]) => {
    const row = rows.get(id);
    return row !== undefined && (row.max_stock === null || row.held + row.sold + quantity <= row.max_stock);
  });
}

/** Whether an ended hold can take everything again. */
function isFree({ registration, snapshot }: LockedRegistration): boolean {
  const event = snapshot.events.get(registration.event_id);
  if (event === undefined || event.cancelled_at !== null) return false;
  if (event.capacity !== null && event.held + event.sold + registration.places > event.capacity) return false;
  const code =
    registration.promo_code_id === null ? null : snapshot.promoCodes.get(registration.promo_code_id);
  if (code === undefined || (code !== null && (usesLeft(code) ?? Infinity) < registration.promo_uses))
    return false;
  const { ticket = [], extras = [] } = Object.groupBy(registration.lines, ({ kind }) => kind);
  const places = quantities(ticket);
  for (const [sharedId, count] of placesByShared(snapshot, places))
    if (sharedLeft(snapshot, sharedId)! < count) return false;
  return hasStock(snapshot.tickets, places) && hasStock(snapshot.extras, quantities(extras));
}
