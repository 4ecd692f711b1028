/** Whether the number of tickets is chosen on the page of an event that is on sale (docs/wire.md §5). */
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import type { Api, CallOptions } from "../../../api/client.ts";
import type { OnlyTicket } from "../../../event/eventPage.ts";

interface Sale {
  event: Pick<Event, "id" | "placesLeft"> & { config: Pick<Event["config"], "maxTicketsPerRegistration"> };
  /** The tickets that everybody sees. */
  tickets: readonly Pick<Ticket, "id" | "price" | "currentStock">[];
}

export async function onlyTicketOf(
  api: Pick<Api, "get">,
  { event, tickets }: Sale,
  options: CallOptions,
): Promise<OnlyTicket | null> {
  const [ticket, ...others] = tickets;
  if (ticket === undefined || others.length > 0 || ticket.price === 0) return null;
  const extras = await api.get("extras/getExtrasByEventId", { eventId: event.id }, options);
  if (extras.some(({ currentStock }) => currentStock !== 0)) return null;
  const { maxTicketsPerRegistration: perOrder } = event.config;
  const left = Math.min(ticket.currentStock, event.placesLeft ?? ticket.currentStock);
  return {
    id: ticket.id,
    max: Math.min(perOrder, left),
    limitWords:
      left < perOrder
        ? "No more of these are left."
        : `One order can have at most ${perOrder} ticket${perOrder === 1 ? "" : "s"}.`,
  };
}
