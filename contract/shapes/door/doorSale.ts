/**
 * Selling at the door: places taken by the usual rules, paid by hand, admitted at once; and the takings of a device.
 */
import { z } from "zod";
import { currency, instant } from "../../scalars.ts";

/** The takings of one device at the door, in minor units. A day begins at six in the morning of the event's zone. */
export const till = z
  .object({
    tickets: z.number().int(),
    /** Sold extras. */
    extras: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    /** The beginning of this day. */
    since: instant,
  })
  .meta({ id: "Till" });
/** The takings of one device. */
export type Till = z.infer<typeof till>;
