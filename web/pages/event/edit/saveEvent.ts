/**
 * A new event is published only after its first ticket is saved. Invariant: after a failure, another try with the
 * same values and key creates no second event.
 */
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { type EventValues, eventBodyOf, firstTicketOf } from "./eventValues.ts";

/** Kept for the next attempt. */
export interface SaveProgress {
  eventId: number | null;
  hasTicket: boolean;
}

interface SaveInput {
  values: EventValues;
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
  const picture = values.banner.length > 0 ? { files: values.banner } : {};
  // The server refuses a key that comes again with another body.
  const optionsOf = (step: string) => ({ ...options, idempotencyKey: `${options.idempotencyKey}-${step}` });
  if (progress.hasTicket && progress.eventId !== null)
    return api.post(
      "event/save",
      { ...body, id: progress.eventId, isActive },
      { ...optionsOf("save"), ...picture },
    );

  // Only the last request shows its message.
  const draftOptions = { ...picture, suppressToasts: true };
  const savedEvent = isNew
    ? await api.post("event/save", { ...body, isActive: false }, { ...optionsOf("create"), ...draftOptions })
    : await api.post(
        "event/save",
        { ...body, id: progress.eventId },
        { ...optionsOf("draft"), ...draftOptions },
      );
  if (savedEvent === undefined) return undefined;
  progress.eventId = savedEvent.id;
  const ticket = await api.post("ticket/save", firstTicketOf(values, savedEvent.id), {
    ...options,
    suppressToasts: true,
  });
  if (ticket === undefined) return undefined;
  progress.hasTicket = true;
  return api.post("event/save", { id: savedEvent.id, isActive }, optionsOf("publish"));
}
