import { z } from "zod";
import { dateFormats } from "../../rules/time/dateFormats.ts";
import { currency, id, instant, textLine } from "../../scalars.ts";
import { chargedRate } from "../order.ts";
import { missingPart } from "../registration.ts";

/** The rights that a helper's link may have; staff have all of them. */
export const doorRight = z.enum(["scan", "search", "undo", "sell"]).meta({ id: "DoorRight" });
export type DoorRight = z.infer<typeof doorRight>;

/** The verdict on a scan. `replaced`: the ticket has a newer code. */
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
export type DoorVerdict = z.infer<typeof doorVerdict>;

/** An id that a device makes and stores. */
export const deviceId = z.uuid("is not a device's id");

/** When, where and by whom a person was admitted or a purchase handed over. */
export const admission = z
  .object({
    scanId: z.uuid(),
    at: instant,
    gate: z.string(),
    by: z.string(),
  })
  .meta({ id: "Admission" });
export type Admission = z.infer<typeof admission>;

/**
 * An attendee as a device stores it, without mail address and phone number. `codeHash` is the first 16 bytes of the
 * SHA-256 of the `qrUuid` in lower case, base64url. `notPaid`: the registration is not active yet, or has expired.
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
    /** Answers to the questions that are shown at the door, as they are stored: a country by its code. */
    answers: z.array(z.object({ questionId: z.number().int(), answer: z.string() })),
    admission: admission.nullable(),
    /** What the holder still has to give. An older server omits it. */
    missing: z.array(missingPart).optional(),
    /** The first 16 bytes of the SHA-256 of the trimmed code of the previous system, base64url. */
    oldCodeHash: z.string().optional(),
    /** True once the old code is refused as `replaced`. */
    oldCodeEnded: z.boolean().optional(),
  })
  .meta({ id: "DoorAttendee" });
export type DoorAttendee = z.infer<typeof doorAttendee>;

/** A handover of extras; `counts` has how much of each item was handed over, in the order of the items. */
export const handover = admission.extend({ counts: z.array(z.number().int()) }).meta({ id: "Handover" });
export type Handover = z.infer<typeof handover>;

/** An extras purchase as a device stores it; `codeHash` as for an attendee. */
export const doorPurchase = z
  .object({
    purchaseId: z.number().int(),
    registrationId: z.number().int(),
    codeHash: z.string(),
    items: z.array(z.object({ title: z.string(), quantity: z.number().int() })),
    state: z.enum(["active", "notPaid", "cancelled"]),
    /** The handover after which nothing was left; null while something is left. */
    redemption: admission.nullable(),
    /** Handovers that were not undone. An older server omits it. */
    handovers: z.array(handover).optional(),
  })
  .meta({ id: "DoorPurchase" });
export type DoorPurchase = z.infer<typeof doorPurchase>;

