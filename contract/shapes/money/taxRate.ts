import { z } from "zod";
import { hasAtMostThreeDecimals } from "../../rules/eventRules.ts";
import { id, instant, plannedInstant, requiredTextLine } from "../../scalars.ts";

/** A club's tax rate for items that do not have their event's tax (docs/wire.md §2). `percent` has up to 3 decimals. */
export const taxRate = z
  .object({
    id: z.number().int(),
    clubId: z.number().int(),
    name: z.string(),
    percent: z.number(),
    /** Until then, items with this rate are sold as if they had none. Null: it is valid already. */
    validFrom: instant.nullable(),
    /** An inactive rate cannot be chosen. Items that have it keep it. */
    isActive: z.boolean(),
  })
  .meta({ id: "TaxRate" });
export type ClubTaxRate = z.infer<typeof taxRate>;

/** A tax rate as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const taxRateInput = z.object({
  id: id.nullish(),
  /** The club of a new rate, if the super user creates it. Otherwise ignored. */
  clubId: id.optional(),
  name: requiredTextLine(60).optional(),
  percent: z
    .number("must be a number")
    .min(0, "must not be negative")
    .max(100, "must be at most 100 percent")
    .refine(hasAtMostThreeDecimals, "must have at most 3 decimals")
    .optional(),
  validFrom: plannedInstant.nullish(),
  isActive: z.boolean().optional(),
});
export type TaxRateInput = z.output<typeof taxRateInput>;
