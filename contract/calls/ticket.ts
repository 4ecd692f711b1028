import { z } from "zod";
import { call } from "../endpoint.ts";
import { id, requiredOnCreate } from "../scalars.ts";
import { ticket, ticketInput } from "../shapes/ticket.ts";

export const ticketCalls = {
  "ticket/getTicketsByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's tickets. The public gets the active ones that are not hidden, its staff all",
    query: z.object({ eventId: id }),
    payload: z.array(ticket),
  }),
  "ticket/getTicketById": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One ticket. The public gets it only while it is active and not hidden, in a published event",
    query: z.object({ ticketId: id }),
    payload: ticket,
  }),
  "ticket/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Create a ticket or change one. Refused as inUse if maxStock is less than the number sold and held, or if the shared capacity that the ticket moves to has too few places left for them",
    refuses: ["inUse"],
    body: requiredOnCreate(ticketInput, ["eventId", "title", "price", "maxStock"]).meta({
      id: "TicketInput",
    }),
    payload: ticket,
  }),
  "ticket/removeTicket": call({
    method: "DELETE",
    access: "admin",
    kind: "write",
    summary:
      "Delete a ticket. Refused as inUse if it was sold or ordered, is held or in a package, or somebody waits for it",
    refuses: ["inUse"],
    body: z.object({ ticketId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "ticket/reorder": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Set the order of an event's tickets. Omitted ones follow in their former order",
    body: z.object({ eventId: id, ticketIds: z.array(id).max(500, "must have at most 500 entries") }),
    payload: z.array(ticket),
  }),
};
