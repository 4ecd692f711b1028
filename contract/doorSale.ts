/** Selling at the door: places taken as everywhere, paid by hand, let in at once; and what a device has taken. */
import { z } from "zod";
import { deviceId, doorAttendee } from "./door.ts";
import { call } from "./endpoint.ts";
import { doorPaidBy, order } from "./order.ts";
import { registration } from "./registration.ts";
import { holdLimits } from "./rules/holdLimits.ts";
import { currency, email, id, idempotencyKey, instant, line, minor, optional, quantity } from "./scalars.ts";

/** What one device took at the door, in minor units. A day begins at six in the morning of the event's zone. */
export const till = z
  .object({
    tickets: z.number().int(),
    cash: z.number().int(),
    cardTerminal: z.number().int(),
    currency,
    /** The beginning of this day. */
    since: instant,
  })
  .meta({ id: "Till" });
/** What one device took. */
export type Till = z.infer<typeof till>;

export const doorSaleCalls = {
  "door/sell": call({
    method: "POST",
    access: "door",
    kind: "write",
    idempotent: true,
    summary:
      "Sell tickets at the door and let their bearers in; tickets are mailed where an address is given",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed", "holdExpired", "alreadyPaid", "amountMismatch"],
    body: z.object({
      eventId: id,
      deviceId,
      tickets: z
        .array(z.object({ ticketId: id, quantity }))
        .min(1, "must name at least one ticket")
        .max(holdLimits.doorLines, `must have at most ${holdLimits.doorLines} lines`),
      /** What the buyer is called; without a name the attendees are "Door sale 1", … */
      name: line(100).default(""),
      email: optional(email),
      paidBy: doorPaidBy,
      /** What was taken, in minor units: another amount than the server's is refused (`amountMismatch`). */
      totalAmount: minor,
    }),
    payload: z.object({ registration, order, attendees: z.array(doorAttendee) }),
  }),
  "door/closeSale": call({
    method: "POST",
    access: "door",
    takesLate: true,
    kind: "write",
    summary:
      "Whether a sale whose answer was lost was made. If it was not, its key is closed, so that it cannot be made later",
    body: z.object({
      eventId: id,
      /** The `Idempotency-Key` with which `door/sell` was asked. */
      key: idempotencyKey,
    }),
    /** True where the sale was made: it is paid for, and its people are in. */
    payload: z.object({ isSold: z.boolean() }),
  }),
  "door/getTill": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "What a device has sold today, and taken by cash and by card terminal, less what was given back",
    query: z.object({
      eventId: id,
      /** Of staff's devices; a helper's is the one that asks. */
      deviceId,
    }),
    payload: till,
  }),
};
