/**
 * Closing an event: all of its money on one page, what was counted at its tills, and a signature that keeps both as they
 * were. Every figure is a sum over rows, made anew each time; amounts are minor units of the event's currency.
 */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";
import { orderItem } from "./order.ts";

const whole = z.number().int();
/** How many, and what they come to. */
const sum = z.object({ count: whole, amount: whole });

/** What was sold under one name, before anything was given back. `net` is without `tax`. */
export const closingSource = z
  .object({
    kind: orderItem.shape.kind,
    refId: whole.nullable(),
    title: z.string(),
    quantity: whole,
    net: whole,
    tax: whole,
  })
  .meta({ id: "ClosingSource" });

/**
 * What came in one way, tax included. `way` is an order's `paidBy`, else the name of its payment's provider, else
 * "unknown". `taken` was paid, `givenBack` is done, `onItsWay` promised and not done, or waiting for the buyer's bank account. `fees` is what the provider has told
 * that it keeps, null where nobody keeps any.
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
 * Where cash was taken: a device at the door by its id, "door" for what no device is known of, "office" for what staff took
 * for orders of the web. `expected` is cash taken less cash given back; `terminal` the same of the card terminal.
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
/** Where cash was taken. */
export type ClosingTill = z.infer<typeof closingTill>;

/** One sum, made from two kinds of rows that must agree. */
export const closingCheck = z
  .object({
    check: z.enum(["salesByWay", "provider", "refunds", "providerRefunds", "statistics"]),
    one: whole,
    other: whole,
  })
  .meta({ id: "ClosingCheck" });

/** What is not settled yet, and so may still move what is signed. */
export const closingOpen = z
  .object({
    /** Orders whose payment has begun and is not decided. */
    paymentsUnderWay: whole,
    /** Registrations and orders that keep places, extras or packages and are not paid. */
    holds: whole,
    /** Offers of the waiting list that nobody has ordered or let pass yet. */
    offers: whole,
    refundsDue: sum,
    /** Orders whose latest refund the provider refused. */
    refundsFailed: sum,
    /** Payments that came without a sale, too late above all, less what of them has gone back. */
    withoutSale: sum,
    /** Orders whose payment staff should look at. */
    attention: whole,
    /** People and extras that doors disagree about. */
    conflicts: whole,
    /** Payments of which the provider has not told its fee. */
    feesUnknown: whole,
  })
  .meta({ id: "ClosingOpen" });
/** What is not settled yet. */
export type ClosingOpen = z.infer<typeof closingOpen>;

/** All figures of an event at one moment. */
export const closingFigures = z
  .object({
    currency,
    sources: z.array(closingSource),
    ways: z.array(closingWay),
    refunds: z.object({ done: sum, due: sum, failed: sum }),
    /** Payments that buyers have called into question with their bank, less what was given back of them. */
    disputed: sum,
    /** Fees that the provider counts in another currency; in no sum. */
    foreignFees: z.array(z.object({ currency: z.string(), amount: whole })),
    tills: z.array(closingTill),
    checks: z.array(closingCheck),
    /** People with a ticket, those who came, tickets that cost nothing, and people without an order, as of an import. */
    people: z.object({ registered: whole, came: whole, free: whole, withoutOrder: whole }),
  })
  .meta({ id: "ClosingFigures" });
/** All figures of an event at one moment. */
export type ClosingFigures = z.infer<typeof closingFigures>;

/** What was counted at a till: null where nobody counted. */
export const closingCount = z
  .object({ till: z.string(), counted: whole.nullable(), note: z.string() })
  .meta({ id: "ClosingCount" });
/** What was counted at a till. */
export type ClosingCount = z.infer<typeof closingCount>;

/** A signature, with all that it stands under. */
export const closing = z
  .object({
    version: whole,
    signedAt: instant,
    /** The name of the signed-in account, and the one that was typed. */
    accountName: z.string(),
    signedName: z.string(),
    note: z.string(),
    figures: closingFigures,
    open: closingOpen,
    counts: z.array(closingCount),
  })
  .meta({ id: "Closing" });
/** A signature, with all that it stands under. */
export type Closing = z.infer<typeof closing>;

/** A figure that is not what it was when it was signed; null where there was or is none. */
export const closingChange = z
  .object({
    what: z.string(),
    isMoney: z.boolean(),
    was: whole.nullable(),
    is: whole.nullable(),
  })
  .meta({ id: "ClosingChange" });
/** A figure that is not what it was. */
export type ClosingChange = z.infer<typeof closingChange>;

/** An event's money now, and what was signed of it, the latest first. */
export const eventClosing = z
  .object({
    figures: closingFigures,
    open: closingOpen,
    /** Stands for these figures, and for the signatures there are: who signs sends it back. */
    seen: z.string(),
    closings: z.array(closing),
    /** What moved since the latest signature. */
    changes: z.array(closingChange),
  })
  .meta({ id: "EventClosing" });
/** An event's money now, and what was signed of it. */
export type EventClosing = z.infer<typeof eventClosing>;
