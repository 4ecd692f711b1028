/** Shared capacity: one number of places for several tickets, such as the seats of one room. */
import { z } from "zod";
import { id, requiredTextLine, stock } from "../scalars.ts";

/** A shared capacity. held + sold + left = maxPlaces at every moment, counted over all its tickets. */
export const sharedCapacity = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    title: z.string(),
    maxPlaces: z.number().int(),
    held: z.number().int(),
    sold: z.number().int(),
    left: z.number().int(),
    /** Its tickets, in the event's order; `ticket/save` adds a ticket (`sharedCapacityId`). */
    ticketIds: z.array(z.number().int()),
  })
  .meta({ id: "SharedCapacity" });
/** A shared capacity as replies contain it. */
export type SharedCapacity = z.infer<typeof sharedCapacity>;

/** A shared capacity as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const sharedCapacityInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  title: requiredTextLine(200).optional(),
  maxPlaces: stock.optional(),
});
/** A shared capacity as staff send it, checked. */
export type SharedCapacityInput = z.output<typeof sharedCapacityInput>;
