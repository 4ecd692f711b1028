/**
 * Making, changing and removing shared capacities, and putting a ticket into one. Invariant: what a shared capacity counts
 * is what its tickets count; the check constraint judges whatever comes.
 * Lock order: event → tickets by id → shared capacities by id.
 */
import type { HappenedTo } from "../../contract/happened.ts";
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
  moveShare,
  type SharedRow,
  type SharedWithTickets,
  sharedById,
  updateShared,
} from "./sharedRows.ts";

/** Makes a shared capacity of an event. `title` and `maxPlaces` are there (contract/shapes/sharedCapacity.ts). */
export async function createShared(
  tx: Tx,
  eventId: number,
  { title = "", maxPlaces = 0 }: SharedCapacityInput,
  actor: string,
): Promise<SharedWithTickets> {
  const id = await insertShared(tx, { event_id: eventId, title, max_places: maxPlaces });
  await note(tx, { actor, eventId, id, action: "created", detail: { title, maxPlaces } });
  return (await sharedById(tx, id))!;
}

/** Changes a shared capacity. Throws `inUse` when it would have fewer places than are sold and held. */
export async function changeShared(
  tx: Tx,
  sharedId: number,
  { title, maxPlaces }: SharedCapacityInput,
  actor: string,
): Promise<SharedWithTickets> {
  const [row] = await lockShared(tx, [sharedId]);
  if (row === undefined) throw notFound("shared capacity");
  const change = {
    ...(title === undefined ? {} : { title }),
    ...(maxPlaces === undefined ? {} : { max_places: maxPlaces }),
  };
  const detail = changesOf({ ...row }, change);
  if (detail !== null) {
    const least = row.held + row.sold;
    if (maxPlaces !== undefined && maxPlaces < least) {
      const message = `must be at least ${least}: so many are sold or held`;
      throw new DomainError("inUse", `The number of places ${message}.`, {
        fields: [{ path: "maxPlaces", message }],
        least,
      });
    }
    await updateShared(tx, sharedId, change);
    await note(tx, { actor, eventId: row.event_id, id: sharedId, action: "changed", detail });
  }
  return (await sharedById(tx, sharedId))!;
}

/** Removes a shared capacity: its tickets are sold by their own numbers alone. */
export async function removeShared(
  tx: Tx,
  { id, event_id: eventId }: Pick<SharedRow, "id" | "event_id">,
  actor: string,
): Promise<void> {
  // With the event's row nobody buys, and no ticket joins, while its tickets let go of it.
  await lockEvent(tx, eventId);
  const row = await sharedById(tx, id);
  if (row === undefined) throw notFound("shared capacity");
  await deleteShared(tx, id);
  const detail = { title: row.title, maxPlaces: row.max_places, ticketIds: row.ticket_ids };
  await note(tx, { actor, eventId, id, action: "removed", detail });
}

/** Makes sure that a ticket may share a capacity, and that it stays while the ticket is written. Throws invalidInput. */
export async function mustShare(tx: Tx, eventId: number, sharedId: number): Promise<void> {
  const [row] = await lockShared(tx, [sharedId]);
  if (row?.event_id !== eventId) throw notOfEvent();
}

/**
 * Counts a locked ticket's places in another shared capacity of its event, or in none. The event is locked.
 * @throws invalidInput when there is no such capacity, inUse when it has no room for what is sold and held.
 */
export async function joinShared(tx: Tx, ticket: TicketRow, to: number | null): Promise<void> {
  const from = ticket.shared_capacity_id;
  if (from === to) return;
  const rows = await lockShared(
    tx,
    [from, to].filter((id) => id !== null),
  );
  const joined = rows.find(({ id }) => id === to);
  if (to !== null && joined?.event_id !== ticket.event_id) throw notOfEvent();
  const places = ticket.held + ticket.sold;
  if (joined !== undefined && joined.held + joined.sold + places > joined.max_places) {
    const left = joined.max_places - joined.held - joined.sold;
    const message = `has ${left} places left, and this ticket has ${places} sold or held`;
    throw new DomainError("inUse", `“${joined.title}” ${message}.`, {
      fields: [{ path: "sharedCapacityId", message }],
    });
  }
  await moveShare(tx, ticket, { from, to });
}

function notOfEvent(): DomainError {
  return invalidInput([{ path: "sharedCapacityId", message: "is not a shared capacity of this event" }]);
}

function note(
  tx: Tx,
  entry: { actor: string; eventId: number; id: number } & HappenedTo<"sharedCapacity">,
): Promise<void> {
  const { id: entityId, ...more } = entry;
  return record(tx, [{ ...more, entity: "sharedCapacity", entityId }]);
}
