import { z } from "zod";
import { id, requiredTextLine, stock } from "../scalars.ts";

/**
 * One number of places for several tickets, such as the seats of one room. held + sold + left = maxPlaces, over all
 * these tickets.
 */
export const sharedCapacity = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    title: z.string(),
    maxPlaces: z.number().int(),
    held: z.number().int(),
    sold: z.number().int(),
    left: z.number().int(),
    /** In the event's order; `ticket/save` adds a ticket (`sharedCapacityId`). */
    ticketIds: z.array(z.number().int()),
  })
  .meta({ id: "SharedCapacity" });
export type SharedCapacity = z.infer<typeof sharedCapacity>;

/** A shared capacity as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const sharedCapacityInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  title: requiredTextLine(200).optional(),
  maxPlaces: stock.optional(),
});
export type SharedCapacityInput = z.output<typeof sharedCapacityInput>;
