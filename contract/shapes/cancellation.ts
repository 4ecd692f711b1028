import { z } from "zod";
import { currency, instant } from "../scalars.ts";

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
    /** Whether staff want payments through a provider to be refunded. */
    refunds: z.boolean(),
    currency,
    toGiveBack: sum,
    onItsWay: sum,
    givenBack: sum,
    failed: sum,
    byHand: sum,
    /** The number of addresses that a cancellation now would mail. */
    people: z.number().int(),
    /** Mails about the cancellation that were sent. */
    mailed: z.number().int(),
    mailsLeft: z.number().int(),
    mailsFailed: z.number().int(),
  })
  .meta({ id: "Cancellation" });
export type Cancellation = z.infer<typeof cancellation>;
