import { extrasOfEvent } from "../../extras/rows.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { freePlacesOfTicket } from "../../tickets/left.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const getStock = route("event/getStock", async ({ query, viewer }, { db }) => {
  const event = await ownEvent(db, viewer, query.eventId);
  const [tickets, extras] = await Promise.all([
    ticketsOfEvent(db, event.id, { onlyActive: false }),
    extrasOfEvent(db, event.id, { onlyActive: false }),
  ]);
  return {
    payload: {
      tickets: tickets.map((ticket) => ({
        ticketId: ticket.id,
        sold: ticket.sold,
        held: ticket.held,
        left: freePlacesOfTicket(ticket),
      })),
      extras: extras.map(({ id, sold, held, max_stock }) => ({
        extrasId: id,
        sold,
        held,
        left: max_stock === null ? null : max_stock - sold - held,
      })),
    },
  };
});
