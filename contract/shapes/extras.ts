import { z } from "zod";
import { clearable, currency, id, minor, paragraph, quantity, requiredTextLine, stock } from "../scalars.ts";
import { chargedRate } from "./order.ts";

/**
 * An extra, sold besides tickets (docs/wire.md §2). `maxStock` and `currentStock` are null without a limit. Price in
 * minor units, the event's currency.
 */
export const extras = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    name: z.string(),
    description: z.string(),
    price: z.number().int(),
    currency,
    content: z.array(z.object({ name: z.string(), quantity: z.number().int() })),
    maxStock: z.number().int().nullable(),
    currentStock: z.number().int().nullable(),
    isActive: z.boolean(),
    /** Null: the event's tax. */
    taxRateId: z.number().int().nullable(),
    /** The present values of the rate `taxRateId`; null without a rate, and before it is valid. */
    taxRate: chargedRate.nullable(),
  })
  .meta({ id: "Extras" });
export type Extras = z.infer<typeof extras>;

/** An extra as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const extrasInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  name: requiredTextLine(200).optional(),
  description: clearable(paragraph(2000)),
  price: minor.optional(),
  content: z
    .array(z.object({ name: requiredTextLine(200), quantity }))
    .max(50, "must have at most 50 entries")
    .optional(),
  maxStock: stock.nullish(),
  isActive: z.boolean().optional(),
  /** An active rate, or the extra's present one; null: the event's tax. */
  taxRateId: id.nullish(),
});
export type ExtrasInput = z.output<typeof extrasInput>;
