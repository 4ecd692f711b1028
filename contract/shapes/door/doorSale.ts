import { z } from "zod";
import { currency, instant } from "../../scalars.ts";

/**
 * The sales of one device on one day, which begins at six in the morning of the event's zone. `cash` and `cardTerminal`
 * are minor units, minus refunds; `tickets` and `extras` leave out orders that are wholly refunded.
 */
export const till = z
  .object({
    tickets: z.number().int(),
    extras: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    /** When this day began. */
    since: instant,
  })
  .meta({ id: "Till" });
export type Till = z.infer<typeof till>;
