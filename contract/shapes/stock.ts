/** The counts of an event's places and extras, for its staff: sold, held, left (docs/wire.md §2). */
import { z } from "zod";

const places = {
  sold: z.number().int(),
  held: z.number().int(),
};

/** The counts of one ticket. `left` is what its stock has left, or its shared capacity if that is less. */
export const ticketStock = z
  .object({ ticketId: z.number().int(), ...places, left: z.number().int() })
  .meta({ id: "TicketStock" });
/** The counts of one extra; `left` is null without a limit. */
export const extrasStock = z
  .object({
    extrasId: z.number().int(),
    ...places,
    left: z.number().int().nullable(),
  })
  .meta({ id: "ExtrasStock" });
/** The counts of one ticket. */
export type TicketStock = z.infer<typeof ticketStock>;
/** The counts of one extra. */
export type ExtrasStock = z.infer<typeof extrasStock>;
