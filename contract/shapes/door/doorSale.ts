/** The sales of a device at the door. */
import { z } from "zod";
import { currency, instant } from "../../scalars.ts";

/**
 * The sales of one device on one day minus refunds, in minor units. A day begins at six in the morning of the event's
 * zone.
 */
export const till = z
  .object({
    tickets: z.number().int(),
    /** Sold extras. */
    extras: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    /** When this day began. */
    since: instant,
  })
  .meta({ id: "Till" });
/** The sales of one device on one day. */
export type Till = z.infer<typeof till>;
