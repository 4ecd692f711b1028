import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** The refunded amount and the fee that the club keeps. Minor units. */
export const refundAndFee = { amount: z.number().int(), fee: z.number().int() };

/**
 * The effect of cancelling some tickets. `isWhole`: the whole registration is cancelled, with its `extras`.
 * `keptExtras`: in this case, the extras of orders of which some were handed over; none is refunded. `refusal`: a
 * sentence why the tickets cannot be cancelled.
 */
export const ownCancellation = z
  .object({
    ...refundAndFee,
    isWhole: z.boolean(),
    extras: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    keptExtras: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    /**
     * Extras that are not cancelled, because some tickets remain. Extras of orders of which some were handed over are
     * left out.
     */
    stayingExtras: z.array(z.object({ title: z.string(), quantity: z.number().int() })).optional(),
    refusal: z.string().nullable(),
  })
  .meta({ id: "OwnCancellation" });
export type OwnCancellation = z.infer<typeof ownCancellation>;

/**
 * A registration as its buyer may change it. `cancelUntil` and `passOnUntil` are null if the club does not allow it. A
 * refusal is a sentence why the change is not possible; a ticket's is about that ticket only.
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
    correctUntil: instant,
    correctRefusal: z.string().nullable(),
    tickets: z.array(
      z.object({
        attendeeId: z.number().int(),
        firstName: z.string(),
        lastName: z.string(),
        ticketTitle: z.string(),
        /** The type of the person's ticket; if the event asks for one person only, all types of the registration. */
        ticketIds: z.array(z.number().int()),
        /** More than 1 if one person represents a group. */
        places: z.number().int(),
        isPrimary: z.boolean(),
        /** Whether this person counts as the buyer. False for all if the buyer is named apart, such as a sponsor. */
        isBuyer: z.boolean(),
        ...refundAndFee,
        refusal: z.string().nullable(),
      }),
    ),
    /** For the requested tickets; for all tickets if the request has no `attendeeIds`. */
    cancellation: ownCancellation,
  })
  .meta({ id: "OwnChanges" });
export type OwnChanges = z.infer<typeof ownChanges>;
