/** Cancelling an event: what it takes along, and how far it has come. */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** How many orders, and what they come to in minor units. */
const sum = z.object({ orders: z.number().int(), amount: z.number().int() });

/**
 * An event that is or may be cancelled. Money of the event's currency, in minor units: `toGiveBack` is paid and not yet
 * asked for, `onItsWay` asked for at the provider, also where it waits for the buyer's bank account, `givenBack` done,
 * `failed` refused by the provider (staff must act), and `byHand` was taken at the door, to be paid out by the club itself.
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
    /** How many addresses are told, and how many of those mails are out. */
    people: z.number().int(),
    mailed: z.number().int(),
  })
  .meta({ id: "Cancellation" });
/** An event that is or may be cancelled. */
export type Cancellation = z.infer<typeof cancellation>;
