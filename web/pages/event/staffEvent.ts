/** The event that a page of staff belongs to, and which one was opened last (docs/wire.md §5: the bare admin paths). */
import type { LoaderFunctionArgs } from "react-router";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { session } from "../../stores/session.ts";

/** What of a loader's arguments tells the event. */
export type EventArgs = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

/** Loads the event of /event/:eventId/… for its staff, drafts too. Of another club, or none: the NotFound page. */
export async function loadStaffEvent(args: EventArgs): Promise<Event> {
  const event = await loadAnyEvent(args);
  if (!isOwnEvent(event)) throw notThere;
  rememberLastEvent(event);
  return event;
}

/** Loads the event of an address for whoever asks; an unknown one, or a draft of another club, is not there. */
export async function loadAnyEvent({ params, context, request }: EventArgs): Promise<Event> {
  const eventId = Number(params.eventId);
  if (!Number.isSafeInteger(eventId) || eventId < 1) throw notThere;
  const options = { signal: request.signal, withToken: true, suppressToasts: true };
  return apiFrom(context).get("event/getEvent", { eventId }, options);
}

/** Whether who is signed in is an admin of the event's club. */
export function isOwnEvent({ clubId }: Pick<Event, "clubId">): boolean {
  const { currentUser } = session.get() ?? {};
  return currentUser?.role === ADMIN && currentUser.clubId === clubId;
}

/** It is the event that was opened last. */
export function rememberLastEvent({ id }: Pick<Event, "id">): void {
  localStorage.setItem(lastEventName, String(id));
}

/** The id of the event that was opened last in this browser, or null. */
export function lastEventId(): number | null {
  const id = Number(localStorage.getItem(lastEventName));
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

const lastEventName = "foyer.lastEvent";

const notThere = new ApiError({ status: 404, code: "notFound", msg: "There is no such event." });
