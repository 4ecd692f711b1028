import { z } from "zod";
import { currency, instant } from "../../scalars.ts";

/**
 * The sales of one device on one day: amounts in minor units, minus refunds, and tickets and extras without those of
 * refunded orders. A day begins at six in the morning of the event's zone.
 */
export const till = z
  .object({
    tickets: z.number().int(),
    extras: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    since: instant,
  })
  .meta({ id: "Till" });
export type Till = z.infer<typeof till>;
