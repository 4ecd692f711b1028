/** The calls about orders: placing one, and what staff do with it. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import {
  accessKey,
  email,
  flag,
  id,
  line,
  minor,
  pageOf,
  paging,
  paragraph,
  requiredLine,
} from "../scalars.ts";
import { order, paymentFilter, staffOrder } from "../shapes/order.ts";
import { listedOrder, orderEntry, refund, refundItem } from "../shapes/refund.ts";
import { sponsorship } from "../shapes/sponsorship.ts";

export const orderCalls = {
  "order/createOrder": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Make the order of a registration; a free one is settled at once. A second call gives the same order",
    refuses: ["holdExpired", "alreadyPaid", "notActive", "amountMismatch", "tooMany"],
    body: z.object({ registrationId: id, accessKey, totalAmount: minor.optional() }),
    payload: z.object({ order, clientSecret: z.string().nullable() }),
  }),
  "order/getOrdersByEventId": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's orders, newest first, for its staff",
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
    summary: "One order with its items, for its club's staff",
    query: z.object({ orderId: id }),
    payload: staffOrder,
  }),
  "order/markPaid": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Say that the money of an unpaid order was received by hand: it settles as a provider's payment does. What its hold no longer keeps is taken again, or soldOut. A payment that is under way is ended first; busy while the bank decides, alreadyPaid when it came. The same said again changes nothing",
    refuses: ["paymentFailed", "soldOut", "salesClosed", "alreadyPaid", "notActive", "amountMismatch"],
    body: z.object({
      orderId: id,
      /** Minor units; must equal the order's total, else amountMismatch. */
      amount: minor,
      paidBy: z.enum(["cash", "bankTransfer"]),
      /** A reference or a remark, for the order's history. */
      note: line(500).default(""),
    }),
    payload: listedOrder,
  }),
  "order/resend": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Mail its buyer again what was mailed when the order was paid: tickets with receipt, extras with their code, or the thanks to a sponsor. Once a minute; `queued` false where it was just done",
    refuses: ["notActive"],
    body: z.object({ orderId: id }),
    payload: z.object({ queued: z.boolean() }),
  }),
  "order/changeBuyer": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Change who bought an order. What is not given stays. With another address all links mailed before stop working, codes stay as they are, and what is paid is mailed to the new address",
    refuses: ["notActive", "inUse"],
    body: z.object({
      orderId: id,
      firstName: requiredLine(100).optional(),
      lastName: line(100).optional(),
      email: email.optional(),
      /** Only for orders of sponsors and donors. */
      organization: line(200).optional(),
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
      "Give back all that is left, an amount, or some lines with their share of tax; with cancelTickets the places, extras or the package return to sale. What was paid at the door is given back by hand, and done at once",
    refuses: ["notActive"],
    body: z.object({
      orderId: id,
      /** Minor units. Default: the worth of `items`, or all that is left. */
      amount: minor.min(1, "must be more than 0").optional(),
      items: z.array(refundItem).max(100, "must have at most 100 entries").optional(),
      reason: line(500).default(""),
      cancelTickets: flag.default(false),
      /** Cancel only these attendees of a registration. Default: everybody. */
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
      /** Only orders with a part refund (`part`), or with a refund on its way (`due`). */
      refund: z.enum(["part", "due"]).optional(),
      /** Only orders that staff should look at. */
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
      /** The texts of a sponsor or donor about themselves; null for any other order. */
      sponsor: sponsorship.shape.sponsorData.nullable(),
    }),
  }),
};
