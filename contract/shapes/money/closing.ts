/** Amounts are minor units of the event's currency, if no other is given. */
import { z } from "zod";
import { currency, instant } from "../../scalars.ts";
import { orderItem } from "../order.ts";

const whole = z.number().int();
const sum = z.object({ count: whole, amount: whole });

/** The sales of one item, before any refund. `net` is without `tax`. */
export const closingSource = z
  .object({
    kind: orderItem.shape.kind,
    /** The id of the ticket, extra or package; null for a donation. */
    refId: whole.nullable(),
    title: z.string(),
    quantity: whole,
    net: whole,
    tax: whole,
  })
  .meta({ id: "ClosingSource" });

/**
 * The sales at one tax rate, and their refunds. `percent` is 0 for sales without tax, and null for a fixed tax and for
 * orders from before rates were recorded.
 */
export const closingTax = z
  .object({
    percent: z.number().nullable(),
    net: whole,
    tax: whole,
    refundedNet: whole,
    refundedTax: whole,
  })
  .meta({ id: "ClosingTax" });
export type ClosingTax = z.infer<typeof closingTax>;

/**
 * The money of one way of payment, tax included. `way` is an order's `paidBy`, else the name of its payment's provider,
 * else "unknown". `taken`: before refunds. `givenBack`: refunds that are done, minus those that came back. `onItsWay`:
 * refunds that are due, or wait for the buyer's bank account. `fees`: as the provider has reported; null if none is
 * known in the event's currency.
 */
export const closingWay = z
  .object({
    channel: z.enum(["web", "door"]),
    way: z.string(),
    orders: whole,
    taken: whole,
    givenBack: whole,
    onItsWay: whole,
    fees: whole.nullable(),
  })
  .meta({ id: "ClosingWay" });

/**
 * A place where money was taken by hand: a device at the door by its id, "door" for sales there without a device,
 * "office" for cash that staff took for orders of the web. `taken`, `givenBack` and their difference `expected` are
 * cash; `terminal` is what the card terminal took, minus refunds.
 */
export const closingTill = z
  .object({
    till: z.string(),
    gate: z.string(),
    device: z.string(),
    orders: whole,
    taken: whole,
    givenBack: whole,
    expected: whole,
    terminal: whole,
  })
  .meta({ id: "ClosingTill" });
export type ClosingTill = z.infer<typeof closingTill>;

/** One sum, computed from two kinds of rows. If both results differ, something is wrong. */
export const closingCheck = z
  .object({
    check: z.enum(["salesByWay", "provider", "refunds", "providerRefunds", "statistics"]),
    one: whole,
    other: whole,
  })
  .meta({ id: "ClosingCheck" });

/** Unsettled items, which may change the figures. */
export const closingOpen = z
  .object({
    /** Orders whose payment has begun and is not decided. */
    paymentsUnderWay: whole,
    /**
     * Unpaid registrations and orders that hold places, extras or packages, without a payment of their own that has
     * begun; without `offers`, and without imported registrations that are not yet active.
     */
    holds: whole,
    /** Offers of the waiting list that are neither ordered nor lapsed. */
    offers: whole,
    refundsDue: sum,
    /** Failed refunds that are still a case for staff. */
    refundsFailed: sum,
    /**
     * Payments without a sale, minus their refunds. Those that staff marked as done are left out, but not late or double
     * ones whose refund is due.
     */
    withoutSale: sum,
    /** Orders with an open case. */
    attention: whole,
    /** Attendees and purchases with conflicts at the door. */
    conflicts: whole,
    /** Payments whose fee Stripe has not reported. */
    feesUnknown: whole,
  })
  .meta({ id: "ClosingOpen" });
export type UnsettledItems = z.infer<typeof closingOpen>;

/** All figures of an event at one moment. */
export const closingFigures = z
  .object({
    currency,
    sources: z.array(closingSource),
    /** The rates add up to the sources, and to the refunds that are done. Old closings have none. */
    taxes: z.array(closingTax).optional(),
    ways: z.array(closingWay),
    refunds: z.object({ done: sum, due: sum, failed: sum }),
    /** Payments that buyers dispute with their bank, without disputes that the club won; minus their refunds. */
    disputed: sum,
    /** Fees that the provider counts in another currency; they are part of no sum. */
    foreignFees: z.array(z.object({ currency: z.string(), amount: whole })),
    tills: z.array(closingTill),
    checks: z.array(closingCheck),
    /**
     * Attendees of active registrations, check-ins, free tickets (not paid elsewhere), attendees without an order of
     * tickets.
     */
    people: z.object({ registered: whole, came: whole, free: whole, withoutOrder: whole }),
  })
  .meta({ id: "ClosingFigures" });
export type ClosingFigures = z.infer<typeof closingFigures>;

/** The count of a till; `counted` is null if nobody counted. */
export const closingCount = z
  .object({ till: z.string(), counted: whole.nullable(), note: z.string() })
  .meta({ id: "ClosingCount" });
export type ClosingCount = z.infer<typeof closingCount>;

/** A signature, with everything that it covers. */
export const closing = z
  .object({
    version: whole,
    signedAt: instant,
    /** The name of the signed-in account; `signedName` was typed. */
    accountName: z.string(),
    signedName: z.string(),
    note: z.string(),
    figures: closingFigures,
    open: closingOpen,
    counts: z.array(closingCount),
  })
  .meta({ id: "Closing" });
export type Closing = z.infer<typeof closing>;

/** A figure that has changed since it was signed. `was` is null if it did not exist then, `is` if it is gone. */
export const closingChange = z
  .object({
    what: z.string(),
    isMoney: z.boolean(),
    was: whole.nullable(),
    is: whole.nullable(),
  })
  .meta({ id: "ClosingChange" });
export type ClosingChange = z.infer<typeof closingChange>;

/** An event's money now, and its signatures, the latest first. */
export const eventClosing = z
  .object({
    figures: closingFigures,
    open: closingOpen,
    /** Identifies these figures, except `people`, and the existing signatures. event/signClosing compares it. */
    seen: z.string(),
    closings: z.array(closing),
    /** Changes since the latest signature. Some figures, such as the taxes, are not compared. */
    changes: z.array(closingChange),
  })
  .meta({ id: "EventClosing" });
export type EventClosing = z.infer<typeof eventClosing>;
