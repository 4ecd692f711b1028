/**
 * Saves an event from its form. A new one is made as a draft, then its first ticket, and only then it is published:
 * visitors never see it without a ticket. Invariant: what fails in the middle is repeated without a second event.
 */
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { type EventValues, eventBodyOf, firstTicketOf } from "./eventValues.ts";

/** What has been made so far; kept by the form between two tries. */
export interface SaveProgress {
  eventId: number | null;
  hasTicket: boolean;
}

interface Save {
  values: EventValues;
  /** What is to be true afterwards. */
  isActive: boolean;
  options: CallOptions;
}

/** Undefined when the session has ended. `progress` is written to. */
export async function saveEventForm(
  api: Api,
  progress: SaveProgress,
  { values, isActive, options }: Save,
): Promise<Event | undefined> {
  const body = eventBodyOf(values);
  const withPicture = values.banner.length > 0 ? { ...options, files: values.banner } : options;
  // The save that says the last word is the one whose message is shown.
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
