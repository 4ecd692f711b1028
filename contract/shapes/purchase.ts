/** Purchases that are not tickets: extras after the tickets, a sponsor's package, a donation (docs/wire.md §4). */
import { z } from "zod";
import { holdLimits } from "../rules/holdLimits.ts";
import { email, paragraph, requiredTextLine, textLine } from "../scalars.ts";
import { paymentIntent } from "./money/payment.ts";

/** A sponsor's or donor's data about themselves. */
export const sponsorInput = z.object({
  firstName: requiredTextLine(100),
  lastName: textLine(100).default(""),
  email,
  phone: textLine(40).default(""),
  organization: textLine(200).default(""),
  message: paragraph(1000).default(""),
});

/**
 * Amounts in minor units. A free purchase has the clientSecret "no-stripe" and no intent, as in `order/createOrder`.
 */
export const startedPurchase = paymentIntent.extend({ paymentIntentId: z.string().nullable() });

export const tooManyEntries = `must have at most ${holdLimits.laterExtras} entries`;
