/**
 * Tickets and questions that the import made stay.
 * Invariant: taking back is refused while anybody is checked in here, and once a person, an entry of the waiting list
 * or a sponsor was changed. A mailed ticket is no change.
 * Lock order: imports of the event → event → tickets by id → shared capacities → packages by id → registrations by id →
 * the deleted rows.
 */
import { entryOfEvent, record } from "../../audit/rows.ts";
import { type Db, inTransaction } from "../../db/pool.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { removeArrivals } from "../../door/importedArrivals.ts";
import { movesOf } from "../../holds/move.ts";
import { lockPlaces, moveRegistrations } from "../../holds/rows.ts";
import {
  awaitsActivation,
  deleteRegistrations,
  lockAgainstDoors,
  removeAttendees,
} from "../../registrations/rows.ts";
import { packagesOfImportedSponsors } from "../../sponsorships/importedSponsors.ts";
import { lockPackages } from "../../sponsorships/rows.ts";
import { ticketsOfImportedEntries } from "../../waiting/rows.ts";
import {
  type AttendeeImportRow,
  type ImportUse,
  importById,
  markTakenBack,
  registrationsOfImport,
  usesOfImports,
} from "./attendeeImports.ts";
import { deleteParts, type ImportParts, partsOfImports } from "./importParts.ts";
import { lockImports } from "./importRows.ts";

export interface TakeBackRefusal {
  code: "inUse" | "notActive";
  message: string;
}

/** The refusal, or null. `use` is undefined if nobody is left, and `parts` if no part is. */
export function takeBackRefusal(
  { taken_back_at }: Pick<AttendeeImportRow, "taken_back_at">,
  use: ImportUse | undefined,
  parts: ImportParts | undefined,
): TakeBackRefusal | null {
  if (taken_back_at !== null) return { code: "notActive", message: "It was taken back already." };
  if (use === undefined && parts === undefined)
    return { code: "notActive", message: "None of its people is registered any more." };
  const { letIn, changed } = use ?? { letIn: 0, changed: 0 };
  const somePeople = (count: number) =>
    count === 1 ? "1 of its people was" : `${count.toLocaleString("en-US")} of its people were`;
  if (letIn > 0) return { code: "inUse", message: `${somePeople(letIn)} checked in.` };
  if (changed > 0) return { code: "inUse", message: `${somePeople(changed)} changed since.` };
  const { changedEntries, changedSponsors } = parts ?? { changedEntries: 0, changedSponsors: 0 };
  if (changedEntries > 0)
    return {
      code: "inUse",
      message: `${changedEntries === 1 ? "1 entry" : `${changedEntries.toLocaleString("en-US")} entries`} of its waiting list changed since.`,
    };
  if (changedSponsors > 0) return { code: "inUse", message: "Its sponsors were changed since." };
  return null;
}

/** Locks, and reads under them. A test may replace some to show a race that the locks prevent. */
export interface TakeBackGuards {
  places: typeof lockPlaces;
  lock: typeof lockAgainstDoors;
  uses: typeof usesOfImports;
  parts: typeof partsOfImports;
}

/** With these guards, nobody is let in, changed, or offered a place of the import until commit. */
export const takeBackGuards: TakeBackGuards = {
  places: lockPlaces,
  lock: lockAgainstDoors,
  uses: usesOfImports,
  parts: partsOfImports,
};

export interface TakenBack {
  people: number;
  waitingList: number;
  sponsors: number;
}

/**
 * Takes an import back and returns how much was deleted.
 * @throws notFound, or the refusal of `takeBackRefusal`.
 */
export function takeImportBack(
  db: Db,
  { id: importId, event_id: eventId }: Pick<AttendeeImportRow, "id" | "event_id">,
  { actor, now }: { actor: string; now: Date },
  guards: TakeBackGuards = takeBackGuards,
): Promise<TakenBack> {
  return inTransaction(db, async (tx) => {
    await lockImports(tx, eventId);
    const found = await importById(tx, importId);
    if (found === undefined) throw notFound("import");
    const { registrationIds, ticketIds } = await registrationsOfImport(tx, importId);
    const tickets = [...new Set([...ticketIds, ...(await ticketsOfImportedEntries(tx, importId))])];
    await guards.places(tx, { events: [eventId], tickets, extras: [] });
    await lockPackages(tx, await packagesOfImportedSponsors(tx, importId));
    const registrations = await guards.lock(tx, registrationIds);
    // Read after the locks, because a door may let somebody in until then.
    const use = (await guards.uses(tx, [importId])).get(importId);
    const parts = (await guards.parts(tx, [importId])).get(importId);
    const refusal = takeBackRefusal(found, use, parts);
    if (refusal !== null) throw new DomainError(refusal.code, `Import ${importId} stays. ${refusal.message}`);
    // Nobody was changed, so each registration is active or waiting, and has a person for each place.
    const ids = registrations.map(({ id }) => id);
    const waiting = registrations.filter(awaitsActivation);
    const active = registrations.filter((one) => !awaitsActivation(one));
    for (const [some, change] of [
      [active, { held: 0, sold: -1 }],
      [waiting, { held: -1, sold: 0 }],
    ] as const)
      if (some.length > 0)
        await moveRegistrations(
          some.map(({ id }) => id),
          "cancelled",
          movesOf(some, change),
        ).execute(tx);
    await removeAttendees(tx, ids);
    await removeArrivals(tx, importId);
    await deleteRegistrations(tx, ids);
    await deleteParts(tx, importId);
    await markTakenBack(tx, importId, { actor, now });
    const { waitingList, sponsors } = parts ?? { waitingList: 0, sponsors: 0 };
    const taken = { people: use?.people ?? 0, waitingList, sponsors };
    const detail = { importId, count: taken.people };
    await record(tx, entryOfEvent(eventId, { actor, action: "importTakenBack", detail }));
    return taken;
  });
}
