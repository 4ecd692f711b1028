import { z } from "zod";

const places = {
  sold: z.number().int(),
  held: z.number().int(),
};

/** The counts of one ticket (docs/wire.md §2). `left`: of its stock, or of its shared capacity if that is less. */
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
export type TicketStock = z.infer<typeof ticketStock>;
export type ExtrasStock = z.infer<typeof extrasStock>;
