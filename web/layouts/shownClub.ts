/** The club whose event an open page shows, found in the data of the page. Pure. */
import type { Event } from "../../contract/shapes/event.ts";

type Club = Event["club"];

/** Null if the page shows no event. The event is in the data itself, or in a part of it, such as the bought tickets. */
export function shownClub(loaderData: unknown): Club | null {
  if (typeof loaderData !== "object" || loaderData === null) return null;
  for (const part of [loaderData, ...Object.values(loaderData)]) {
    const { event } = (part ?? {}) as { event?: { club?: Club } };
    if (event?.club !== undefined) return event.club;
  }
  return null;
}
