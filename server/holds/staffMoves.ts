/**
 * What staff do to places: cancel a registration, take it up again, take out one attendee, give somebody another ticket,
 * and sell many at once for an import. Each writes the rows and the counters that count them in one statement, but for
 * the import, whose rows are too many for one: it is one transaction, and the counters come last (server/people/importPeople.ts).
 * Lock order: event → tickets by id → extras by id → registrations by id; callers lock with `lockWithPlaces`.
 */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { Line } from "../db/schema/people.ts";
import { DomainError } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import type { RegistrationRow } from "../registrations/rows.ts";
import type { TicketRow } from "../tickets/rows.ts";
import type { LockedRegistration } from "./move.ts";
import { addMove, counterStatements, lockPlaces, moveRegistrations, noMoves } from "./rows.ts";

/** As what a registration's places are counted. */
function countedAs(registration: RegistrationRow): "held" | "sold" | null {
  if (registration.state === "active") return "sold";
  return registration.state === "held" || registration.state === "pending" ? "held" : null;
}

/** Cancels a locked registration: all its places and extras return to sale. One that has none is only marked. */
export async function cancelPlaces(
  tx: Tx,
  { registration }: LockedRegistration,
  attendees: number,
): Promise<void> {
  const moves = noMoves();
  const as = countedAs(registration);
  if (as !== null) {
    const by = (places: number) => ({ held: as === "held" ? -places : 0, sold: as === "sold" ? -places : 0 });
    addMove(moves.events, registration.event_id, {
      ...by(registration.places),
      attendees: as === "sold" ? -attendees : 0,
    });
    for (const line of registration.lines)
      addMove(line.kind === "ticket" ? moves.tickets : moves.extras, line.refId, by(line.quantity));
  }
  await moveRegistrations(tx, [registration.id], "cancelled", moves);
}

/** Takes an attendee's row away and gives the place back. The registration must keep another place. */
export async function removePlace(
  tx: Tx,
  { registration }: LockedRegistration,
  { attendeeId, ticketId }: { attendeeId: number; ticketId: number },
): Promise<void> {
  const moves = noMoves();
  const as = countedAs(registration);
  if (as !== null) {
    const by = { held: as === "held" ? -1 : 0, sold: as === "sold" ? -1 : 0 };
    addMove(moves.events, registration.event_id, { ...by, attendees: as === "sold" ? -1 : 0 });
    addMove(moves.tickets, ticketId, by);
  }
  const lines = changed(registration.lines, ticketId, -1);
  await sql`with gone as (delete from attendees where id = ${attendeeId}),
    kept as (update registrations set lines = ${JSON.stringify(lines)}::jsonb, places = places - 1, updated_at = now()
      where id = ${registration.id}),
    ${counterStatements(moves)} select 1`.execute(tx);
}

/**
 * Gives an attendee another ticket of the event, at the price that was paid for the first.
 * @throws soldOut when it has no place left.
 */
export async function exchangePlace(
  tx: Tx,
  { registration }: LockedRegistration,
  { attendeeId, from, to }: { attendeeId: number; from: number; to: TicketRow },
): Promise<void> {
  const as = countedAs(registration);
  if (as !== null && to.held + to.sold >= to.max_stock) throw notEnough([{ ticket: to, wanted: 1 }]);
  const moves = noMoves();
  if (as !== null) {
    addMove(moves.tickets, from, { held: as === "held" ? -1 : 0, sold: as === "sold" ? -1 : 0 });
    addMove(moves.tickets, to.id, { held: as === "held" ? 1 : 0, sold: as === "sold" ? 1 : 0 });
  }
  const paid = registration.lines.find((line) => line.kind === "ticket" && line.refId === from);
  const lines = changed(changed(registration.lines, from, -1), to.id, 1, {
    kind: "ticket",
    refId: to.id,
    title: to.title,
    unitPrice: paid?.unitPrice ?? 0,
    quantity: 0,
    total: 0,
  });
  await sql`with moved as (update attendees set ticket_id = ${to.id} where id = ${attendeeId}),
    kept as (update registrations set lines = ${JSON.stringify(lines)}::jsonb, updated_at = now()
      where id = ${registration.id}),
    ${counterStatements(moves)} select 1`.execute(tx);
}

