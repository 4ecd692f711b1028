/** What the staff's screen tells of the door: arrivals, who is expected, door sales, and where doors disagree. */
import { z } from "zod";
import { currency, instant } from "../scalars.ts";
import { admission, doorVerdict } from "./door.ts";

/** One message of `GET /api/door/live?eventId=…` (server-sent events, `event: figures`), and the reply of getFigures. */
export const doorFigures = z
  .object({
    /** Attendees of active registrations. */
    expected: z.number().int(),
    arrived: z.number().int(),
    /** Arrivals by gate; the empty gate is the office's table of attendees. */
    gates: z.array(z.object({ gate: z.string(), arrived: z.number().int() })),
    /** Arrivals by quarter of an hour and gate, those with any, from first to last. */
    quarters: z.array(z.object({ from: instant, gate: z.string(), count: z.number().int() })),
    /**
     * How many will have come by the end of each quarter of an hour, from the arrivals of the club's earlier events
     * relative to their start; null without any.
     */
    forecast: z.array(z.object({ from: instant, arrived: z.number().int() })).nullable(),
    /** On how many earlier events the forecast rests. */
    forecastEvents: z.number().int(),
    /** What was sold at the door, in minor units; null for a helper's device: it is for staff to see. */
    sales: z
      .object({
        tickets: z.number().int(),
        cash: z.number().int(),
        cardTerminal: z.number().int(),
        currency,
      })
      .nullable(),
    /** How many attendees and purchases doors disagree about (`door/getConflicts`). */
    conflicts: z.number().int(),
  })
  .meta({ id: "DoorFigures" });
/** The door in figures. */
export type DoorFigures = z.infer<typeof doorFigures>;

/** One scan as staff see it. `claimedAt` is the device's clock, `receivedAt` the server's. */
export const toldScan = admission
  .extend({
    kind: z.enum(["admit", "undo", "redeem"]),
    verdict: doorVerdict,
    conflict: z.boolean(),
    /** Taken back by a later scan. */
    isUndone: z.boolean(),
    claimedAt: instant.nullable(),
    receivedAt: instant,
    attendeeId: z.number().int().nullable(),
    /** As it was when the scan came, so that it can be read when the attendee is gone. */
    name: z.string(),
  })
  .meta({ id: "DoorScanEntry" });
/** One scan as staff see it. */
export type ToldScan = z.infer<typeof toldScan>;

/**
 * Where doors disagree about one attendee or one purchase: several let them in, or one did though they may not come in.
 * It is gone once a scan is taken back and nothing disagrees any more. Of the two ids one is null.
 */
export const doorConflict = z
  .object({
    attendeeId: z.number().int().nullable(),
    purchaseId: z.number().int().nullable(),
    /** Null where the attendee was removed before the scan came. */
    registrationId: z.number().int().nullable(),
    name: z.string(),
    /** Empty for a purchase, and where the attendee was removed. */
    ticketTitle: z.string(),
    reason: z.enum(["twice", "notPaid", "cancelled", "replaced", "removed", "otherDay", "revokedDevice"]),
    /** All that happened to them, from first to last. */
    scans: z.array(toldScan),
  })
  .meta({ id: "DoorConflict" });
/** Where doors disagree. */
export type DoorConflict = z.infer<typeof doorConflict>;
