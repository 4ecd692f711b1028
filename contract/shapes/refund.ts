/** Giving money back: whole or in part, by line, with or without the tickets (docs/wire.md §4, order/refund). */
import { z } from "zod";
import { instant, quantity } from "../scalars.ts";
import { moneyCase } from "./moneyCase.ts";
import { orderItem, staffOrder } from "./order.ts";

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
