/** Giving money back: whole or in part, by line, with or without the tickets (docs/wire.md §4, order/refund). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { moneyCase } from "./moneyCase.ts";
import { orderItem, paymentFilter, staffOrder } from "./order.ts";
import { flag, id, instant, line, minor, pageOf, paging, quantity } from "./scalars.ts";
import { sponsorship } from "./sponsorship.ts";

/** A line of an order of which some is given back. */
export const refundItem = z.object({
  kind: orderItem.shape.kind,
  refId: z.number().int().nullable(),
  quantity,
});
/** A line of an order of which some is given back. */
export type RefundItem = z.infer<typeof refundItem>;

/**
 * Money on its way back. `due` until the provider has made it, `failed` with `failure` when it refused. Amounts in minor
 * units; below 0 is a refund that the bank sent back to us, or that staff took again.
 */
export const refund = z
  .object({
    id: z.number().int(),
    amount: z.number().int(),
    state: z.enum(["due", "done", "failed"]),
    reason: z.string(),
    items: z.array(refundItem),
    by: z.string(),
    failure: z.string().nullable(),
    createdAt: instant,
    doneAt: instant.nullable(),
  })
  .meta({ id: "Refund" });
/** Money on its way back. */
export type Refund = z.infer<typeof refund>;

/** An order in the list of staff: what it was for, who bought it, and what is promised back and not made yet. */
export const listedOrder = staffOrder
  .extend({
    purpose: z.enum(["registration", "extras", "donation", "sponsorship"]),
    buyer: z.object({ name: z.string(), email: z.string().nullable() }),
    refundDue: z.number().int(),
    /** Unpaid, and kept for its buyer no longer: the time to pay ran out, or they gave it up. */
    isExpired: z.boolean(),
    /** What staff said of money that they took by hand. */
    paidNote: z.string(),
    /** Why staff should look at it; empty where all is well. */
    attention: z.array(moneyCase),
  })
  .meta({ id: "ListedOrder" });
/** An order in the list of staff. */
export type ListedOrder = z.infer<typeof listedOrder>;

/**
 * One thing that happened to an order: when, by whom, from what to what. `field` is what was changed of its buyer,
 * `people` whose tickets were cancelled, `note` what was said of it, `refundIds` what was asked for or made then; null where
 * that was not kept.
 */
export const orderEntry = z
  .object({
    at: instant,
    by: z.string(),
    action: z.string(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    field: z.string().nullable(),
    people: z.array(z.string()),
    note: z.string().nullable(),
    refundIds: z.array(z.number().int()).nullable(),
  })
  .meta({ id: "OrderEntry" });
/** One thing that happened to an order. */
export type OrderEntry = z.infer<typeof orderEntry>;

export const refundCalls = {
  "order/refund": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Give back all that is left, an amount, or some lines with their share of tax; with cancelTickets the places, extras or the package return to sale. What was paid at the door is given back by hand, and done at once",
    refuses: ["notActive"],
    body: z.object({
      orderId: id,
      /** Minor units; not given: what `items` come to, or all that is left. */
      amount: minor.min(1, "must be more than 0").optional(),
      items: z.array(refundItem).max(100, "must have at most 100 entries").optional(),
      reason: line(500).default(""),
      cancelTickets: flag.default(false),
      /** Of a registration: cancel these alone. Not given: everybody. */
      attendeeIds: z
        .array(id)
        .min(1, "must name somebody")
        .max(1000, "must have at most 1,000 entries")
        .optional(),
    }),
    payload: listedOrder,
  }),
  "order/getOrders": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's orders in pages, newest first, for its staff; searched by number, name or address",
    query: z.object({
      eventId: id,
      ...paging,
      searchKeyword: line(200).optional(),
      paymentStatus: paymentFilter.optional(),
      purpose: listedOrder.shape.purpose.optional(),
      channel: staffOrder.shape.channel.optional(),
      /** Only those of which a part was given back, or whose money is on its way back. */
      refund: z.enum(["part", "due"]).optional(),
      /** Only those that staff should look at. */
      needsAttention: flag.optional(),
    }),
    payload: pageOf(listedOrder),
  }),
  "order/getHistory": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One order with all that happened to it and to its money, oldest first, for its club's staff",
    query: z.object({ orderId: id }),
    payload: z.object({
      order: listedOrder,
      refunds: z.array(refund),
      history: z.array(orderEntry),
      /** What a sponsor or donor said of themselves; null of any other order. */
      sponsor: sponsorship.shape.sponsorData.nullable(),
    }),
  }),
};
