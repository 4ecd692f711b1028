import { z } from "zod";
import { holdLimits } from "../rules/holdLimits.ts";
import {
  currency,
  email,
  flag,
  id,
  instant,
  isStorable,
  optional,
  paragraph,
  quantity,
  textLine,
  zone,
} from "../scalars.ts";
import { taxedItem, taxPart } from "./order.ts";

/** `pending`: the order is not paid yet, or the registration was imported and staff have not activated it yet. */
export const registrationState = z
  .enum(["held", "pending", "active", "expired", "cancelled"])
  .meta({ id: "RegistrationState" });
export type RegistrationState = z.infer<typeof registrationState>;

/** A registration (docs/wire.md §2). `status` is true when it is active. */
export const registration = z
  .object({
    id: z.number().int(),
    /** The same as `id`. */
    registrationId: z.number().int(),
    eventId: z.number().int(),
    state: registrationState,
    status: z.boolean(),
    email: z.string().nullable(),
    additionalFields: z.record(z.string(), z.string()),
    userTimezone: z.string().nullable(),
    timezoneOffset: z.number().int().nullable(),
    expiresAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: "Registration" });
export type Registration = z.infer<typeof registration>;

/** What the holder of a ticket still has to give: a name, or answers to required questions. */
export const missingPart = z.enum(["name", "answers"]).meta({ id: "MissingPart" });
export type MissingPart = z.infer<typeof missingPart>;

/**
 * One person with a QR code. `qrText` is the signed text to draw; null while the registration is not active, and in
 * some replies to staff.
 */
export const attendee = z
  .object({
    id: z.number().int(),
    /** The same as `id`. */
    attendeeId: z.number().int(),
    registrationId: z.number().int(),
    ticketId: z.number().int(),
    ticketTitle: z.string(),
    isPrimary: z.boolean(),
    /**
     * Without a name: a text such as "Guest of Mia Keller", or empty in the replies of registration/save and
     * registration/express.
     */
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    qrUuid: z.string(),
    qrText: z.string().nullable(),
    answers: z.array(z.object({ questionId: z.number().int(), text: z.string(), answer: z.string() })),
    checkinId: z.number().int().nullable(),
    checkinTime: instant.nullable(),
    /** The import that registered them. */
    importId: z.number().int().nullable(),
    /** Whether they have a code of the previous system that has not ended. */
    hasOldCode: z.boolean(),
    /** Some replies omit it, such as those of a purchase. */
    missing: z.array(missingPart).optional(),
    /** The page where this guest gives what is missing. Most replies omit it. */
    guestLink: z.string().optional(),
  })
  .meta({ id: "Attendee" });
export type Attendee = z.infer<typeof attendee>;

/** The price of a hold, in minor units. Its lines and totals include the code's discount. */
export const quote = z
  .object({
    items: z.array(taxedItem),
    pricesIncludeTax: z.boolean(),
    /** Without tax. */
    subtotal: z.number().int(),
    tax: z.number().int(),
    totalAmount: z.number().int(),
    /** The parts add up to `subtotal` and `tax`; empty if the total is 0. */
    taxes: z.array(taxPart),
    currency,
    promoCode: z.string().nullable(),
    /** Over all lines. */
    discount: z.number().int(),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof quote>;

const ticketWish = z.object({ ticketId: id, quantity });
const tooManyLines = `must have at most ${holdLimits.lines} lines`;
const extrasWish = z.object({ extrasId: id, quantity });

/** A buyer's request to hold places; the quantities of two lines with the same id are added. */
export const holdRequestFields = {
  eventId: id,
  tickets: z.array(ticketWish).min(1, "must have at least one ticket").max(holdLimits.lines, tooManyLines),
  extras: z.array(extrasWish).max(holdLimits.lines, tooManyLines).optional(),
  /** Its refusals list `promoCode` in `fields`, except tooMany, which any code may get after many unknown ones. */
  promoCode: optional(textLine(40)),
  email: optional(email),
  userTimezone: optional(zone),
  /** Stored and returned as it was sent. */
  timezoneOffset: z.number().int().min(-1000).max(1000).nullish(),
};

/** The answers of one person, by question id. */
export const personAnswers = z
  .array(z.object({ questionId: id, answer: z.union([paragraph(5000), z.array(textLine(500)).max(200)]) }))
  .max(200, "must have at most 200 answers");

/**
 * One person as the buyer enters them. The first name may be empty only at an event with `guestNamesLater`: for guests,
 * and for the primary attendee if `additionalFields` names the buyer (`Bought by`).
 */
export const attendeeInput = z
  .object({
    ticketId: id,
    firstName: textLine(100).default(""),
    lastName: textLine(100).default(""),
    email: optional(email),
    phone: optional(textLine(40)),
    isPrimary: flag.optional(),
    answers: personAnswers.optional(),
  })
  .meta({ id: "AttendeeInput" });
export type AttendeeInput = z.infer<typeof attendeeInput>;

/** The people of a registration as a buyer or staff enter them. */
export const attendees = z
  .array(attendeeInput)
  .min(1, "must have at least one person")
  .max(holdLimits.quantity, `must be at most ${holdLimits.quantity} people`);

const withEmail = { required: ["email"], properties: { email: { type: "string", minLength: 1 } } };
/** The check for an address as JSON Schema, which cannot say who is primary, so it accepts anybody's. */
export const requiredEmail = {
  description:
    "`email` is needed, or that of the person who is primary: the first, unless another is marked.",
  if: withEmail,
  else: { properties: { attendees: { contains: withEmail } } },
};

/** Free texts besides the questions. */
export const additionalFields = z
  .record(
    z
      .string()
      .min(1)
      .max(100)
      .refine((key) => key !== "__proto__" && isStorable(key), "is not a field name"),
    paragraph(1000),
  )
  .refine((fields) => Object.keys(fields).length <= 50, "must be at most 50 fields");
