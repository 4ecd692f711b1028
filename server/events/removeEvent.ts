/**
 * Removes an event with everything that belongs to it. Invariant: an event stays while it has money that was not
 * refunded, payments that may still succeed, or open cases. Lock order: event → registrations by id.
 */
import type { EventRemoval } from "../../contract/shapes/event.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { queueImageRemoval } from "../media/keepImage.ts";
import { countDependents, deleteEvent, type EventDependents, lockForRemoval } from "./dependents.ts";
import type { EventRow } from "./rows.ts";

/** The rows that a removal would delete, and the reason if it is not allowed. */
export async function removalOfEvent(db: Db, event: Pick<EventRow, "id" | "name">): Promise<EventRemoval> {
  const dependents = await countDependents(db, event.id);
  return { id: event.id, name: event.name, takes: dependents.takes, refusal: refusalOf(dependents) };
}

/** Removes an event. Throws `inUse` with the counts of its dependents. */
export async function removeEvent(
  db: Db,
  event: Pick<EventRow, "id" | "name" | "slug">,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await lockForRemoval(tx, event.id))) throw notFound("event");
    const dependents = await countDependents(tx, event.id);
    const refusal = refusalOf(dependents);
    if (refusal !== null) throw new DomainError("inUse", refusal, { takes: dependents.takes });
    await queueImageRemoval(tx, "event-banner", { name: await deleteEvent(tx, event.id), now });
    const detail = { name: event.name, slug: event.slug, takes: dependents.takes };
    await record(tx, entryOfEvent(event.id, { actor, action: "removed", detail }));
  });
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
