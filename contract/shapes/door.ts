/**
 * The door: what a device keeps of an event, what it tells of its scans, and what it is told (docs/wire.md §2, QR
 * texts). Every call of access `door` is for a helper's device or for the event's staff.
 */
import { z } from "zod";
import { dateFormats } from "../rules/dateFormats.ts";
import { currency, id, instant, line } from "../scalars.ts";

/** What a helper's link may allow; staff may do all of it. */
export const doorRight = z.enum(["scan", "search", "undo", "sell"]).meta({ id: "DoorRight" });
/** One thing a device at the door may do. */
export type DoorRight = z.infer<typeof doorRight>;

/** What becomes of somebody who shows a code: a closed set. `replaced`: their ticket has a newer code. */
export const doorVerdict = z
  .enum([
    "welcome",
    "alreadyIn",
    "notPaid",
    "cancelled",
    "replaced",
    "otherEvent",
    "otherDay",
    "unknown",
    "forged",
  ])
  .meta({ id: "DoorVerdict" });
/** A verdict. */
export type DoorVerdict = z.infer<typeof doorVerdict>;

/** A name that a device gives itself, once, and keeps: who scanned is this, not a clock. */
export const deviceId = z.uuid("is not a device's id");

/** Where and by whom somebody was let in, or something was handed over. `at` is the server's receipt. */
export const admission = z
  .object({
    scanId: z.uuid(),
    at: instant,
    gate: z.string(),
    by: z.string(),
  })
  .meta({ id: "Admission" });
/** An admission as devices and staff see it. */
export type Admission = z.infer<typeof admission>;

/**
 * An attendee as a device keeps it: no address, no number. `codeHash` is the first 16 bytes of the SHA-256 of the
 * `qrUuid` in lower case, base64url. `state`: may come in, is not paid for, or was cancelled.
 */
export const doorAttendee = z
  .object({
    attendeeId: z.number().int(),
    registrationId: z.number().int(),
    ticketId: z.number().int(),
    firstName: z.string(),
    lastName: z.string(),
    codeHash: z.string(),
    state: z.enum(["active", "notPaid", "cancelled"]),
    /** Answers to the questions that are shown at the door. */
    answers: z.array(z.object({ questionId: z.number().int(), answer: z.string() })),
    admission: admission.nullable(),
  })
  .meta({ id: "DoorAttendee" });
/** An attendee as a device keeps it. */
export type DoorAttendee = z.infer<typeof doorAttendee>;

/** An extras purchase as a device keeps it; `codeHash` as of an attendee. */
export const doorPurchase = z
  .object({
    purchaseId: z.number().int(),
    registrationId: z.number().int(),
    codeHash: z.string(),
    /** What is to be handed over. */
    items: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    state: z.enum(["active", "notPaid", "cancelled"]),
    redemption: admission.nullable(),
  })
  .meta({ id: "DoorPurchase" });
/** An extras purchase as a device keeps it. */
export type DoorPurchase = z.infer<typeof doorPurchase>;

/** What a device knows of its door before it has anybody's name. */
export const door = z
  .object({
    event: z.object({
      id: z.number().int(),
      name: z.string(),
      slug: z.string(),
      startDatetime: instant,
      endDatetime: instant.nullable(),
      timeZone: z.string(),
      /** How its days and times are written (rules/dateFormats.ts). A copy of an older server lacks it. */
      dateFormat: z.enum(dateFormats).optional(),
      currency,
    }),
    gate: z.string(),
    /** What this device may do. */
    rights: z.array(doorRight),
    /** The Ed25519 key that the event's codes are signed with, SPKI in base64. */
    publicKey: z.string(),
    /** When the device has to forget all of it; null for staff, whose session ends by itself. */
    expiresAt: instant.nullable(),
    tickets: z.array(
      z.object({
        ticketId: z.number().int(),
        title: z.string(),
        price: z.number().int(),
        /** The days (YYYY-MM-DD, the event's zone) on which it lets in; null: all days of the event. */
        validDays: z.array(z.string()).nullable(),
      }),
    ),
    /** Questions that are shown at the door, in their order. */
    questions: z.array(z.object({ questionId: z.number().int(), text: z.string() })),
  })
  .meta({ id: "Door" });
/** What a device knows of its door. */
export type Door = z.infer<typeof door>;

/** The most scans that one call takes. */
export const MOST_SCANS = 500;
/** The most attendees that one page of a copy has. */
export const MOST_COPIED = 5_000;

/** Somebody by their id, or by the code that was scanned. */
const named = (field: string) => ({
  anyOf: [
    { required: [field], properties: { [field]: { not: { type: "null" } } } },
    { required: ["code"], properties: { code: { type: "string", pattern: "\\S" } } },
  ],
});
const ofKind = (kind: string) => ({ properties: { kind: { const: kind } } });
/** What the check of `doorScan` says, as JSON Schema. */
const neededByKind = {
  if: ofKind("undo"),
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  then: { required: ["undoes"], properties: { undoes: { minItems: 1 } } },
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  else: { if: ofKind("redeem"), then: named("purchaseId"), else: named("attendeeId") },
};

/**
 * One thing that happened at the door. `admit` lets an attendee in, `undo` takes admissions back by their scan ids,
 * `redeem` hands an extras purchase over. `admit` needs `attendeeId` or `code`, `redeem` `purchaseId` or `code`, `undo`
 * needs `undoes`.
 */
export const doorScan = z
  .object({
    /** Made by the device, once for each thing that happened: the same id again gives the first answer again. */
    scanId: z.uuid("is not a scan's id"),
    /** Counts up on each device; orders what it did, whatever its clock says. */
    sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    kind: z.enum(["admit", "undo", "redeem"]),
    attendeeId: id.nullish(),
    purchaseId: id.nullish(),
    /** The text as it was scanned; null when a name was chosen. Judged again by the server. */
    code: line(512).nullish(),
    /** The scans that an undo takes back. */
    undoes: z.array(z.uuid("is not a scan's id")).max(100, "must name at most 100").optional(),
    /** True when the device has acted on it already: it is a fact then, and kept also where the server would refuse. */
    decided: z.boolean(),
    /** What the device's clock said. A claim. */
    claimedAt: instant,
  })
  .superRefine((scan, context) => {
    const say = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (scan.kind === "admit" && !scan.attendeeId && !scan.code) say("attendeeId", "is required");
    if (scan.kind === "redeem" && !scan.purchaseId && !scan.code) say("purchaseId", "is required");
    if (scan.kind === "undo" && (scan.undoes ?? []).length === 0) say("undoes", "is required");
  })
  .meta({ id: "DoorScan", ...neededByKind });
/** One thing that happened at the door, checked. */
export type DoorScan = z.output<typeof doorScan>;

/**
 * What became of a scan. `earlier` is what stands in its way (`alreadyIn`), or what it met (`conflict`). `conflict`:
 * the device had acted, and the server would have refused: both are kept, and staff see it.
 */
export const scanAnswer = z
  .object({
    scanId: z.uuid(),
    /** For `undo`: `welcome` when it took something back, `unknown` when there was nothing. */
    verdict: doorVerdict,
    conflict: z.boolean(),
    earlier: admission.nullable(),
    /** As they are now; null where the code names nobody of this event. */
    attendee: doorAttendee.nullable(),
    purchase: doorPurchase.nullable(),
  })
  .meta({ id: "ScanAnswer" });
/** What became of a scan. */
export type ScanAnswer = z.infer<typeof scanAnswer>;

export const ofDoor = { eventId: id };