/** The data of a door without its attendees. */
export const door = z
  .object({
    event: z.object({
      id: z.number().int(),
      name: z.string(),
      slug: z.string(),
      startDatetime: instant,
      endDatetime: instant.nullable(),
      timeZone: z.string(),
      /** An older server omits it. */
      dateFormat: z.enum(dateFormats).optional(),
      currency,
    }),
    gate: z.string(),
    rights: z.array(doorRight),
    /** The Ed25519 key that verifies the signatures of the event's codes, SPKI in base64. */
    publicKey: z.string(),
    /** When the device must delete its copy; null for staff. */
    expiresAt: instant.nullable(),
    tickets: z.array(
      z.object({
        ticketId: z.number().int(),
        title: z.string(),
        price: z.number().int(),
        /** Days (YYYY-MM-DD, the event's zone) on which it is valid; null: all. */
        validDays: z.array(z.string()).nullable(),
        /** Null: the event's tax. */
        taxRate: chargedRate.nullable(),
        /** Whether a door may sell it. An older server omits it. */
        isActive: z.boolean().optional(),
      }),
    ),
    /** Questions that are shown at the door, in their order. */
    questions: z.array(
      z.object({
        questionId: z.number().int(),
        /** An older server omits it. */
        typeId: z.number().int().optional(),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: "Door" });
export type Door = z.infer<typeof door>;

/** The largest number of scans in one call. */
export const MOST_SCANS = 500;
/** The largest number of attendees in one page of a copy. */
export const MOST_COPIED = 5_000;

/** Extras to hand over. `line` is the index of an item of the purchase, from 0. */
export const handedLines = z
  .array(
    z.object({
      line: z.number().int().min(0).max(1_000),
      quantity: z.number().int().min(1).max(10_000),
    }),
  )
  .min(1, "must have at least one item")
  .max(100, "must have at most 100 items");

/** Makes the JSON Schema that requires an id in `field`, or else a scanned code. */
const requireIdOr = (field: string) => ({
  anyOf: [
    { required: [field], properties: { [field]: { not: { type: "null" } } } },
    { required: ["code"], properties: { code: { type: "string", pattern: "\\S" } } },
  ],
});
const whenKindIs = (kind: string) => ({ properties: { kind: { const: kind } } });
/** The check of `doorScan` as JSON Schema. */
const requiredByKind = {
  if: whenKindIs("undo"),
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ["undoes"], properties: { undoes: { minItems: 1 } } },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  else: { if: whenKindIs("redeem"), then: requireIdOr("purchaseId"), else: requireIdOr("attendeeId") },
};

/**
 * One action at the door. `admit` needs `attendeeId` or `code`; `redeem`, which hands extras over, needs `purchaseId`
 * or `code`; `undo` needs `undoes`.
 */
export const doorScan = z
  .object({
    /** Made by the device, once for each action. The repeated id of a stored scan gets its first verdict again. */
    scanId: z.uuid("is not a scan's id"),
    /** Counts up on each device. */
    sequence: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    kind: z.enum(["admit", "undo", "redeem"]),
    attendeeId: id.nullish(),
    purchaseId: id.nullish(),
    /** The scanned text (docs/wire.md §2). */
    code: textLine(512).nullish(),
    /** What `redeem` hands over; without it, all that is left. */
    lines: handedLines.nullish(),
    /** The `scanId` of each scan that an undo takes back. */
    undoes: z.array(z.uuid("is not a scan's id")).max(100, "must have at most 100 entries").optional(),
    /** True if the device has acted already, such as admitted the person while it was offline. */
    decided: z.boolean(),
    /** The device's clock. Not verified. */
    claimedAt: instant,
  })
  .superRefine((scan, context) => {
    const addProblem = (path: string, message: string) =>
      context.addIssue({ code: "custom", path: [path], message });
    if (scan.kind === "admit" && !scan.attendeeId && !scan.code) addProblem("attendeeId", "is required");
    if (scan.kind === "redeem" && !scan.purchaseId && !scan.code) addProblem("purchaseId", "is required");
    if (scan.kind === "undo" && (scan.undoes ?? []).length === 0) addProblem("undoes", "is required");
  })
  .meta({ id: "DoorScan", ...requiredByKind });
export type DoorScan = z.output<typeof doorScan>;

/**
 * The result of a scan. `earlier`: the admission or handover that an `undo` took back, or that was there before a scan
 * without the verdict `welcome`. `conflict`: it is stored as a conflict, because the device had acted although the
 * verdict is not `welcome`, or although staff had revoked the device or its link.
 */
export const scanAnswer = z
  .object({
    scanId: z.uuid(),
    /** For `undo`: `welcome` if it took something back, else `unknown`. */
    verdict: doorVerdict,
    conflict: z.boolean(),
    earlier: admission.nullable(),
    /** True if the shown code is the attendee's code from the previous system. */
    oldTicket: z.boolean().optional(),
    /** The scan's attendee afterwards, or null. */
    attendee: doorAttendee.nullable(),
    purchase: doorPurchase.nullable(),
  })
  .meta({ id: "ScanAnswer" });
export type ScanAnswer = z.infer<typeof scanAnswer>;

/** The event of a call of the door. */
export const doorEventId = { eventId: id };
