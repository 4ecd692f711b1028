/** The event of a staff page, and the last opened event (docs/wire.md §5: admin paths without an event). */

import type { LoaderFunctionArgs } from "react-router";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { Event, OpenedEvent } from "../../../contract/shapes/event.ts";
import { ApiError, isNotFound } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { session } from "../../stores/session.ts";

/** The loader's arguments that are needed to load an event. */
export type EventArgs = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

/**
 * Loads an event for admins of its club, also a draft, and saves it as the last opened one. Other users get the
 * NotFound page.
 */
export async function loadStaffEvent(args: EventArgs): Promise<OpenedEvent> {
  const event = await loadAnyEvent(args);
  if (!isOwnEvent(event)) throw eventNotFound;
  rememberLastEvent(event);
  return event;
}

/**
 * Loads the event of an address for anybody. An unknown event, or a draft of another club, is not found. The call is
 * public: after the end of a session it answers as to a visitor. So after an answer for visitors, a user's session is
 * checked with `auth/me`, which redirects to sign-in if it has ended.
 */
export async function loadAnyEvent({ params, context, request }: EventArgs): Promise<OpenedEvent> {
  const eventId = positiveInteger(params.eventId);
  if (eventId === null) throw eventNotFound;
  const api = apiFrom(context);
  const options = { signal: request.signal, withToken: true, suppressToasts: true };
  const requireSession = async () => {
    if (session.get() !== null) await api.get("auth/me", undefined, options);
  };
  try {
    const event = await api.get("event/getEvent", { eventId }, options);
    if (event.hasChangeToTell === undefined) await requireSession();
    return event;
  } catch (error) {
    if (isNotFound(error)) await requireSession();
    throw error;
  }
}

/** Whether the user is an admin of the event's club. */
export function isOwnEvent({ clubId }: Pick<Event, "clubId">): boolean {
  const { currentUser } = session.get() ?? {};
  return currentUser?.role === ADMIN && currentUser.clubId === clubId;
}

/** Saves the event as the last opened one. */
export function rememberLastEvent({ id }: Pick<Event, "id">): void {
  localStorage.setItem(lastEventKey, String(id));
}

/** The id of the last event opened in this browser, or null. */
export function lastEventId(): number | null {
  return positiveInteger(localStorage.getItem(lastEventKey));
}

const lastEventKey = "foyer.lastEvent";

const eventNotFound = new ApiError({ status: 404, code: "notFound", msg: "There is no such event." });
