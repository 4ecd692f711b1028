import type { Db } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { type EventWithClub, eventById } from "./rows.ts";

/**
 * The event, if the viewer may see it.
 * @throws notFound
 */
export async function visibleEvent(
  db: Db,
  eventId: number,
  isStaff: (clubId: number) => boolean,
): Promise<EventWithClub> {
  return visible(await eventById(db, eventId), isStaff);
}

/** The same for an event that was already read. */
export function visible<Read extends EventWithClub>(
  event: Read | undefined,
  isStaff: (clubId: number) => boolean,
): Read {
  if (event === undefined || !(event.is_active || isStaff(event.club_id))) throw notFound("event");
  return event;
}
