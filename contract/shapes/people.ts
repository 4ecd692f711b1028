import { z } from "zod";
import { flag, id, instant, paragraph, textLine } from "../scalars.ts";
import { paidBy, paymentFilter, paymentStatus } from "./order.ts";
import { attendee, registrationState } from "./registration.ts";

/** The largest number of columns that registration/bulkImportAttendee accepts. */
export const MOST_IMPORTED_COLUMNS = 200;

/** The ways to sort the list; "-" means descending. `checkin` and `-checkin` put people who have not arrived last. */
export const attendeeOrder = z
  .enum(["registration", "-registration", "checkin", "-checkin", "name", "-name"])
  .meta({ id: "AttendeeOrder" });
export type AttendeeOrder = z.infer<typeof attendeeOrder>;

/** The empty text, which a form sends if nothing is chosen. */
export const emptyAsUndefined = z.literal("").transform(() => undefined);

/** Makes the schema of a word of an enum, or the empty text, which becomes undefined. */
export const optionalWord = <T extends string>(words: z.ZodEnum<{ [Word in T]: Word }>) =>
  z.enum(["", ...words.options]).transform((word) => (word === "" ? undefined : (word as T)));

/**
 * The filters of attendees. Without `registrationState` only active registrations match; with `all` every registration.
 */
export const attendeeFilters = {
  /** Its first eight different words must all match. A telephone number is one word. */
  searchKeyword: textLine(200)
    .transform((text) => text || undefined)
    .optional(),
  checkinStatus: z.union([emptyAsUndefined, flag]).optional(),
  ticketId: z.union([emptyAsUndefined, id]).optional(),
  registrationState: optionalWord(z.enum([...registrationState.options, "all"])).optional(),
  orderStatus: optionalWord(paymentFilter).optional(),
  questionId: z.union([emptyAsUndefined, id]).optional(),
  /** One whole line of an answer, such as a chosen option; to `questionId`, or to any question. */
  answer: textLine(500)
    .transform((text) => text || undefined)
    .optional(),
  /** Attendees of registrations with a paid or free order of this extra, with their tickets or later. */
  extrasId: z.union([emptyAsUndefined, id]).optional(),
  promoCodeId: z.union([emptyAsUndefined, id]).optional(),
  importId: z.union([emptyAsUndefined, id]).optional(),
  /** Attendees whose name or required answers are missing; false: all others. */
  missing: z.union([emptyAsUndefined, flag]).optional(),
};

/** The event, in both forms that clients send (docs/wire.md §1, nested query). */
export const oneEvent = {
  eventId: id.optional().describe("The event. It or `event[id]` is needed"),
  "event[id]": id.optional().describe("The same as `eventId`, of which one is needed"),
};

/** An attendee in the list of staff. `qrText` is null. */
export const listedAttendee = attendee
  .extend({
    registrationState,
    /** The buyer's address. */
    registrationEmail: z.string().nullable(),
    additionalFields: z.record(z.string(), z.string()),
    registeredAt: instant,
    orderId: z.number().int().nullable(),
    orderNumber: z.string().nullable(),
    importedNumber: z.string().nullable(),
    /** Minor units, paid in the system that the order was imported from. */
    paidElsewhere: z.number().int().nullable(),
    orderStatus: paymentStatus.nullable(),
    orderPaidBy: paidBy.nullable(),
    /** Whether an order of the registration is paid: for its tickets, or for extras that were bought later. */
    isPaid: z.boolean(),
  })
  .meta({ id: "ListedAttendee" });
export type ListedAttendee = z.infer<typeof listedAttendee>;

/** An invalid row of an import, counted as in a spreadsheet: the headings are row 1. */
export const rowProblem = z.object({
  row: z.number().int(),
  reason: z.string(),
  /** The cells of the row, in the reply to an import with `goodRowsOnly`. */
  cells: z.array(z.string()).optional(),
});
export type RowProblem = z.infer<typeof rowProblem>;

/** One import, such as of the people in a file. */
export const attendeeImport = z
  .object({
    id: z.number().int(),
    eventId: z.number().int(),
    importedBy: z.string(),
    importedAt: instant,
    /** The file's name, or `pretix` with the organiser and the event. */
    fileName: z.string().nullable(),
    people: z.number().int(),
    registrations: z.number().int(),
    /** Rows that were left out. */
    leftOut: z.number().int(),
    /** People who were not deleted. */
    peopleLeft: z.number().int(),
    /** People who are not yet active. */
    peopleWaiting: z.number().int(),
    /** Entries of the waiting list that came with an archive and were not deleted. */
    waitingList: z.number().int().optional(),
    /** Sponsors who came with an archive and were not deleted. */
    sponsors: z.number().int().optional(),
    /** Rows of an archive, such as payments, that are only stored to be read. */
    records: z.number().int().optional(),
    takenBackAt: instant.nullable(),
    takenBackBy: z.string().nullable(),
    /** Why it cannot be taken back, or null. */
    refusal: z.string().nullable(),
  })
  .meta({ id: "AttendeeImport" });
