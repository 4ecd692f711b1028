import { z } from "zod";
import { call } from "../endpoint.ts";
import {
  accessKey,
  email,
  flag,
  id,
  minor,
  pageOf,
  paging,
  paragraph,
  requiredTextLine,
  textLine,
} from "../scalars.ts";
import { listedOrder, orderEntry, refund, refundItem } from "../shapes/money/refund.ts";
import { order, paymentFilter, staffOrder } from "../shapes/order.ts";
import { sponsorship } from "../shapes/sponsorship.ts";

export const orderCalls = {
  "order/createOrder": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Create the order of a registration. A free order is complete immediately. A repeat returns the same order",
    refuses: ["holdExpired", "alreadyPaid", "notActive", "amountMismatch", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      /** Minor units. If it is given, it must equal the registration's total, else amountMismatch. */
      totalAmount: minor.optional(),
    }),
    payload: z.object({
      order,
      /** "no-stripe" for a free order, else null: the secret comes from stripe/create-payment-intent. */
      clientSecret: z.string().nullable(),
    }),
  }),
  "order/getOrdersByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's orders, newest first and at most 1,000, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(staffOrder),
  }),
  "order/getOrderById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One order, for its club's staff",
    query: z.object({ orderId: id }),
    payload: staffOrder,
  }),
  "order/getOrderWithItems": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One order with its items, the same reply as order/getOrderById",
    query: z.object({ orderId: id }),
    payload: staffOrder,
  }),
  "order/markPaid": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Record that an unpaid order was paid by cash or bank transfer. If its places have expired they are reserved again, or it is refused as soldOut. A pending payment is cancelled first; if the provider does not answer, it is cancelled later. The call is refused as busy while the bank decides about that payment, and as alreadyPaid if that payment succeeded. A repeat changes nothing",
    refuses: ["paymentFailed", "soldOut", "salesClosed", "alreadyPaid", "notActive", "amountMismatch"],
    body: z.object({
      orderId: id,
      /** Minor units; must equal the order's total, else amountMismatch. */
      amount: minor,
      paidBy: z.enum(["cash", "bankTransfer"]),
      /** A reference or a remark, for the order's history. */
      note: textLine(500).default(""),
    }),
    payload: listedOrder,
  }),
  "order/resend": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Send the mail of a paid or free order to its buyer again: the tickets with the receipt, the extras with their code, or the thanks to a sponsor. At most one mail in each minute of the clock: otherwise `queued` is false",
    refuses: ["notActive"],
    body: z.object({ orderId: id }),
    payload: z.object({ queued: z.boolean() }),
  }),
  "order/changeBuyer": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Change the buyer of an order. Omitted fields stay unchanged. With a new address, the buyer's former links stop working, and the mail of a paid or free order is sent to the new address, unless its tickets are cancelled. Foyer's ticket codes stay valid; that mail ends codes of a previous system",
    refuses: ["notActive", "inUse"],
    body: z.object({
      orderId: id,
      firstName: requiredTextLine(100).optional(),
      lastName: textLine(100).optional(),
      email: email.optional(),
      /** Only for orders of sponsors and donors. */
      organization: textLine(200).optional(),
      /** Only for orders of sponsors and donors. */
      message: paragraph(1000).optional(),
    }),
    payload: listedOrder,
  }),
  "order/refund": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Refund the rest of an order, an amount, or some items with their tax. With cancelTickets the places, extras or package return to sale. Extras or a package that were ordered by themselves also return after a full refund without cancelTickets. Cancelling the last ticket is refused as inUse while a later order of extras is paid and nothing of it was handed over. Money that was taken by hand is given back by hand: the call records that at once",
    refuses: ["notActive", "inUse"],
    body: z.object({
      orderId: id,
      /** Minor units. Default: the value of `items`, at most what is left; without items, all that is left. */
      amount: minor.min(1, "must be more than 0").optional(),
      items: z.array(refundItem).max(100, "must have at most 100 entries").optional(),
      reason: textLine(500).default(""),
      cancelTickets: flag.default(false),
      /**
       * Cancels only these attendees of a registration, in a paid order also without cancelTickets. Default with
       * cancelTickets: everybody.
       */
      attendeeIds: z
        .array(id)
        .min(1, "must have at least 1 entry")
        .max(1000, "must have at most 1,000 entries")
        .optional(),
    }),
    payload: listedOrder,
  }),
  "order/getOrders": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's orders in pages, newest first, searched and filtered, for its staff",
    query: z.object({
      eventId: id,
      ...paging,
      searchKeyword: textLine(200)
        .optional()
        .describe("Words that must all be found in the order's number, or in texts of its buyer or sponsor"),
      paymentStatus: paymentFilter.optional(),
      purpose: listedOrder.shape.purpose.optional(),
      channel: staffOrder.shape.channel.optional(),
      /** Only orders with a part refund (`part`), or with a pending refund (`due`). */
      refund: z.enum(["part", "due"]).optional(),
      /** Only orders with an open case. */
      needsAttention: flag.optional(),
    }),
    payload: pageOf(listedOrder),
  }),
  "order/getHistory": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "One order with its refunds and its history, oldest first, for its club's staff",
    query: z.object({ orderId: id }),
    payload: z.object({
      order: listedOrder,
      refunds: z.array(refund),
      history: z.array(orderEntry),
      /**
       * How much was handed over of each extra in `items`: one number for each, or an empty list for 0 of each. An older
       * server omits it.
       */
      handed: z.array(z.number().int()).optional(),
      /**
       * Whether a later order of extras is paid and nothing of it was handed over. Then order/refund does not cancel
       * the last ticket. An older server omits it.
       */
      paidLater: z.boolean().optional(),
      /** The texts of a sponsor or donor about themselves; null for any other order. */
      sponsor: sponsorship.shape.sponsorData.nullable(),
    }),
  }),
};
