/** An event's people as its staff see and change them: the list, its files, imports (docs/wire.md §4, registration). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { paidBy, paymentFilter, paymentStatus } from "./order.ts";
import { attendee, attendeeInput, registration, registrationState } from "./registration.ts";
import { email, flag, id, instant, line, optional, pageOf, paging, requiredLine } from "./scalars.ts";

/** How many rows one import takes, the row of headings apart. */
export const MOST_IMPORTED_ROWS = 50_000;

/** The orders of the list; "-" turns one round. People who have not arrived come last in both orders of `checkin`. */
export const attendeeOrder = z
  .enum(["registration", "-registration", "checkin", "-checkin", "name", "-name"])
  .meta({ id: "AttendeeOrder" });
/** An order of the list. */
export type AttendeeOrder = z.infer<typeof attendeeOrder>;

const none = z.literal("").transform(() => undefined);

/** One of some words; the empty text, which a form sends where nothing is chosen, is none. */
const orNone = <T extends string>(words: z.ZodEnum<{ [Word in T]: Word }>) =>
  z.enum(["", ...words.options]).transform((word) => (word === "" ? undefined : (word as T)));

/** Which attendees are meant. Without a state those of active registrations; `all` is everybody who was ever named. */
const filters = {
  /** Every word must be part of a name, address or telephone number; case and accents do not matter. */
  searchKeyword: line(200)
    .transform((text) => text || undefined)
    .optional(),
  checkinStatus: z.union([none, flag]).optional(),
  ticketId: z.union([none, id]).optional(),
  registrationState: orNone(z.enum([...registrationState.options, "all"])).optional(),
  orderStatus: orNone(paymentFilter).optional(),
};

/** The event, in both ways clients say it (docs/wire.md §1, nested query). */
const ofEvent = {
  eventId: id.optional().describe("The event. It or `event[id]` is needed"),
  "event[id]": id.optional().describe("The same as `eventId`, of which one is needed"),
};

/** An attendee as the list shows it. `qrText` is null: who needs the code asks for the registration. */
export const listedAttendee = attendee
  .extend({
    registrationState,
    /** The buyer's address, to which the tickets of people without one of their own go. */
    registrationEmail: z.string().nullable(),
    additionalFields: z.record(z.string(), z.string()),
    registeredAt: instant,
    orderId: z.number().int().nullable(),
    orderNumber: z.string().nullable(),
    orderStatus: paymentStatus.nullable(),
    /** How an order of the door was paid; null for one of the web. */
    orderPaidBy: paidBy.nullable(),
  })
  .meta({ id: "ListedAttendee" });
/** An attendee as the list shows it. */
export type ListedAttendee = z.infer<typeof listedAttendee>;

/** A row of an import that is wrong, counted as a spreadsheet does: the headings are row 1. */
const rowProblem = z.object({ row: z.number().int(), reason: z.string() });
/** A row of an import that is wrong. */
export type RowProblem = z.infer<typeof rowProblem>;

export const peopleCalls = {
  "registration/getAttendees": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's attendees by page, searched, filtered and sorted, for its club's staff",
    query: z.object({
      ...ofEvent,
      ...paging,
      itemsPerPage: z.coerce.number().int().min(-1).max(1_000_000).default(25),
      ...filters,
      sortBy: orNone(attendeeOrder).optional(),
    }),
    payload: pageOf(listedAttendee).extend({
      /** False where a search has so many hits that `totalItems` is an estimate. */
      isTotalExact: z.boolean(),
    }),
  }),
  "registration/sendTicketByAttendeeId": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Mails the ticket again: to the attendee's own address, or to the buyer's; once a minute",
    refuses: ["notActive"],
    query: z.object({ attendeeId: id, eventId: id }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "registration/sendTickets": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Mails their tickets to everybody the filters show; the same address once an hour",
    body: z.object({ eventId: id, ...filters }),
    payload: z.object({ queued: z.number().int() }),
  }),
  "registration/removeRegistration": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "admin",
    kind: "write",
    summary:
      "Deletes a registration with its attendees; its places return to sale. A paid one only with `force`",
    refuses: ["paymentFailed", "inUse"],
    query: z.object({ registrationId: id, eventId: id, force: flag.optional() }),
    payload: z.object({ registrationId: z.number().int() }),
  }),
  "registration/deleteAttendee": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "admin",
    kind: "write",
    summary: "Deletes an attendee; the place returns to sale. The last one takes the registration along",
    refuses: ["inUse"],
    query: z.object({ attendeeId: id, eventId: id, force: flag.optional() }),
    payload: z.object({
      attendeeId: z.number().int(),
      registrationId: z.number().int(),
      deletedRegistration: z.boolean(),
    }),
  }),
  "registration/updateAttendee": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Changes what is given of an attendee; another ticket of the event takes a place of its own",
    refuses: ["soldOut", "notEnoughLeft", "inUse"],
    body: z.object({
      attendeeId: id,
      eventId: id,
      ticketId: id.optional(),
      firstName: requiredLine(100).optional(),
      lastName: line(100).optional(),
      email: optional(email),
      phone: optional(line(40)),
      answers: attendeeInput.shape.answers,
    }),
    payload: z.object({ attendee: listedAttendee }),
  }),
  "registration/updateStatus": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Cancels a registration that is not paid for (false), or takes its places again (true)",
    refuses: ["paymentFailed", "soldOut", "notActive", "inUse"],
    body: z.object({ id, status: flag }),
    payload: registration,
  }),
  "registration/bulkImportAttendee": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: { fileBytes: 25 * 1024 * 1024, files: 1, orField: "rows" },
    summary: "Registers everybody of an .xlsx or .csv file, or nobody; `dryRun` says every problem by row",
    refuses: ["soldOut", "notEnoughLeft"],
    body: z.object({
      eventId: id,
      /** The ticket of rows that name none. */
      ticketId: id.optional(),
      dryRun: flag.optional(),
      /** In JSON, in place of a file: the headings and the rows. */
      rows: z
        .array(z.array(line(5000)).max(100, "must have at most 100 columns"))
        .max(MOST_IMPORTED_ROWS + 1, "must have at most 50,000 rows")
        .optional(),
    }),
    payload: z.object({
      insertCount: z.number().int(),
      /** Rows that are wrong; while there is one, nobody is registered. */
      skipped: z.array(rowProblem),
      /** How many rows are wrong, of which `skipped` has at most 1,000. */
      skippedCount: z.number().int(),
      /** Headings that are kept as additional fields. */
      additionalColumns: z.array(z.string()),
      /** What each heading of the file is taken for. */
      columns: z.array(
        z.object({
          heading: z.string(),
          meaning: z.enum(["name", "firstName", "lastName", "email", "phone", "ticket", "additional"]),
        }),
      ),
      /** The first rows as they are in the file. */
      sample: z.array(z.array(z.string())),
      rowCount: z.number().int(),
      /** Places the import takes, by ticket. */
      places: z.array(z.object({ ticketId: z.number().int(), title: z.string(), count: z.number().int() })),
    }),
  }),
  "registration/getImportProgress": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "How far an import has come, by the Idempotency-Key it was sent with; null when there is none",
    query: z.object({ eventId: id, key: requiredLine(255).meta({ examples: ["5c0f1c9e-import-1"] }) }),
    payload: z
      .object({
        state: z.enum(["reading", "writing", "done", "failed"]),
        done: z.number().int(),
        total: z.number().int(),
      })
      .nullable(),
  }),
};
