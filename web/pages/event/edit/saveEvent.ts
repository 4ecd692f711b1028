/**
 * Saves an event from its form. A new one is first a draft, then gets its first ticket, then is published: visitors
 * never see it without a ticket. Invariant: a retry after a failure in the middle creates no second event.
 */
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { type EventValues, eventBodyOf, firstTicketOf } from "./eventValues.ts";

/** The parts created so far. The form keeps it between two attempts. */
export interface SaveProgress {
  eventId: number | null;
  hasTicket: boolean;
}

interface Save {
  values: EventValues;
  /** The wanted state. */
  isActive: boolean;
  options: CallOptions;
}

/** Undefined if the session has ended. Writes to `progress`. */
export async function saveEventForm(
  api: Api,
  progress: SaveProgress,
  { values, isActive, options }: Save,
): Promise<Event | undefined> {
  const body = eventBodyOf(values);
  const withPicture = values.banner.length > 0 ? { ...options, files: values.banner } : options;
  // Only the last request shows its message.
  const quiet = { ...withPicture, suppressToasts: true };
  if (progress.hasTicket && progress.eventId !== null)
    return api.post("event/save", { ...body, id: progress.eventId, isActive }, withPicture);

  const isNew = progress.eventId === null;
  const made = isNew
    ? await api.post("event/save", { ...body, isActive: false }, quiet)
    : await api.post("event/save", { ...body, id: progress.eventId }, quiet);
  if (made === undefined) return undefined;
  progress.eventId = made.id;
  const ticket = await api.post("ticket/save", firstTicketOf(values, made.id), {
    ...options,
    suppressToasts: true,
  });
  if (ticket === undefined) return undefined;
  progress.hasTicket = true;
  return api.post("event/save", { id: made.id, isActive }, { suppressFailure: true });
}
