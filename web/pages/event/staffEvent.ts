/** The last opened event is for admin paths without an event (docs/wire.md §5). */

import type { LoaderFunctionArgs } from "react-router";
import { ADMIN } from "../../../contract/rules/roles.ts";
import type { Event, OpenedEvent } from "../../../contract/shapes/event.ts";
import { ApiError, isNotFound } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { positiveInteger } from "../../lib/positiveInteger.ts";
import { session } from "../../stores/session.ts";

export type EventArgs = Pick<LoaderFunctionArgs, "params" | "context" | "request">;

/** Loads an event for admins of its club. For others it throws "not found". */
export async function loadStaffEvent(args: EventArgs): Promise<OpenedEvent> {
  const event = await loadAnyEvent(args);
  if (!isOwnEvent(event)) throw eventNotFound;
  rememberLastEvent(event);
  return event;
}

/**
 * `event/getEvent` is public: after the end of a session it answers as to a visitor. After such an answer, `auth/me`
 * checks the session and redirects to sign-in if it has ended.
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
    // The answer to a visitor has no `hasChangeToTell`.
    if (event.hasChangeToTell === undefined) await requireSession();
    return event;
  } catch (error) {
    if (isNotFound(error)) await requireSession();
    throw error;
  }
}

export function isOwnEvent({ clubId }: Pick<Event, "clubId">): boolean {
  const { currentUser } = session.get() ?? {};
  return currentUser?.role === ADMIN && currentUser.clubId === clubId;
}

export function rememberLastEvent({ id }: Pick<Event, "id">): void {
  localStorage.setItem(lastEventKey, String(id));
}

export function lastEventId(): number | null {
  return positiveInteger(localStorage.getItem(lastEventKey));
}

const lastEventKey = "foyer.lastEvent";

const eventNotFound = new ApiError({ status: 404, code: "notFound", msg: "There is no such event." });