/** The lines with one ticket more or less; a line without places goes, a line that is not there begins as `fresh`. */
function changed(lines: readonly Line[], ticketId: number, by: 1 | -1, fresh?: Line): Line[] {
  const isIt = (line: Line) => line.kind === "ticket" && line.refId === ticketId;
  const all = fresh === undefined || lines.some(isIt) ? lines : [...lines, fresh];
  return all.flatMap((line) => {
    if (!isIt(line)) return [line];
    const quantity = line.quantity + by;
    return quantity === 0 ? [] : [{ ...line, quantity, total: quantity * line.unitPrice }];
  });
}

/** Places an import wants, by ticket. */
export type Wished = ReadonlyMap<number, number>;

/** How the places of an import are taken hold of; a test may leave the lock out to show the race it prevents. */
export type LockPlaces = typeof lockPlaces;

/**
 * Locks an event and its tickets for an import, and makes sure that all places are there.
 * @throws soldOut or notEnoughLeft, and then nothing may be written.
 */
export async function claimPlaces(
  tx: Tx,
  eventId: number,
  wished: Wished,
  lock: LockPlaces = lockPlaces,
): Promise<void> {
  const tickets = [...wished.keys()].sort((one, other) => one - other);
  const snapshot = await lock(tx, { events: [eventId], tickets, extras: [] });
  const event = snapshot.events.get(eventId);
  if (event === undefined) throw new DomainError("notFound", "There is no such event.");
  const missing = shortOf(event, snapshot.tickets, wished);
  if (missing !== null) throw missing;
}

/** Why the places cannot all be had, or null. */
export function shortOf(
  event: Pick<EventRow, "capacity" | "held" | "sold">,
  tickets: ReadonlyMap<number, Pick<TicketRow, "id" | "title" | "max_stock" | "held" | "sold">>,
  wished: Wished,
): DomainError | null {
  const short = [...wished].flatMap(([id, wanted]) => {
    const ticket = tickets.get(id);
    if (ticket === undefined) return [];
    return ticket.held + ticket.sold + wanted > ticket.max_stock ? [{ ticket, wanted }] : [];
  });
  if (short.length > 0) return notEnough(short);
  const all = [...wished.values()].reduce((sum, count) => sum + count, 0);
  if (event.capacity === null || event.held + event.sold + all <= event.capacity) return null;
  const left = Math.max(0, event.capacity - event.held - event.sold);
  return new DomainError("notEnoughLeft", `The event has ${left} places left, and ${all} are needed.`, {
    available: Object.fromEntries([...wished.keys()].map((id) => [id, left])),
  });
}

function notEnough(
  short: readonly {
    ticket: Pick<TicketRow, "id" | "title" | "max_stock" | "held" | "sold">;
    wanted: number;
  }[],
): DomainError {
  const left = ({ max_stock, held, sold }: { max_stock: number; held: number; sold: number }) =>
    Math.max(0, max_stock - held - sold);
  const available = Object.fromEntries(short.map(({ ticket }) => [ticket.id, left(ticket)]));
  const sentence = short
    .map(
      ({ ticket, wanted }) => `“${ticket.title}” has ${left(ticket)} places left, and ${wanted} are needed`,
    )
    .join("; ");
  const isGone = short.every(({ ticket }) => left(ticket) === 0);
  return new DomainError(isGone ? "soldOut" : "notEnoughLeft", `${sentence}.`, { available });
}

/** Counts what an import has written as sold, attendee by attendee; the check constraints judge. */
export async function countSold(tx: Tx, eventId: number, written: Wished): Promise<void> {
  const moves = noMoves();
  for (const [ticketId, count] of written) {
    addMove(moves.events, eventId, { held: 0, sold: count, attendees: count });
    addMove(moves.tickets, ticketId, { held: 0, sold: count });
  }
  await sql`with ${counterStatements(moves)} select 1`.execute(tx);
}
