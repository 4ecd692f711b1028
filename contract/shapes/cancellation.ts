/** Cancelling an event: its consequences and its progress. */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** A number of orders, and a sum of money of theirs in minor units. */
const sum = z.object({ orders: z.number().int(), amount: z.number().int() });

/**
 * An event that is or may be cancelled. Amounts in minor units of its currency. `toGiveBack`: paid, no refund promised
 * yet. `onItsWay`: promised, also if it waits for the buyer's bank account. `givenBack`: done. `failed`: left to staff
 * after a refund failed. `byHand`: taken by hand, so the club refunds it itself.
 */
export const cancellation = z
  .object({
    cancelledAt: instant.nullable(),
    message: z.string(),
    refunds: z.boolean(),
    currency,
    toGiveBack: sum,
    onItsWay: sum,
    givenBack: sum,
    failed: sum,
    byHand: sum,
    /**
     * `people`: how many addresses get a mail. Mails: `mailed` were sent, `mailsLeft` are still to be sent, and
     * `mailsFailed` could not be sent.
     */
    people: z.number().int(),
    mailed: z.number().int(),
    mailsLeft: z.number().int(),
    mailsFailed: z.number().int(),
  })
  .meta({ id: "Cancellation" });
/** An event that is or may be cancelled. */
export type Cancellation = z.infer<typeof cancellation>;
