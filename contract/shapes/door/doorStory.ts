import { z } from "zod";
import { currency, instant } from "../../scalars.ts";
import { admission, doorVerdict } from "./door.ts";

/** A message of `GET /api/door/live?eventId=…` (server-sent event `figures`), and the reply of door/getFigures. */
export const doorFigures = z
  .object({
    /** Attendees of active registrations. */
    expected: z.number().int(),
    arrived: z.number().int(),
    /** Arrivals by gate; the gate "" is for check-ins without a gate. */
    gates: z.array(z.object({ gate: z.string(), arrived: z.number().int() })),
    /** Arrivals by quarter of an hour and gate, without empty ones, from first to last. */
    quarters: z.array(z.object({ from: instant, gate: z.string(), count: z.number().int() })),
    /**
     * Arrivals expected by the end of each quarter of an hour, as at the club's earlier events; null without registered
     * people, or without earlier events with enough arrivals.
     */
    forecast: z.array(z.object({ from: instant, arrived: z.number().int() })).nullable(),
    /** How many earlier events the forecast is made from. */
    forecastEvents: z.number().int(),
    /** Door sales, amounts in minor units and minus refunds; null for a helper's device. */
    sales: z
      .object({
        tickets: z.number().int(),
        extras: z.number().int(),
        cash: z.number().int(),
        cardTerminal: z.number().int(),
        currency,
      })
      .nullable(),
    /** Attendees and purchases with conflicts (`door/getConflicts`). */
    conflicts: z.number().int(),
  })
  .meta({ id: "DoorFigures" });
export type DoorFigures = z.infer<typeof doorFigures>;

/**
 * One scan as staff see it. `claimedAt` is the device's clock, null without a device; `receivedAt` is the server's, or
 * the time of an imported check-in.
 */
export const reportedScan = admission
  .extend({
    kind: z.enum(["admit", "undo", "redeem"]),
    verdict: doorVerdict,
    conflict: z.boolean(),
    isUndone: z.boolean(),
    claimedAt: instant.nullable(),
    receivedAt: instant,
    /** Null for a purchase, and for an undo if the server knows no attendee of it. */
    attendeeId: z.number().int().nullable(),
    /** Stored with the scan, so that it can be read after the attendee is deleted. */
    name: z.string(),
  })
  .meta({ id: "DoorScanEntry" });
export type ReportedScan = z.infer<typeof reportedScan>;

/** A conflict about one attendee or one purchase; the other id is null. */
export const doorConflict = z
  .object({
    attendeeId: z.number().int().nullable(),
    purchaseId: z.number().int().nullable(),
    /** Null if the attendee or the purchase was removed before the latest conflicting scan came. */
    registrationId: z.number().int().nullable(),
    name: z.string(),
    /** Empty for a purchase, or a removed attendee. */
    ticketTitle: z.string(),
    reason: z.enum(["twice", "notPaid", "cancelled", "replaced", "removed", "otherDay", "revokedDevice"]),
    /** All scans of the attendee or purchase, from first to last. */
    scans: z.array(reportedScan),
  })
  .meta({ id: "DoorConflict" });
export type DoorConflict = z.infer<typeof doorConflict>;
