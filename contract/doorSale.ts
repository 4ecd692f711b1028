/** Selling at the door: places taken as everywhere, paid by hand, let in at once. */
import { z } from "zod";
import { deviceId, doorAttendee } from "./door.ts";
import { call } from "./endpoint.ts";
import { order } from "./order.ts";
import { registration } from "./registration.ts";
import { email, id, line, minor, optional, quantity } from "./scalars.ts";

/** How it was paid at the door. */
export const paidBy = z.enum(["cash", "cardTerminal"]);
/** How it was paid at the door. */
export type PaidBy = z.infer<typeof paidBy>;

export const doorSaleCalls = {
  "door/sell": call({
    method: "POST",
    access: "door",
    kind: "write",
    idempotent: true,
    summary:
      "Sell tickets at the door and let their bearers in; tickets are mailed where an address is given",
    body: z.object({
      eventId: id,
      deviceId,
      tickets: z
        .array(z.object({ ticketId: id, quantity }))
        .min(1, "must name at least one ticket")
        .max(20, "must have at most 20 lines"),
      /** What the buyer is called; without a name the attendees are "Door sale 1", … */
      name: line(100).default(""),
      email: optional(email),
      paidBy,
      /** What was taken, in minor units: another amount than the server's is refused (`amountMismatch`). */
      totalAmount: minor,
    }),
    payload: z.object({ registration, order, attendees: z.array(doorAttendee) }),
  }),
};
