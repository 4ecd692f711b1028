/** What staff do to an order beside refunds: take its money by hand, mail it again, change who bought it. */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { listedOrder } from "./refund.ts";
import { email, id, line, minor, paragraph, requiredLine } from "./scalars.ts";

export const orderChangeCalls = {
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
      /** Minor units; another amount than the order's total is amountMismatch. */
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
      /** Of sponsors and donors alone. */
      organization: line(200).optional(),
      message: paragraph(1000).optional(),
    }),
    payload: listedOrder,
  }),
};
