import { z } from "zod";
import {
  clearable,
  currency,
  id,
  instant,
  minor,
  paragraph,
  plannedInstant,
  requiredTextLine,
  stock,
} from "../scalars.ts";
import { chargedRate } from "./order.ts";

/** A kind of admission on sale (docs/wire.md §2). Price in minor units, the event's currency. */
export const ticket = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    title: z.string(),
    description: z.string(),
    price: z.number().int(),
    currency,
    maxStock: z.number().int(),
    /**
     * What is left of the ticket's own number, or of its shared capacity if that is less. The event's capacity may
     * leave fewer. For visitors 0 while these places are reserved for the waiting list, except in the reply of
     * promoCode/check.
     */
    currentStock: z.number().int(),
    salesStart: instant.nullable(),
    salesEnd: instant.nullable(),
    isActive: z.boolean(),
    /**
     * Whether visitors may join its waiting list while tickets are on sale (the times of sale are not considered).
     * Always false in the replies of ticket/save, ticket/reorder and promoCode/check.
     */
    hasWaitingList: z.boolean(),
    sortOrder: z.number().int(),
    /** Days (YYYY-MM-DD, the event's zone) on which it is valid at the door, in order; null: all. */
    validDays: z.array(z.string()).nullable(),
    /** Visitors see it only with a promo code for it. */
    isHidden: z.boolean(),
    sharedCapacityId: z.number().int().nullable(),
    /** Null: the event's tax. */
    taxRateId: z.number().int().nullable(),
    /** The present values of the rate `taxRateId`; null without a rate, and before it is valid. */
    taxRate: chargedRate.nullable(),
  })
  .meta({ id: "Ticket" });
export type Ticket = z.infer<typeof ticket>;

const validDays = z
  .array(z.iso.date("must be a day such as 2030-05-01"))
  .max(60, "must be at most 60 days")
  .transform((days) => (days.length === 0 ? null : [...new Set(days)].sort()));

/** A ticket as staff send it. With an `id` it is a change: a field that is not given keeps its value. */
export const ticketInput = z.object({
  id: id.nullish(),
  eventId: id.optional(),
  title: requiredTextLine(200).optional(),
  description: clearable(paragraph(2000)),
  /** Existing holds keep the price they were quoted. */
  price: minor.optional(),
  maxStock: stock.optional(),
  salesStart: plannedInstant.nullish(),
  salesEnd: plannedInstant.nullish(),
  isActive: z.boolean().optional(),
  sortOrder: z.number().int().min(-1_000_000).max(1_000_000).optional(),
  /** Null or empty: all days of the event. */
  validDays: validDays.nullish(),
  isHidden: z.boolean().optional(),
  /** A shared capacity of the same event. */
  sharedCapacityId: id.nullish(),
  /** An active rate, or the ticket's present one; null: the event's tax. */
  taxRateId: id.nullish(),
});
export type TicketInput = z.output<typeof ticketInput>;
