import type { Event } from "../../contract/shapes/event.ts";

type Club = Event["club"];

/** The club in a page's data, or the club of an event there. Pure. */
export function shownClub(loaderData: unknown): Club | null {
  if (typeof loaderData !== "object" || loaderData === null) return null;
  const { club } = loaderData as { club?: Club | null };
  if (club) return club;
  for (const part of [loaderData, ...Object.values(loaderData)]) {
    const { event } = (part ?? {}) as { event?: { club?: Club } };
    if (event?.club !== undefined) return event.club;
  }
  return null;
}
