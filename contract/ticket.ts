/** Tickets: kinds of admission on sale (wire.md §2). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { currency, id, instant } from "./scalars.ts";

/** A ticket. Sold + held + currentStock = maxStock at every moment. Price in minor units, the event's currency. */
export const ticket = z.object({
  id: z.number().int(),
  eventId: z.number().int(),
  title: z.string(),
  description: z.string(),
  price: z.number().int(),
  currency,
  maxStock: z.number().int(),
  /** Left to sell. */
  currentStock: z.number().int(),
  salesStart: instant.nullable(),
  salesEnd: instant.nullable(),
  isActive: z.boolean(),
  sortOrder: z.number().int(),
});
/** A ticket as replies carry it. */
export type Ticket = z.infer<typeof ticket>;

export const ticketCalls = {
  "ticket/getTicketsByEventId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "An event's tickets: active ones for the public, all for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(ticket),
  }),
  "ticket/getTicketById": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One ticket",
    query: z.object({ ticketId: id }),
    payload: ticket,
  }),
};
