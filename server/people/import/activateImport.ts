/**
 * Invariant: a person who was cancelled, deleted or taken back meanwhile gets no ticket.
 * Lock order: imports of the event → event → tickets by id → shared capacities → registrations by id → orders.
 */
import { entryOfEvent, record } from "../../audit/rows.ts";
import { type Db, inTransaction } from "../../db/pool.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { movesOf } from "../../holds/move.ts";
import { lockPlaces, moveRegistrations } from "../../holds/rows.ts";
import { markOrdersFree } from "../../orders/bulkRows.ts";
import { awaitsActivation, lockRegistrations } from "../../registrations/rows.ts";
import { type AttendeeImportRow, importById, registrationsOfImport } from "./attendeeImports.ts";
import { lockImports } from "./importRows.ts";

/** The locks of an activation. A test may leave one out to show the race that it prevents. */
export interface ActivateGuards {
  lockImports: typeof lockImports;
  lockPlaces: typeof lockPlaces;
  lockRegistrations: typeof lockRegistrations;
}

/**
 * Activates the waiting people of an import, without mails, and returns their number.
 * @throws notFound, notActive if nobody of it is waiting, salesClosed if the event is cancelled
 */
export function activateImport(
  db: Db,
  { id: importId, event_id: eventId }: Pick<AttendeeImportRow, "id" | "event_id">,
  { actor, now }: { actor: string; now: Date },
  guards: ActivateGuards = { lockImports, lockPlaces, lockRegistrations },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    await guards.lockImports(tx, eventId);
    if ((await importById(tx, importId)) === undefined) throw notFound("import");
    const { registrationIds, ticketIds } = await registrationsOfImport(tx, importId);
    const places = await guards.lockPlaces(tx, { events: [eventId], tickets: ticketIds, extras: [] });
    if (places.events.get(eventId)?.cancelled_at !== null)
      throw new DomainError("salesClosed", "The event is cancelled, so nobody can be made active.");
    // Filtered after locking, because the states may change until then.
    const waiting = (await guards.lockRegistrations(tx, registrationIds)).filter(awaitsActivation);
    if (waiting.length === 0)
      throw new DomainError("notActive", `Nobody of import ${importId} is waiting to be made active.`);
    const ids = waiting.map(({ id }) => id);
    await moveRegistrations(ids, "active", movesOf(waiting, { held: -1, sold: 1 })).execute(tx);
    await markOrdersFree(tx, ids, now);
    const people = waiting.reduce((sum, { places: count }) => sum + count, 0);
    const detail = { importId, count: people };
    // Entries for the registrations would prevent taking the import back (`usesOfImports`).
    await record(tx, entryOfEvent(eventId, { actor, action: "importActivated", detail }));
    return people;
  });
}
