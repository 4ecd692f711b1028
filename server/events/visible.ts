/** Decides which events a visitor may see: active ones, and drafts for the club's own staff. */
import type { Db } from "../db/pool.ts";
import { notFound } from "../domainError.ts";
import { type EventWithClub, eventById } from "./rows.ts";

/** The event if it exists and may be seen, else throws notFound. `isStaff`: whether the viewer is staff of a club. */
export async function visibleEvent(
  db: Db,
  eventId: number,
  isStaff: (clubId: number) => boolean,
): Promise<EventWithClub> {
  return visible(await eventById(db, eventId), isStaff);
}

/** Returns an event that was already read if it may be seen, else throws notFound. */
export function visible<Read extends EventWithClub>(
  event: Read | undefined,
  isStaff: (clubId: number) => boolean,
): Read {
  if (event === undefined || !(event.is_active || isStaff(event.club_id))) throw notFound("event");
  return event;
}
