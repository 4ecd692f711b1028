/** What buyers change of their tickets by themselves, on the terms of the event's config: cancel them, pass one on. */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** What goes back for something, and what the club keeps of it. Minor units. */
export const goingBack = { amount: z.number().int(), fee: z.number().int() };

/**
 * What cancelling some tickets would do. `extras` go with the last ticket of a registration, and with no other;
 * `keptExtras` were handed over, so their money stays. `refusal` says in a sentence why it cannot be done.
 */
export const ownCancellation = z
  .object({
    ...goingBack,
    isWhole: z.boolean(),
    extras: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    keptExtras: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    refusal: z.string().nullable(),
  })
  .meta({ id: "OwnCancellation" });
/** What cancelling some tickets would do. */
export type OwnCancellation = z.infer<typeof ownCancellation>;

/**
 * A registration as its buyer may change it. `cancelUntil` and `passOnUntil` are null where the club does not allow it;
 * a refusal says in a sentence why nothing of the kind can be done, that of a ticket why not with this one.
 */
export const ownChanges = z
  .object({
    registrationId: z.number().int(),
    currency,
    cancelUntil: instant.nullable(),
    feePercent: z.number().int(),
    cancelRefusal: z.string().nullable(),
    passOnUntil: instant.nullable(),
    passOnRefusal: z.string().nullable(),
    tickets: z.array(
      z.object({
        attendeeId: z.number().int(),
        firstName: z.string(),
        lastName: z.string(),
        ticketTitle: z.string(),
        /** More than 1 where one person stands for a group. */
        places: z.number().int(),
        isPrimary: z.boolean(),
        ...goingBack,
        refusal: z.string().nullable(),
      }),
    ),
    /** Of the tickets that were asked about; of all where none were named. */
    cancellation: ownCancellation,
  })
  .meta({ id: "OwnChanges" });
/** A registration as its buyer may change it. */
export type OwnChanges = z.infer<typeof ownChanges>;
