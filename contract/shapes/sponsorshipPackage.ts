/** Sponsorship packages: what a sponsor may buy (docs/wire.md §2). */
import { z } from "zod";
import { clearable, currency, id, minor, paragraph, requiredLine, stock } from "../scalars.ts";

/** A package. `availableCount` -1 means no limit. Price in minor units, more than 0. */
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
    /** Kept for those who are paying now. */
    heldCount: z.number().int(),
    isActive: z.boolean(),
  })
  .meta({ id: "SponsorshipPackage" });
/** A package as replies carry it. */
export type SponsorshipPackage = z.infer<typeof sponsorshipPackage>;

/** What staff says of a package. With an `id` it is a change: what is not given keeps its value. */
export const packageInput = z.object({
  id: id.nullish(),
  /** Null: a package of the club, for no event in particular. */
  eventId: id.nullish(),
  /** Sudo must say for a package without an event; an admin's own club is meant otherwise. */
  clubId: id.nullish(),
  name: requiredLine(200).optional(),
  price: minor.min(1, "must be more than 0").optional(),
  /** Not given: the event's. */
  currency: currency.optional(),
  description: clearable(paragraph(2000)),
  features: z
    .array(z.object({ text: requiredLine(300), included: z.boolean().default(true) }))
    .max(50, "must have at most 50 entries")
    .optional(),
  /** -1 means no limit. */
  availableCount: z
    .union([z.literal(-1), stock], { error: "must be a whole number, or -1 for no limit" })
    .optional(),
  isActive: z.boolean().optional(),
});
/** What staff says of a package, checked. */
export type PackageInput = z.output<typeof packageInput>;
