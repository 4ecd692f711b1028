/**
 * A check constraint refuses a stock below what is sold and held. Lock order: event (if a change has
 * `sharedCapacityId`) → tickets by id → shared capacities by id.
 */
import { salesProblem } from "../../contract/rules/eventRules.ts";
import type { TicketInput } from "../../contract/shapes/ticket.ts";
import { changesOf } from "../audit/changes.ts";
import { entryOf, entryOfEvent, record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { violatedConstraint } from "../db/violation.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { requirePayablePriceAt } from "../events/requirePayablePrice.ts";
import { lockEvent } from "../events/rows.ts";
import {
  deleteTicket,
  insertTicket,
  lockTicket,
  orderTickets,
  type TicketChange,
  type TicketRow,
  type TicketWithSharedLeft,
  ticketById,
  ticketsOfEvent,
  updateTicket,
} from "./rows.ts";
import { moveToShared, requireSharedCapacity } from "./saveShared.ts";

/** Creates a ticket. Callers give `title`, `price` and `maxStock`. */
export async function createTicket(
  tx: Tx,
  eventId: number,
  input: TicketInput,
  actor: string,
): Promise<TicketWithSharedLeft> {
  const change = changeOf(input);
  if (input.sharedCapacityId) await requireSharedCapacity(tx, eventId, input.sharedCapacityId);
  requireSalesWindow({ sales_start: null, sales_end: null, ...change });
  await requirePayablePriceAt(tx, eventId, change.price);
  const row = await insertTicket(tx, {
    title: "",
    description: "",
    price: 0,
    max_stock: 0,
    sales_start: null,
    sales_end: null,
    is_active: true,
    ...change,
    event_id: eventId,
  });
  const detail = { title: row.title, price: row.price, maxStock: row.max_stock };
  await record(tx, entryOf("ticket", row, { actor, action: "created", detail }));
  return (await ticketById(tx, row.id))!;
}

/** Locks and reads a ticket. A test leaves out the lock, to show that the constraint is enough. */
export type LockTicket = typeof lockTicket;

/**
 * Changes a ticket. @throws inUse if it or its new shared capacity would have fewer places than are sold and held;
 * notFound; invalidInput.
 */
export async function changeTicket(
  tx: Tx,
  ticketId: number,
  input: TicketInput,
  actor: string,
  lock: LockTicket = lockTicket,
): Promise<TicketWithSharedLeft> {
  const found = await ticketById(tx, ticketId);
  if (found !== undefined && input.sharedCapacityId !== undefined) await lockEvent(tx, found.event_id);
  const row = await lock(tx, ticketId);
  if (row === undefined) throw notFound("ticket");
  const change = changeOf(input);
  const detail = changesOf({ ...row }, { ...change });
  if (detail === null) return (await ticketById(tx, ticketId))!;
  requireSalesWindow({ ...row, ...change });
  await requirePayablePriceAt(tx, row.event_id, change.price);
  const minStock = row.held + row.sold;
  if (change.max_stock !== undefined && change.max_stock < minStock) throw tooFewPlaces(minStock);
  if (change.shared_capacity_id !== undefined) await moveToShared(tx, row, change.shared_capacity_id);
  await updateTicket(tx, ticketId, change);
  await record(tx, entryOf("ticket", row, { actor, action: "changed", detail }));
  return (await ticketById(tx, ticketId))!;
}

/** Removes a ticket. @throws inUse if it is sold, held, in a package or has attendees or a waiting list; notFound. */
export async function removeTicket(tx: Tx, ticketId: number, actor: string): Promise<void> {
  const row = await lockTicket(tx, ticketId);
  if (row === undefined) throw notFound("ticket");
  if (row.sold > 0) throw inUseRefusal("This ticket was sold. Make it inactive instead.");
  if (row.held > 0)
    throw inUseRefusal(
      "Somebody is buying this ticket at this moment. Make it inactive, or try again later.",
    );
  if (row.waiting_least !== null)
    throw inUseRefusal(
      "People are on the waiting list of this ticket. Remove them first, or make the ticket inactive.",
    );
  try {
    await deleteTicket(tx, ticketId);
  } catch (error) {
    // Attendees of cancelled and expired registrations still refer to their ticket.
    if (violatedConstraint(error) === "attendees_ticket_id_fkey")
      throw inUseRefusal("This ticket was ordered before. Make it inactive instead.");
    if (violatedConstraint(error) === "sponsorship_packages_ticket_id_fkey")
      throw inUseRefusal("A sponsorship package contains this ticket. Take it out of the package first.");
    throw error;
  }
  await record(tx, entryOf("ticket", row, { actor, action: "removed", detail: { title: row.title } }));
}

/** Sorts an event's tickets; the others follow in their former order. @throws invalidInput for an unknown ticket. */
export async function reorderTickets(
  tx: Tx,
  eventId: number,
  ticketIds: readonly number[],
  actor: string,
): Promise<TicketWithSharedLeft[]> {
  const formerOrder = (await ticketsOfEvent(tx, eventId, { onlyActive: false })).map(({ id }) => id);
  const ownIds = new Set(formerOrder);
  const unknownIndex = ticketIds.findIndex((id) => !ownIds.has(id));
  if (unknownIndex !== -1)
    throw invalidInput({ path: `ticketIds.${unknownIndex}`, message: "is not a ticket of this event" });
  const requested = new Set(ticketIds);
  const order = [...requested, ...formerOrder.filter((id) => !requested.has(id))];
  await orderTickets(tx, eventId, order);
  const detail = { from: formerOrder, to: order };
  await record(tx, entryOfEvent(eventId, { actor, action: "reordered", detail }));
  return ticketsOfEvent(tx, eventId, { onlyActive: false });
}

function changeOf(input: TicketInput): TicketChange {
  const { title, description, price, maxStock, salesStart, salesEnd, isActive, sortOrder, validDays } = input;
  const { isHidden, sharedCapacityId, taxRateId } = input;
  return {
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(price === undefined ? {} : { price }),
    ...(maxStock === undefined ? {} : { max_stock: maxStock }),
    ...(salesStart === undefined ? {} : { sales_start: salesStart === null ? null : new Date(salesStart) }),
    ...(salesEnd === undefined ? {} : { sales_end: salesEnd === null ? null : new Date(salesEnd) }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    ...(sortOrder === undefined ? {} : { sort_order: sortOrder }),
    ...(validDays === undefined ? {} : { valid_days: validDays }),
    ...(isHidden === undefined ? {} : { is_hidden: isHidden }),
    ...(sharedCapacityId === undefined ? {} : { shared_capacity_id: sharedCapacityId }),
    ...(taxRateId === undefined ? {} : { tax_rate_id: taxRateId }),
  };
}

function requireSalesWindow({ sales_start, sales_end }: Pick<TicketRow, "sales_start" | "sales_end">): void {
  const message = salesProblem(sales_start?.toISOString() ?? null, sales_end?.toISOString() ?? null);
  if (message !== null) throw invalidInput({ path: "salesEnd", message });
}

function tooFewPlaces(minStock: number): DomainError {
  const message = `must be at least ${minStock}, the number sold or held`;
  return new DomainError("inUse", `The number of tickets ${message}.`, {
    fields: [{ path: "maxStock", message }],
    least: minStock,
  });
}

function inUseRefusal(message: string): DomainError {
  return new DomainError("inUse", message);
}
