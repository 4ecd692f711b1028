import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { requireApiError } from "../../../api/apiError.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import { bodyOf, newShared, type TicketValues } from "./ticketForm.ts";

/** Kept for the next attempt. */
export interface SavedTicketParts {
  /** Null for a new ticket until it is saved. */
  ticketId: number | null;
  /** The capacity created by this form, or null. */
  capacityId: number | null;
}

interface SaveTicketParts {
  api: Pick<Api, "post">;
  event: Pick<Event, "id" | "timeZone" | "currency">;
  /** Changed by this function. */
  saved: SavedTicketParts;
}

/** Undefined if the session has ended. Throws ApiError. */
export async function saveTicketValues(
  values: TicketValues,
  options: CallOptions,
  { api, event, saved }: SaveTicketParts,
): Promise<Ticket | undefined> {
  // An attempt changes what an earlier one has added. A key belongs to one body, so a change has another key.
  const { id: eventId, timeZone, currency } = event;
  if (values.shared === newShared) {
    const savedId = saved.capacityId;
    const capacity = await api.post(
      "sharedCapacity/save",
      {
        ...(savedId === null ? { eventId } : { id: savedId }),
        title: values.sharedTitle,
        maxPlaces: wholeNumberOf(values.sharedPlaces) ?? 0,
      },
      // The ticket's save shows the message.
      {
        ...options,
        idempotencyKey: `${options.idempotencyKey}-${savedId ?? "shared"}`,
        suppressToasts: true,
      },
    );
    if (capacity === undefined) return undefined;
    saved.capacityId = capacity.id;
  }
  const { ticketId, capacityId } = saved;
  const body = bodyOf(values, { eventId, ticketId, timeZone, currency, sharedId: capacityId });
  const ticket = await api.post("ticket/save", body, {
    ...options,
    idempotencyKey: `${options.idempotencyKey}-${ticketId ?? "ticket"}`,
  });
  if (ticket === undefined) return undefined;
  saved.ticketId = ticket.id;
  if (values.shared === newShared) {
    // If one of these is refused, the next attempt repeats all of them.
    for (const id of values.sharedWith)
      await api.post(
        "ticket/save",
        { id: Number(id), sharedCapacityId: capacityId },
        { ...options, idempotencyKey: `${options.idempotencyKey}-${id}`, suppressToasts: true },
      );
  } else if (capacityId !== null && body.sharedCapacityId !== capacityId) {
    await removeCapacity(api, capacityId);
  }
  return ticket;
}

/** Removes a capacity that an earlier attempt created. If this fails, staff can delete it on the page. */
async function removeCapacity(api: Pick<Api, "post">, sharedCapacityId: number): Promise<void> {
  try {
    await api.post("sharedCapacity/remove", { sharedCapacityId }, { suppressToasts: true });
  } catch (error) {
    requireApiError(error);
  }
}
