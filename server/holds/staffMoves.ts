/**
 * Changes of places outside a sale, in one statement with the counters, except in an import, which has too many rows.
 * Lock order: that of rows.ts. Callers lock the places and the registration; an import locks places with `claimPlaces`.
 */
import { sql } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { OrderLine } from "../db/schema/people.ts";
import { DomainError, notFound } from "../domainError.ts";
import type { EventRow } from "../events/rows.ts";
import { attendeeDeletion, linesStatement, ticketExchangeStatement } from "../registrations/engineParts.ts";
import type { RegistrationRow } from "../registrations/rows.ts";
import { freePlacesOfTicket } from "../tickets/left.ts";
import type { TicketRow } from "../tickets/rows.ts";
import { placesByShared, sharedLeft } from "./decide.ts";
import { codeUsesOfLines } from "./decideCode.ts";
import { hasHeldPlaces, type LockedRegistration } from "./move.ts";
import type { LockRows } from "./reserve.ts";
import { addMove, counterStatements, lockPlaces, moveRegistrations, noMoves } from "./rows.ts";

function countedAs(registration: RegistrationRow): "held" | "sold" | null {
  if (registration.state === "active") return "sold";
  return hasHeldPlaces(registration) ? "held" : null;
}

const moveOf = (counter: "held" | "sold", places: number) => ({ held: 0, sold: 0, [counter]: places });

/** Cancels a locked registration and returns what its lines hold. */
export async function cancelPlaces(
  tx: Tx,
  { registration }: LockedRegistration,
  attendees: number,
): Promise<void> {
  const moves = noMoves();
  const counter = countedAs(registration);
  if (counter !== null) {
    addMove(moves.events, registration.event_id, {
      ...moveOf(counter, -registration.places),
      attendees: counter === "sold" ? -attendees : 0,
    });
    for (const { kind, refId, quantity } of registration.lines)
      addMove(kind === "ticket" ? moves.tickets : moves.extras, refId, moveOf(counter, -quantity));
  }
  await moveRegistrations([registration.id], "cancelled", moves).execute(tx);
}

/** Deletes an attendee and returns the place. The registration must keep another. */
export async function removePlace(
  tx: Tx,
  { registration }: LockedRegistration,
  { attendeeId, ticketId }: { attendeeId: number; ticketId: number },
): Promise<void> {
  const moves = noMoves();
  const counter = countedAs(registration);
  if (counter !== null) {
    const change = moveOf(counter, -1);
    addMove(moves.events, registration.event_id, { ...change, attendees: counter === "sold" ? -1 : 0 });
    addMove(moves.tickets, ticketId, change);
  }
  const lines = changeLine(registration.lines, lineOf(registration.lines, ticketId), -1);
  await sql`with gone as (${attendeeDeletion(attendeeId)}),
    kept as (${linesStatement(registration.id, { lines, promoUses: codeUsesOfLines(lines), more: -1 })}),
    ${counterStatements(moves)} select 1`.execute(tx);
}

/**
 * Exchanges an attendee's ticket. The paid price and the promo code stay.
 * @throws soldOut if the place is counted and the new ticket has no free one
 */
export async function exchangePlace(
  tx: Tx,
  { registration }: LockedRegistration,
  { attendeeId, from, to, sharedLeft: shared_left }: Exchange,
): Promise<void> {
  const counter = countedAs(registration);
  if (counter !== null && freePlacesOfTicket({ ...to, shared_left }) < 1)
    throw notEnoughRefusal([{ ticket: { ...to, shared_left }, wanted: 1 }]);
  const moves = noMoves();
  if (counter !== null) {
    addMove(moves.tickets, from, moveOf(counter, -1));
    addMove(moves.tickets, to.id, moveOf(counter, 1));
  }
  const paidLine = lineOf(registration.lines, from);
  const remainingLines = changeLine(registration.lines, paidLine, -1);
  const newLine: OrderLine = {
    kind: "ticket",
    refId: to.id,
    title: to.title,
    unitPrice: paidLine?.unitPrice ?? 0,
    quantity: 0,
    total: 0,
    ...(paidLine?.taxRate && { taxRate: paidLine.taxRate }),
    ...(paidLine?.withCode === true && { withCode: true }),
  };
  const existingLine = remainingLines.find(
    (line) =>
      isForTicket(line, to.id) &&
      line.unitPrice === newLine.unitPrice &&
      line.withCode === newLine.withCode &&
      line.taxRate?.name === newLine.taxRate?.name &&
      line.taxRate?.percent === newLine.taxRate?.percent,
  );
  const lines = changeLine(
    existingLine === undefined ? [...remainingLines, newLine] : remainingLines,
    existingLine ?? newLine,
    1,
  );
  await sql`with moved as (${ticketExchangeStatement(attendeeId, to.id)}),
    kept as (${linesStatement(registration.id, { lines, promoUses: codeUsesOfLines(lines), more: 0 })}),
    ${counterStatements(moves)} select 1`.execute(tx);
}

const isForTicket = (line: OrderLine, ticketId: number) => line.kind === "ticket" && line.refId === ticketId;

/** The last line of a ticket; after an exchange it may have several. */
function lineOf(lines: readonly OrderLine[], ticketId: number): OrderLine | undefined {
  return lines.findLast((line) => isForTicket(line, ticketId));
}

