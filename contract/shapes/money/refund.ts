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
export type RefundItem = z.infer<typeof refundItem>;

/**
 * A refund. It is `due` until the provider has made it, `done` also while it waits for the buyer's bank account;
 * `failure` says why it failed. Amounts in minor units. An amount below 0 is a refund that came back: the bank returned
 * it, or staff took the money again.
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
export type Refund = z.infer<typeof refund>;

/** An order in the list of staff. `refundDue`: the amount of refunds that are promised and not made yet. */
export const listedOrder = staffOrder
  .extend({
    purpose: z.enum(["registration", "extras", "donation", "sponsorship"]),
    buyer: z.object({ name: z.string(), email: z.string().nullable() }),
    refundDue: z.number().int(),
    /** Unpaid and no longer held for its buyer. */
    isExpired: z.boolean(),
    /** The note of staff about the payment, or the reason why they added the people. */
    paidNote: z.string(),
    attention: z.array(moneyCase),
  })
  .meta({ id: "ListedOrder" });
export type ListedOrder = z.infer<typeof listedOrder>;

/**
 * One entry in the history of an order. Each action records its own values (contract/historyEntries.ts). What the entry
 * did not record is null, or an empty list of people.
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
export type OrderEntry = z.infer<typeof orderEntry>;
