/** Selling at the door: places taken as everywhere, paid by hand, let in at once; and what a device has taken. */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** What one device took at the door, in minor units. A day begins at six in the morning of the event's zone. */
export const till = z
  .object({
    tickets: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    /** The beginning of this day. */
    since: instant,
  })
  .meta({ id: "Till" });
/** What one device took. */
export type Till = z.infer<typeof till>;
