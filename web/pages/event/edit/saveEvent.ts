/**
 * Saves an event from its form. A new event is first a draft, then gets its first ticket, then is published: visitors
 * never see it without a ticket. Invariant: a retry after a failure in the middle creates no second event.
 */
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { type EventValues, eventBodyOf, firstTicketOf } from "./eventValues.ts";

/** The parts created so far. The form keeps this progress between two attempts. */
export interface SaveProgress {
  eventId: number | null;
  hasTicket: boolean;
}

interface SaveInput {
  values: EventValues;
  /** Whether the event is public after the save. */
  isActive: boolean;
  options: CallOptions;
}

/** Undefined if the session has ended. Writes to `progress`. */
export async function saveEventForm(
  api: Api,
  progress: SaveProgress,
  { values, isActive, options }: SaveInput,
): Promise<Event | undefined> {
  const isNew = progress.eventId === null;
  const body = eventBodyOf(values, isNew);
  const optionsWithPicture = values.banner.length > 0 ? { ...options, files: values.banner } : options;
  // Only the last of the requests shows its message.
  const quietOptions = { ...optionsWithPicture, suppressToasts: true };
  if (progress.hasTicket && progress.eventId !== null)
    return api.post("event/save", { ...body, id: progress.eventId, isActive }, optionsWithPicture);

  const savedEvent = isNew
    ? await api.post("event/save", { ...body, isActive: false }, quietOptions)
    : await api.post("event/save", { ...body, id: progress.eventId }, quietOptions);
  if (savedEvent === undefined) return undefined;
  progress.eventId = savedEvent.id;
  const ticket = await api.post("ticket/save", firstTicketOf(values, savedEvent.id), {
    ...options,
    suppressToasts: true,
  });
  if (ticket === undefined) return undefined;
  progress.hasTicket = true;
  // Without the key of `options`, which the first event/save has used.
  return api.post("event/save", { id: savedEvent.id, isActive }, { suppressFailure: true });
}
