/**
 * Invariant: an event is not deleted if `paid`, `open` or `cases` of its `EventDependents` is above 0.
 * Lock order: events by id, then for each event its registrations with held places by id.
 */
import type { EventRemoval } from "../../contract/shapes/event.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { queueImageRemoval } from "../media/keepImage.ts";
import { countDependents, deleteEvent, type EventDependents, lockForRemoval } from "./dependents.ts";
import { lockEventsOfClub } from "./ofClub.ts";
import type { EventRow } from "./rows.ts";

/** What a removal deletes, and the reason for a refusal, if any. */
export async function removalOfEvent(db: Db, event: Pick<EventRow, "id" | "name">): Promise<EventRemoval> {
  const dependents = await countDependents(db, event.id);
  return { id: event.id, name: event.name, takes: dependents.takes, refusal: refusalOf(dependents) };
}

/**
 * Removes an event with its dependents.
 * @throws notFound, or inUse if it must stay
 */
export async function removeEvent(
  db: Db,
  event: Pick<EventRow, "id" | "name" | "slug">,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockForRemoval(tx, event.id))) throw notFound("event");
    const takes = await deleteUnlessRefused(tx, event.id, { now });
    const detail = { name: event.name, slug: event.slug, takes };
    await record(tx, entryOfEvent(event.id, { actor, action: "removed", detail }));
  });
}

/**
 * Removes a club's events, and returns their ids.
 * @throws inUse with the name of one that must stay
 */
export async function removeEventsOfClub(tx: Tx, clubId: number, now: Date): Promise<number[]> {
  const events = await lockEventsOfClub(tx, clubId);
  for (const { id, name } of events) {
    await lockForRemoval(tx, id);
    await deleteUnlessRefused(tx, id, { now, before: `“${name}” cannot be deleted. ` });
  }
  return events.map(({ id }) => id);
}

/** `before` begins the text of a refusal. */
async function deleteUnlessRefused(
  tx: Tx,
  eventId: number,
  { now, before = "" }: { now: Date; before?: string },
): Promise<EventRemoval["takes"]> {
  const dependents = await countDependents(tx, eventId);
  const refusal = refusalOf(dependents);
  if (refusal !== null) throw new DomainError("inUse", before + refusal, { takes: dependents.takes });
  await queueImageRemoval(tx, "event-banner", { name: await deleteEvent(tx, eventId), now });
  return dependents.takes;
}

function refusalOf({ paid, open, cases }: EventDependents): string | null {
  if (paid > 0)
    return `This event has ${paid === 1 ? "a paid order" : `${paid} paid orders`}. Refund ${paid === 1 ? "it" : "them"} first, or unpublish the event.`;
  if (open > 0)
    return "Somebody is paying for this event, or a refund is under way. Unpublish it and try again later.";
  if (cases > 0)
    return `${cases === 1 ? "A payment of this event needs" : `${cases} payments of this event need`} attention. Resolve ${cases === 1 ? "it" : "them"} on the orders page first.`;
  return null;
}