export type AttendeeImport = z.infer<typeof attendeeImport>;

/**
 * What a state says of its rows in an import: `good` registers them, `waiting` registers them as not yet active (they
 * hold their places, and their tickets are not valid).
 */
export const stateVerdict = z.enum(["good", "waiting", "leaveOut"]).meta({ id: "StateVerdict" });
export type StateVerdict = z.infer<typeof stateVerdict>;
/** What a ticket text in an import means: the ticket with this id, or one with this title, new if needed (`make`). */
export const ticketUse = z.union([z.number().int(), z.enum(["make", "leaveOut"])]).meta({ id: "TicketUse" });
/** A `TicketUse` as clients send it. */
export const ticketUseInput = z.union([id, z.enum(["make", "leaveOut"])]);
export type TicketUse = z.infer<typeof ticketUse>;
/** What a text of an import means as an answer: an option of the question, or no answer if `option` is empty. */
export const answerMeaning = z.object({
  questionId: id,
  text: paragraph(1000),
  option: textLine(500),
});
export type AnswerMeaning = z.infer<typeof answerMeaning>;
/** A state or a ticket of a file, empty for rows without a state, and the number of rows that it decides about. */
export const rowsWithText = z.object({ text: z.string(), count: z.number().int() });

/**
 * The meaning of an imported column. A `variation` is joined to the `ticket`: "Gala dinner – Meat". Rows with the same
 * `group` are one registration; without a group, rows with the same `orderNumber`, else rows with the same `buyerEmail`
 * or else `email`. `buyerEmail` and `buyerName` are of the whole registration. A row of `quantity` 3 is three people.
 * `price` was paid elsewhere; it is summed for the order, and is no revenue in Foyer. `registeredAt` may be two
 * columns, date and time. `checkedIn` is whether or when they were checked in. `code` is the text of the QR code or
 * barcode of the previous system, of which a hash is kept. `additional`, `state`, `company` and `note` become
 * additional fields, up to 50.
 */
export const columnMeaning = z
  .enum([
    "name",
    "firstName",
    "lastName",
    "email",
    "phone",
    "ticket",
    "variation",
    "group",
    "buyerEmail",
    "buyerName",
    "quantity",
    "orderNumber",
    "price",
    "registeredAt",
    "checkedIn",
    "code",
    "company",
    "note",
    "state",
    "answer",
    "additional",
    "leaveOut",
  ])
  .meta({ id: "ColumnMeaning" });
export type ColumnMeaning = z.infer<typeof columnMeaning>;

/** A column of an imported file. */
export const importColumn = z.object({
  heading: z.string(),
  meaning: columnMeaning,
  /** The question that an `answer` column answers; absent if the import makes it. */
  questionId: z.number().int().optional(),
  makeQuestion: z.boolean().optional(),
});
export type ImportColumn = z.infer<typeof importColumn>;

/** An error that rows of an import have. */
export const problemGroup = z.object({
  message: z.string(),
  remedy: z.string(),
  count: z.number().int(),
  /** The first of these rows, at most 20. */
  rows: z.array(z.number().int()),
  /** The meaning that no column has, and the position (from 0) of the column that looks like it, or null. */
  missing: z.object({ meaning: columnMeaning, column: z.number().int().nullable() }).optional(),
  /** Whether this error goes once `values` decides about states and tickets. */
  isAsked: z.boolean().optional(),
  /** These people are registered already: `update` may correct them. */
  isKnown: z.boolean().optional(),
  /** An answer that is no option of its question; a long one is omitted. */
  answer: z.object({ questionId: z.number().int(), text: z.string() }).optional(),
});
export type ProblemGroup = z.infer<typeof problemGroup>;

/** What staff decide about a column. The second entry with a heading is about the second column with that heading. */
export const columnChoice = z.object({
  heading: paragraph(5000),
  /** Default: guessed from the heading. */
  meaning: columnMeaning.optional(),
  questionId: id.optional(),
  /**
   * In place of `questionId`: the import makes the question, with the heading as its text, if somebody answers it. If
   * the event already has a question with this text, that one is used.
   */
  makeQuestion: z.boolean().optional(),
});
export type ColumnChoice = z.infer<typeof columnChoice>;
