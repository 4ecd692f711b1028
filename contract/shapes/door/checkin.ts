import { z } from "zod";
import { id, instant } from "../../scalars.ts";

/** A calendar day (YYYY-MM-DD) of the event's zone. */
export const eventDay = z.iso.date("must be a date like 2026-12-31");

/**
 * A check-in of an attendee (docs/wire.md §2). `checkedInBy`: a user's id; null without an account (a helper, an
 * import), or once the account is deleted.
 */
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
export type Checkin = z.infer<typeof checkin>;

/** The text of a scanned code, and the event of the door. */
export const scanned = z.object({
  payload: z.object({ qrCodeData: z.string("is required").max(5000, "is too long"), eventId: id }),
});

/** An event, and a day in its zone. */
export const eventAndDay = z.object({ eventId: id, date: eventDay });
