/** Refunds: whole or in part, by line, with or without the tickets (docs/wire.md §4, order/refund). */
import { z } from "zod";
import { instant, quantity } from "../../scalars.ts";
import { orderItem, staffOrder } from "../order.ts";
import { moneyCase } from "./moneyCase.ts";

/** A refunded line of an order. */
export const refundItem = z.object({
  kind: orderItem.shape.kind,
  refId: z.number().int().nullable(),
  quantity,
});
/** A refunded line of an order. */
export type RefundItem = z.infer<typeof refundItem>;

/**
 * A refund. `due` until the provider has made it, `failed` with `failure` if the provider refused. Amounts in minor
 * units. An amount below 0 is a refund that came back: the bank returned it, or staff took the money again.
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
/** A refund. */
export type Refund = z.infer<typeof refund>;

/** An order in the list of staff: its purpose, its buyer, and its refunds that are promised and not made yet. */
export const listedOrder = staffOrder
  .extend({
    purpose: z.enum(["registration", "extras", "donation", "sponsorship"]),
    buyer: z.object({ name: z.string(), email: z.string().nullable() }),
    refundDue: z.number().int(),
    /** Unpaid and no longer held for its buyer: the time to pay ran out, or the buyer gave it up. */
    isExpired: z.boolean(),
    /** The note of staff about money that they took by hand. */
    paidNote: z.string(),
    /** Why staff should look at it; empty if all is well. */
    attention: z.array(moneyCase),
  })
  .meta({ id: "ListedOrder" });
/** An order in the list of staff. */
export type ListedOrder = z.infer<typeof listedOrder>;

/**
 * One entry in the history of an order: when, by whom, from what to what. `field` is the changed field of its buyer,
 * `people` the people whose tickets were cancelled, `note` a remark, `refundIds` the refunds requested or made then.
 * What the entry did not record is null, or an empty list of people.
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
/** One entry in the history of an order. */
export type OrderEntry = z.infer<typeof orderEntry>;
