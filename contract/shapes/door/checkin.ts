/** Check-ins (docs/wire.md §2, §4; docs/product.md §3, §7). */
import { z } from "zod";
import { id, instant } from "../../scalars.ts";

/** A calendar day (YYYY-MM-DD) of the event's zone. */
export const eventDay = z.iso.date("must be a date like 2026-12-31");

/** A check-in of an attendee. `checkedInBy` is a user's id; null without an account, as for a helper. */
export const checkin = z
  .object({
    id: z.number().int(),
    createdAt: instant,
    registrationId: z.number().int(),
    attendeeId: z.number().int(),
    eventId: z.number().int(),
    checkedInBy: z.number().int().nullable(),
  })
  .meta({ id: "Checkin" });
/** A check-in. */
export type Checkin = z.infer<typeof checkin>;

/** A text as it was scanned, and the event at whose door. `unreadableCode` if it is no code of the call's kind. */
export const scanned = z.object({
  payload: z.object({ qrCodeData: z.string("is required").max(5000, "is too long"), eventId: id }),
});

export const dayOfEvent = z.object({ eventId: id, date: eventDay });
