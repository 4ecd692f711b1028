import { z } from "zod";
import { currency, instant } from "../scalars.ts";

/** A tax rate of a club that something is sold with. */
export const chargedRate = z
  .object({
    name: z.string(),
    /** Up to 3 decimals. */
    percent: z.number(),
  })
  .meta({ id: "ChargedRate" });

/** One line of an order, in minor units. */
export const orderItem = z
  .object({
    kind: z.enum(["ticket", "extras", "donation", "sponsorship"]),
    /** The id of the ticket, extra or package; null for a donation. */
    refId: z.number().int().nullable(),
    title: z.string(),
    unitPrice: z.number().int(),
    quantity: z.number().int(),
    total: z.number().int(),
    /** The club's rate that it was sold with. Without one, a ticket or an extra has the event's tax. */
    taxRate: chargedRate.optional(),
  })
  .meta({ id: "OrderItem" });
export type OrderItem = z.infer<typeof orderItem>;

/** A line with its share of the tax; `net` is without tax. The lines add up to the subtotal and the tax. */
export const taxedItem = orderItem
  .extend({ net: z.number().int(), tax: z.number().int() })
  .meta({ id: "TaxedItem" });
export type TaxedItem = z.infer<typeof taxedItem>;

/** One tax of an order: `net` is what it is charged on. */
export const taxPart = z
  .object({
    /** The name of the club's rate, or "Tax" without one. */
    name: z.string(),
    /** Up to 3 decimals; null for a fixed amount, a donation, a package without a rate, and in some old orders. */
    percent: z.number().nullable(),
    net: z.number().int(),
    tax: z.number().int(),
  })
  .meta({ id: "TaxPart" });

/** `paid` with refundedAmount > 0 is a part-refunded order. */
export const paymentStatus = z
  .enum(["pending", "paid", "failed", "refunded", "free"])
  .meta({ id: "PaymentStatus" });
export type PaymentStatus = z.infer<typeof paymentStatus>;

/**
 * A payment status by which staff filter lists. `expired` is unpaid and no longer held for its buyer; such an order is
 * then neither `pending` nor `failed`.
 */
export const paymentFilter = z.enum([...paymentStatus.options, "expired"]).meta({ id: "PaymentFilter" });
export type PaymentFilter = z.infer<typeof paymentFilter>;

/** How an order was paid at the door. */
export const doorPaidBy = z.enum(["cash", "cardTerminal"]).meta({ id: "DoorPaidBy" });
export type DoorPaidBy = z.infer<typeof doorPaidBy>;

/** How money was taken by hand: at the door, or by staff for an order of the web. */
export const paidBy = z.enum([...doorPaidBy.options, "bankTransfer"]).meta({ id: "PaidBy" });
export type PaidBy = z.infer<typeof paidBy>;

/** How people pay whom staff add by hand. */
export const addedPaid = z.enum(["free", "cash", "transfer", "later"]).meta({ id: "AddedPaid" });
export type AddedPaid = z.infer<typeof addedPaid>;

/** An order, in minor units of its currency (docs/wire.md §2). */
export const order = z
  .object({
    id: z.number().int(),
    orderNumber: z.string(),
    /** Consecutive for the club, from payment on; null before, and for a free order. */
    receiptNumber: z.number().int().nullable(),
    eventId: z.number().int(),
    registrationId: z.number().int().nullable(),
    items: z.array(taxedItem),
    pricesIncludeTax: z.boolean(),
    /** Without tax. */
    subtotal: z.number().int(),
    tax: z.number().int(),
    totalAmount: z.number().int(),
    /** The parts add up to `subtotal` and `tax`; empty if the total is 0. */
    taxes: z.array(taxPart),
    currency,
    paymentStatus,
    refundedAmount: z.number().int(),
    /** The refunded amount that waits until the buyer has given the provider a bank account. */
    refundAwaitsBuyer: z.number().int().optional(),
    /** The lines and totals include its discount. */
    promoCode: z.string().nullable(),
    /** Over all lines. */
    discount: z.number().int(),
    createdAt: instant,
    paidAt: instant.nullable(),
  })
  .meta({ id: "Order" });
export type Order = z.infer<typeof order>;

/** An order as staff see it. `paidBy`: how its money was taken by hand, or null; a free door sale has one too. */
export const staffOrder = order
  .extend({
    channel: z.enum(["web", "door"]),
    paidBy: paidBy.nullable(),
    /** The number in the system that it was imported from. */
    importedNumber: z.string().nullable(),
    /** The amount paid in that system according to the import: no revenue, and Foyer cannot refund it. */
    paidElsewhere: z.number().int().nullable(),
  })
  .meta({ id: "StaffOrder" });
export type StaffOrder = z.infer<typeof staffOrder>;

/** A free order has this in place of a provider's secret (docs/wire.md §3.3). */
export const NO_STRIPE = "no-stripe";
