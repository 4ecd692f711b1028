import { z } from "zod";
import { holdLimits } from "../rules/holdLimits.ts";
import { clearable, currency, id, minor, paragraph, requiredTextLine, stock } from "../scalars.ts";
import { chargedRate } from "./order.ts";

/** Places of one ticket type that are included in the package and its price. */
const packageTickets = z
  .object({ ticketId: z.number().int(), quantity: z.number().int() })
  .meta({ id: "PackageTickets" });

const packageTicketsInput = z
  .object({ ticketId: id, quantity: z.number().int().min(1).max(holdLimits.quantity) })
  .meta({ id: "PackageTicketsInput" });

/**
 * A package for sponsors (docs/wire.md §2). `availableCount` includes those that are sold or held; -1 means no limit.
 * Price in minor units, more than 0.
 */
export const sponsorshipPackage = z
  .object({
    id: z.number().int(),
    eventId: z.number().int().nullable(),
    clubId: z.number().int(),
    name: z.string(),
    price: z.number().int(),
    currency,
    description: z.string(),
    features: z.array(z.object({ text: z.string(), included: z.boolean() })),
    availableCount: z.number().int(),
    soldCount: z.number().int(),
    /** Held for sponsors who are paying now. */
    heldCount: z.number().int(),
    isActive: z.boolean(),
    /** Null: no tax. */
    taxRateId: z.number().int().nullable(),
    /** The present values of the rate `taxRateId`; null without a rate, and before it is valid. */
    taxRate: chargedRate.nullable(),
    tickets: packageTickets.nullable().optional(),
    /**
     * For how many packages the free places of these tickets are enough; 0 while they are reserved for the waiting
     * list. Only in the reply of sponsorship-package/getPackagesByEventId, for packages with tickets.
     */
    ticketsSuffice: z.number().int().min(0).optional(),
  })
  .meta({ id: "SponsorshipPackage" });
export type SponsorshipPackage = z.infer<typeof sponsorshipPackage>;

/** A package as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const packageInput = z.object({
  id: id.nullish(),
  /** Null: a package of the club without an event. Ignored in a change. */
  eventId: id.nullish(),
  /** The club of a new package without an event, if the super user creates it. Otherwise ignored. */
  clubId: id.nullish(),
  name: requiredTextLine(200).optional(),
  price: minor.min(1, "must be more than 0").optional(),
  /** Default: that of the event, or usd without an event. */
  currency: currency.optional(),
  description: clearable(paragraph(2000)),
  features: z
    .array(z.object({ text: requiredTextLine(300), included: z.boolean().default(true) }))
    .max(50, "must have at most 50 entries")
    .optional(),
  availableCount: z
    .union([z.literal(-1), stock], { error: "must be a whole number, or -1 for no limit" })
    .optional(),
  isActive: z.boolean().optional(),
  /** An active rate, or the package's present one; null: no tax. */
  taxRateId: id.nullish(),
  /** Null: none. Only for a package of an event, and a ticket of that event. */
  tickets: packageTicketsInput.nullish(),
});
export type PackageInput = z.output<typeof packageInput>;
