import { z } from "zod";
import { currency, textLine } from "../../scalars.ts";
import { ownPurchase } from "../extrasPurchase.ts";
import { order } from "../order.ts";
import { attendee, registration } from "../registration.ts";
import { sponsorship } from "../sponsorship.ts";

/** The payment provider: Stripe, or the built-in test provider. */
export const providerName = z.enum(["stripe", "test"]).meta({ id: "ProviderName" });
export type ProviderName = z.infer<typeof providerName>;

/** The names of the providers that people see. */
export const providerTitles: Readonly<Record<ProviderName, string>> = {
  stripe: "Stripe",
  test: "Payment provider",
};

/** The data that the browser needs for a payment, in minor units. */
export const paymentIntent = z
  .object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    /** Stripe's; null for the test provider. */
    publishableKey: z.string().nullable(),
    amount: z.number().int(),
    currency,
    provider: providerName,
  })
  .meta({ id: "PaymentIntent" });
export type PaymentIntent = z.infer<typeof paymentIntent>;

/**
 * The outcome of a payment (docs/wire.md §3.5). `processed` is false while the order is pending; `nextAction` is set
 * when the bank wants the buyer to confirm first. `awaitsPayment`: the provider waits for a payment, so the buyer may
 * pay again without paying twice. `extrasPurchase` is set for extras that were bought later, `sponsorship` for a
 * package or a donation.
 */
export const settlement = z
  .object({
    processed: z.boolean(),
    nextAction: z.enum(["confirm"]).nullable(),
    awaitsPayment: z.boolean().optional(),
    order,
    registration: registration.nullable(),
    attendees: z.array(attendee),
    extrasPurchase: ownPurchase.nullable(),
    sponsorship: sponsorship.nullable(),
  })
  .meta({ id: "Settlement" });
export type Settlement = z.infer<typeof settlement>;

/** The id of a payment at the provider. */
export const intentId = z.string("is required").regex(/^[A-Za-z0-9_]{3,255}$/, "is not a payment");

/** A card for the test provider only. `confirmed` answers its confirmation step. */
export const testCard = z
  .object({
    number: textLine(30),
    expMonth: z.number().int().min(1).max(12),
    expYear: z.number().int().min(2000).max(2100),
    cvc: textLine(4),
    confirmed: z.boolean().optional(),
  })
  .meta({ id: "TestCard" });
export type TestCard = z.infer<typeof testCard>;
