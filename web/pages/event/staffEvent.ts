/** The event that a page of staff belongs to, and which one was opened last (wire.md §5: the bare admin paths). */
import type { LoaderFunctionArgs } from "react-router";
import type { Event } from "../../../contract/event.ts";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { session } from "../../stores/session.ts";

/** What of a loader's arguments tells the event. */
export type EventArgs = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

/**
 * Loads the event of /event/:eventId/…, drafts too. Of another club, or none: the NotFound page, as if it were not there.
 */
export async function loadStaffEvent({ params, context, request }: EventArgs): Promise<Event> {
  const eventId = Number(params.eventId);
  if (!Number.isSafeInteger(eventId) || eventId < 1) throw notThere;
  const options = { signal: request.signal, withToken: true, suppressToasts: true };
  const event = await apiFrom(context).get("event/getEvent", { eventId }, options);
  if (event.clubId !== session.get()?.currentUser.clubId) throw notThere;
  localStorage.setItem(lastEventName, String(event.id));
  return event;
}

/** The id of the event that was opened last in this browser, or null. */
export function lastEventId(): number | null {
  const id = Number(localStorage.getItem(lastEventName));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const lastEventName = "foyer.lastEvent";

const notThere = new ApiError({ status: 404, code: "notFound", msg: "There is no such event." });