function changeLine(
  lines: readonly OrderLine[],
  changedLine: OrderLine | undefined,
  delta: 1 | -1,
): OrderLine[] {
  return lines.flatMap((line) => {
    if (line !== changedLine) return [line];
    const quantity = line.quantity + delta;
    return quantity === 0 ? [] : [{ ...line, quantity, total: quantity * line.unitPrice }];
  });
}

export interface Exchange {
  attendeeId: number;
  from: number;
  to: TicketRow;
  /**
   * Free places of the capacity that `to` shares. Null if it shares none, or shares it with `from`, because then it
   * loses no place.
   */
  sharedLeft: number | null;
}

/** Numbers of places by ticket id. */
export type WantedPlaces = ReadonlyMap<number, number>;

/**
 * Locks the places that an import needs, and checks that they are free.
 * @throws soldOut, notEnoughLeft or notFound
 */
export async function claimPlaces(
  tx: Tx,
  eventId: number,
  wished: WantedPlaces,
  lock: LockRows = lockPlaces,
): Promise<void> {
  const tickets = [...wished.keys()].sort((one, other) => one - other);
  const snapshot = await lock(tx, { events: [eventId], tickets, extras: [] });
  const event = snapshot.events.get(eventId);
  if (event === undefined) throw notFound("event");
  const ticketsWithShared = [...snapshot.tickets].map(
    ([id, ticket]) =>
      [id, { ...ticket, shared_left: sharedLeft(snapshot, ticket.shared_capacity_id) }] as const,
  );
  const refusal = shortageRefusal(event, new Map(ticketsWithShared), wished);
  if (refusal !== null) throw refusal;
}

/** `shared_left` is needed if the ticket shares a capacity. */
type TicketStock = Pick<TicketRow, "id" | "title" | "max_stock" | "held" | "sold" | "shared_capacity_id"> & {
  shared_left?: number | null;
};

/** The refusal if places are missing, or null. */
export function shortageRefusal(
  event: Pick<EventRow, "capacity" | "held" | "sold">,
  tickets: ReadonlyMap<number, TicketStock>,
  wished: WantedPlaces,
): DomainError | null {
  const missing = [...wished].flatMap(([id, wanted]) => {
    const ticket = tickets.get(id);
    if (ticket === undefined) return [];
    return freePlacesOfTicket(ticket) < wanted ? [{ ticket, wanted }] : [];
  });
  if (missing.length > 0) return notEnoughRefusal(missing);
  const refusal = sharedRefusal(tickets, wished);
  if (refusal !== null) return refusal;
  const total = [...wished.values()].reduce((sum, count) => sum + count, 0);
  if (event.capacity === null || event.held + event.sold + total <= event.capacity) return null;
  const left = Math.max(0, event.capacity - event.held - event.sold);
  return new DomainError(
    "notEnoughLeft",
    `The event has ${placesText(left)} left, and ${total} are needed.`,
    {
      available: Object.fromEntries([...wished.keys()].map((id) => [id, left])),
    },
  );
}

function sharedRefusal(tickets: ReadonlyMap<number, TicketStock>, wished: WantedPlaces): DomainError | null {
  for (const [sharedId, wanted] of placesByShared({ tickets }, wished)) {
    const sharingTickets = [...wished.keys()].flatMap((id) => {
      const ticket = tickets.get(id);
      return ticket?.shared_capacity_id === sharedId ? [ticket] : [];
    });
    const left = Math.max(0, sharingTickets[0]?.shared_left ?? Number.POSITIVE_INFINITY);
    if (wanted <= left) continue;
    const titles = sharingTickets.map(({ title }) => `“${title}”`).join(", ");
    const message = `${titles} share places of which ${left} are left, and ${wanted} are needed.`;
    return new DomainError("notEnoughLeft", message, {
      available: Object.fromEntries(sharingTickets.map(({ id }) => [id, left])),
    });
  }
  return null;
}

const placesText = (count: number) => `${count} ${count === 1 ? "place" : "places"}`;

function notEnoughRefusal(missing: readonly { ticket: TicketStock; wanted: number }[]): DomainError {
  const left = (ticket: TicketStock) => Math.max(0, freePlacesOfTicket(ticket));
  const available = Object.fromEntries(missing.map(({ ticket }) => [ticket.id, left(ticket)]));
  const sentence = missing
    .map(
      ({ ticket, wanted }) =>
        `“${ticket.title}” has ${placesText(left(ticket))} left, and ${wanted} ${wanted === 1 ? "is" : "are"} needed`,
    )
    .join("; ");
  const isSoldOut = missing.every(({ ticket }) => left(ticket) === 0);
  return new DomainError(isSoldOut ? "soldOut" : "notEnoughLeft", `${sentence}.`, { available });
}

/** Counts the places of an import. */
export async function countImported(
  tx: Tx,
  eventId: number,
  { sold, held }: { sold: WantedPlaces; held: WantedPlaces },
): Promise<void> {
  const moves = noMoves();
  for (const [ticketId, count] of sold) {
    addMove(moves.events, eventId, { held: 0, sold: count, attendees: count });
    addMove(moves.tickets, ticketId, { held: 0, sold: count });
  }
  for (const [ticketId, count] of held) {
    addMove(moves.events, eventId, { held: count, sold: 0, attendees: 0 });
    addMove(moves.tickets, ticketId, { held: count, sold: 0 });
  }
  await sql`with ${counterStatements(moves)} select 1`.execute(tx);
}
