/** The club whose event an open page shows, or whose own page it is, found in the data of the page. Pure. */
import type { Event } from "../../contract/shapes/event.ts";

type Club = Event["club"];

/** Null if the page shows neither. A club's own page has `club`. An event is in the data, or in a part of it. */
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
