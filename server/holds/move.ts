/**
 * What becomes of a hold: its places are sold, given back, or, when money comes late, taken again if they are free.
 * Whatever path ends a hold, its places come back through `endHolds` and nowhere else.
 * Lock order: event → tickets by id → extras by id → promo codes by id → shared capacities by id → registrations by id.
 */
import { sql } from "kysely";
import { record } from "../audit/rows.ts";
import { pipelined, type Tx } from "../db/pool.ts";
import type { Line } from "../db/schema/people.ts";
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

function placesOf(registrations: readonly Held[]): PlaceIds {
  const lines = registrations.flatMap((registration) => registration.lines);
  const ids = (kind: Line["kind"]) => [
    ...new Set(lines.flatMap((line) => (line.kind === kind ? [line.refId] : []))),
  ];
  return {
    events: [...new Set(registrations.map((registration) => registration.event_id))],
    tickets: ids("ticket"),
    extras: ids("extras"),
    promoCodes: registrations.flatMap(({ promo_code_id: id }) => (id === null ? [] : [id])),
  };
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
    places: placeStatements(placesOf(found), { lock: true }),
    holds: lockHolds(tx, registrationIds, endedBefore),
  };
}

/** The moves that change what `registrations` count for: by `held` and `sold` places each, with their `attendees`. */
export function movesOf(
  registrations: readonly RegistrationRow[],
  by: { held: 1 | 0 | -1; sold: 1 | 0 | -1; attendees: number },
): CounterMoves {
  const moves = noMoves();
  for (const registration of registrations) {
    addMove(moves.events, registration.event_id, {
      held: by.held * registration.places,
      sold: by.sold * registration.places,
      attendees: by.attendees,
    });
    for (const line of registration.lines) {
      addMove(line.kind === "ticket" ? moves.tickets : moves.extras, line.refId, {
        held: by.held * line.quantity,
        sold: by.sold * line.quantity,
      });
    }
  }
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
  await moveRegistrations(
    tx,
    ending.map(({ id }) => id),
    end.to,
    movesOf(ending, { held: -1, sold: 0, attendees: 0 }),
  );
  await record(
    tx,
    ending.map((row) => ({
      actor: end.actor,
      eventId: row.event_id,
      entity: "registration",
      entityId: row.id,
      action: end.to,
      detail: { from: row.state, to: end.to, places: row.places },
    })),
  );
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
  const snapshot = await lockPlaces(tx, placesOf([found]));
  const registration = await lockRegistration(tx, registrationId);
  return registration === undefined ? undefined : { registration, snapshot };
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
  const { registration } = locked;
  const isHolding = registration.state === "held" || registration.state === "pending";
  if (!isHolding && !isFree(locked)) return false;
  await moveRegistrations(
    tx,
    [registration.id],
    "active",
    movesOf([registration], { held: isHolding ? -1 : 0, sold: 1, attendees }),
  );
  await record(tx, [
    {
      actor,
      eventId: registration.event_id,
      entity: "registration",
      entityId: registration.id,
      action: "active",
      detail: { from: registration.state, to: "active", places: registration.places },
    },
  ]);
  return true;
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
