/**
 * Invariant: the counters of a shared capacity are the sums of its tickets' counters. Lock order: event → tickets by id
 * → shared capacities by id; `removeShared` locks the tickets last, under the event's lock.
 */
import type { HistoryEntryOf } from "../../contract/historyEntries.ts";
import type { SharedCapacityInput } from "../../contract/shapes/sharedCapacity.ts";
import { changesOf } from "../audit/changes.ts";
import { record } from "../audit/rows.ts";
import type { Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { lockEvent } from "../events/rows.ts";
import type { TicketRow } from "./rows.ts";
import {
  deleteShared,
  insertShared,
  lockShared,
  moveSharedPlaces,
  type SharedRow,
  type SharedWithTickets,
  sharedById,
  updateShared,
} from "./sharedRows.ts";

/** Creates a shared capacity. Callers give `title` and `maxPlaces`. */
export async function createShared(
  tx: Tx,
  eventId: number,
  { title = "", maxPlaces = 0 }: SharedCapacityInput,
  actor: string,
): Promise<SharedWithTickets> {
  const id = await insertShared(tx, { event_id: eventId, title, max_places: maxPlaces });
  await recordChange(tx, { actor, eventId, id, action: "created", detail: { title, maxPlaces } });
  return (await sharedById(tx, id))!;
}

/** Changes a shared capacity. @throws inUse if it would have fewer places than are sold and held; notFound. */
export async function changeShared(
  tx: Tx,
  sharedId: number,
  { title, maxPlaces }: SharedCapacityInput,
  actor: string,
): Promise<SharedWithTickets> {
  const [row] = await lockShared(tx, [sharedId]);
  if (row === undefined) throw notFound("shared capacity");
  const change = { title, max_places: maxPlaces };
  const detail = changesOf({ ...row }, change);
  if (detail !== null) {
    const minPlaces = row.held + row.sold;
    if (maxPlaces !== undefined && maxPlaces < minPlaces) {
      const message = `must be at least ${minPlaces}, the number sold or held`;
      throw new DomainError("inUse", `The number of places ${message}.`, {
        fields: [{ path: "maxPlaces", message }],
        least: minPlaces,
      });
    }
    await updateShared(tx, sharedId, change);
    await recordChange(tx, { actor, eventId: row.event_id, id: sharedId, action: "changed", detail });
  }
  return (await sharedById(tx, sharedId))!;
}

/** Removes a shared capacity; its tickets then share none. @throws notFound */
export async function removeShared(
  tx: Tx,
  { id, event_id: eventId }: Pick<SharedRow, "id" | "event_id">,
  actor: string,
): Promise<void> {
  // The event's lock keeps sales and moves away while the foreign key detaches the tickets.
  await lockEvent(tx, eventId);
  const row = await sharedById(tx, id);
  if (row === undefined) throw notFound("shared capacity");
  await deleteShared(tx, id);
  const detail = { title: row.title, maxPlaces: row.max_places, ticketIds: row.ticket_ids };
  await recordChange(tx, { actor, eventId, id, action: "removed", detail });
}

/** Locks a shared capacity. @throws invalidInput unless it belongs to the event. */
export async function requireSharedCapacity(tx: Tx, eventId: number, sharedId: number): Promise<void> {
  const [row] = await lockShared(tx, [sharedId]);
  if (row?.event_id !== eventId) throw notOfEventRefusal();
}

/**
 * Moves the counted places of a locked ticket to another shared capacity, or to none. Lock the event first; the caller
 * writes the ticket.
 * @throws invalidInput if the event has no such capacity, inUse if it has no room.
 */
export async function moveToShared(tx: Tx, ticket: TicketRow, to: number | null): Promise<void> {
  const from = ticket.shared_capacity_id;
  if (from === to) return;
  const rows = await lockShared(
    tx,
    [from, to].filter((id) => id !== null),
  );
  const target = rows.find(({ id }) => id === to);
  if (to !== null && target?.event_id !== ticket.event_id) throw notOfEventRefusal();
  const places = ticket.held + ticket.sold;
  if (target !== undefined && target.held + target.sold + places > target.max_places) {
    const left = target.max_places - target.held - target.sold;
    const message = `has ${left} places left, and this ticket has ${places} sold or held`;
    throw new DomainError("inUse", `“${target.title}” ${message}.`, {
      fields: [{ path: "sharedCapacityId", message }],
    });
  }
  await moveSharedPlaces(tx, ticket, { from, to });
}

function notOfEventRefusal(): DomainError {
  return invalidInput({ path: "sharedCapacityId", message: "is not a shared capacity of this event" });
}

function recordChange(
  tx: Tx,
  entry: { actor: string; eventId: number; id: number } & HistoryEntryOf<"sharedCapacity">,
): Promise<void> {
  const { id: entityId, ...details } = entry;
  return record(tx, { ...details, entity: "sharedCapacity", entityId });
}
