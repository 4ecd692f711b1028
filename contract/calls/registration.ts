/** The calls about registrations and attendees: a hold, its people, the guest list, changes by the buyer. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { holdLimits } from "../rules/holdLimits.ts";
import { MOST_IMPORTED_ROWS } from "../rules/importLimits.ts";
import {
  accessKey,
  email,
  flag,
  id,
  idList,
  instant,
  minor,
  optional,
  pageOf,
  paging,
  qrUuid,
  requiredTextLine,
  textLine,
} from "../scalars.ts";
import { scanned } from "../shapes/door/checkin.ts";
import { handedLines } from "../shapes/door/door.ts";
import { event } from "../shapes/event.ts";
import { extrasPurchase, ownPurchase } from "../shapes/extrasPurchase.ts";
import { formQuestion } from "../shapes/form.ts";
import { addedPaid, order, staffOrder } from "../shapes/order.ts";
import { ownChanges, refundAndFee } from "../shapes/ownChange.ts";
import {
  answerMeaning,
  attendeeFilters,
  attendeeOrder,
  columnChoice,
  importColumn,
  listedAttendee,
  MOST_IMPORTED_COLUMNS,
  oneEvent,
  optionalWord,
  problemGroup,
  rowProblem,
  rowsWithText,
  stateVerdict,
  ticketUse,
  ticketUseInput,
} from "../shapes/people.ts";
import {
  additionalFields,
  attendee,
  attendeeInput,
  attendees,
  holdRequestFields,
  quote,
  registration,
  requiredEmail,
} from "../shapes/registration.ts";

export const registrationCalls = {
  "registration/scanByExtrasPurchaseId": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Hand over extras by their code: the given `lines`, or all that are left. Refused as alreadyRedeemed, with the purchase, if fewer are left",
    refuses: ["alreadyCheckedIn", "alreadyRedeemed", "notActive", "wrongEvent", "unreadableCode"],
    body: z.object({ payload: scanned.shape.payload.extend({ lines: handedLines.nullish() }) }),
    payload: extrasPurchase,
  }),
  "registration/getOwnChanges": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The tickets that a buyer may cancel, pass on or correct, until when, and the refund",
    query: z.object({ registrationId: id, accessKey, attendeeIds: idList.optional() }),
    payload: ownChanges,
  }),
  "registration/cancelOwn": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Cancel all or some of the buyer's tickets. The places return to sale, and the price is refunded minus the fee",
    refuses: ["notActive", "amountMismatch", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      /** Default: all of them. */
      attendeeIds: z
        .array(id)
        .min(1, "must have at least 1 entry")
        .max(1000, "must have at most 1,000 entries")
        .optional(),
      /** Minor units, as the buyer was shown; a different amount is refused (amountMismatch). */
      refundAmount: minor,
    }),
    payload: z.object({ registration, ...refundAndFee }),
  }),
  "registration/passOn": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Pass a ticket on to somebody else. It gets a new code, and the former one is no longer valid",
    refuses: ["notActive", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      attendeeId: id,
      firstName: requiredTextLine(100),
      lastName: textLine(100).default(""),
      email,
      /** Those of the new holder. The former ones are deleted, except the answers to questions to the buyer. */
      answers: attendeeInput.shape.answers,
    }),
    payload: z.object({ registration, attendee }),
  }),
  "registration/correct": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Correct names, answers, phone numbers and addresses, until the time that the club has set. Codes and omitted fields stay unchanged. A new address gets the tickets by mail",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      /** The buyer's address. People with the former one get it too, unless `attendees` has an address for them. */
      email: email.optional(),
      attendees: z
        .array(
          z.object({
            attendeeId: id,
            firstName: requiredTextLine(100).optional(),
            lastName: textLine(100).optional(),
            /** Empty or null: the ticket goes to the buyer. */
            email: optional(email),
            phone: optional(textLine(40)),
            /** Only the answers in this list are replaced. An empty answer deletes the stored one. */
            answers: attendeeInput.shape.answers,
          }),
        )
        .max(holdLimits.quantity, `must be at most ${holdLimits.quantity} people`)
        .optional(),
    }),
    payload: z.object({
      registration,
      attendees: z.array(attendee),
      /** A new key if the buyer's address changed: links that were mailed to the former one are no longer valid. */
      accessKey: z.string(),
    }),
  }),
  "registration/add": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Staff add people by hand, also to a draft and outside the sale's time. Nothing about them is required but a first name",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed"],
    body: z.object({
      eventId: id,
      tickets: holdRequestFields.tickets,
      extras: holdRequestFields.extras,
      attendees,
      /**
       * Minor units for all tickets and extras together, in place of their list prices. Tax is added or included as the
       * event says. It is divided in proportion to the list prices, and refused if that leaves a rest.
       */
      price: minor.optional(),
      paid: addedPaid,
      /** A remark for the order: why it is free, a reference, the number of a cheque. */
      reason: textLine(500).default(""),
      /** Whether the tickets are mailed. With `paid` "later" they are always mailed once the order is paid. */
      mail: flag,
    }),
    payload: z.object({ registration, attendees: z.array(attendee), order: staffOrder }),
  }),
  "registration/getGuest": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "One ticket with its questions, for its holder, who proves it with the ticket's own secret. No other guest is shown",
    query: z.object({ attendeeId: id, qrUuid }),
    payload: z.object({
      attendee,
      questions: z.array(formQuestion),
      event,
      /** Until when the holder may change the details. */
      until: instant,
      /** Why the details cannot be changed now, or null. */
      refusal: z.string().nullable(),
    }),
  }),
  "registration/saveGuest": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Save the name and answers of a ticket for its holder, until the time that the club has set. Omitted fields and the code stay unchanged",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      attendeeId: id,
      qrUuid,
      firstName: requiredTextLine(100).optional(),
      lastName: textLine(100).optional(),
      /** A new address gets the ticket by mail. Empty or null: the ticket goes to the buyer. */
      email: optional(email),
      phone: optional(textLine(40)),
      /**
       * Only the answers in this list are replaced. If it has any, each required question needs a new or stored answer.
       */
      answers: attendeeInput.shape.answers,
    }),
    payload: attendee,
  }),
  "registration/getAttendees": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's attendees by page, searched, filtered and sorted, for its club's staff",
    query: z.object({
      ...oneEvent,
      ...paging,
      itemsPerPage: z.coerce.number().int().min(-1).max(1_000_000).default(25),
      ...attendeeFilters,
      sortBy: optionalWord(attendeeOrder).optional(),
    }),
    payload: pageOf(listedAttendee).extend({
      /** False if a search has so many hits that `totalItems` is an estimate. */
      isTotalExact: z.boolean(),
    }),
  }),
  "registration/sendTicketByAttendeeId": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Mail tickets again: all of a registration that go to this attendee's address, or else to the buyer's. At most once in each minute of the clock",
    refuses: ["notActive"],
    query: z.object({ attendeeId: id, eventId: id }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "registration/sendTickets": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Mail tickets to all attendees that match the filters. One address at most once in each hour of the clock",
    body: z.object({
      eventId: id,
      ...attendeeFilters,
      /** Only addresses that never got their tickets by mail, for example after an import. */
      neverMailedOnly: flag.default(false),
      /** True: the recipients are counted, and no mail is sent. */
      dryRun: flag.default(false),
    }),
    payload: z.object({
      queued: z.number().int(),
      /** The addresses that the filters select. `neverMailed`: those that did not get their tickets before. */
      recipients: z.number().int(),
      neverMailed: z.number().int(),
      /** How many codes of the previous system become invalid by these mails (with `dryRun`: would become). */
      oldCodes: z.number().int(),
    }),
  }),
  "registration/removeRegistration": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "admin",
    kind: "write",
    summary: "Delete a registration with its attendees. Its places return to sale. A paid one needs `force`",
    refuses: ["paymentFailed", "inUse"],
    query: z.object({ registrationId: id, eventId: id, force: flag.optional() }),
    payload: z.object({ registrationId: z.number().int() }),
  }),
  "registration/deleteAttendee": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "admin",
    kind: "write",
    summary:
      "Delete an attendee. The place returns to sale. With the last one the registration is deleted too",
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
    summary:
      "Change an attendee. Omitted fields stay unchanged. Another ticket of the event needs a free place",
    refuses: ["soldOut", "notEnoughLeft", "inUse"],
    body: z.object({
      attendeeId: id,
      eventId: id,
      ticketId: id.optional(),
      firstName: requiredTextLine(100).optional(),
      lastName: textLine(100).optional(),
      email: optional(email),
      phone: optional(textLine(40)),
      answers: attendeeInput.shape.answers,
    }),
    payload: z.object({ attendee: listedAttendee }),
  }),
  "registration/updateStatus": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Cancel a registration (false), or reserve its places again and make it active (true). Refused as inUse if a provider has its money; money that staff took by hand is recorded as refunded",
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
    summary:
      "Register everybody who has a ticket in an .xlsx or .csv file. If one row has an error nobody is registered; with `goodRowsOnly` only such rows are left out. With `dryRun` nobody is registered, and the reply lists the errors",
    refuses: ["soldOut", "notEnoughLeft"],
    body: z.object({
      eventId: id,
      /** The ticket of rows in which the file gives none. Default: the event's active ticket, if it has only one. */
      ticketId: id.optional(),
      dryRun: flag.optional(),
      /**
       * Registers only the rows without errors, and returns the others with their cells (`skipped`). If more than 1,000
       * rows have errors, nobody is registered. Default: false.
       */
      goodRowsOnly: flag.optional(),
      /** Registers everybody as not yet active, also those whose row has a good state. Default: false. */
      waiting: flag.optional(),
      /**
       * Corrects people whom an earlier import registered; they are recognised by order number, code, address or name.
       * Only names, also the buyer's, phone numbers, answers, additional fields and check-ins change, and addresses if a
       * ticket has its code. An empty cell deletes nothing. Default: false, with which the rows of such people are errors.
       */
      update: flag.optional(),
      /** The meanings that staff chose. Others are guessed from the columns' headings. In a form it is JSON text. */
      columns: z.array(columnChoice).max(MOST_IMPORTED_COLUMNS, "must have at most 200 entries").optional(),
      /** What staff decide about the values of columns. In a form it is JSON text. */
      values: z
        .object({
          /** By the text of a state (case and punctuation do not matter): what happens to its rows. */
          state: z.record(textLine(100), stateVerdict).optional(),
          /**
           * By the text of a ticket (case does not matter), with its variation after " – ". `make` makes a ticket with
           * this title that is not on sale, costs nothing and has as many places as the import takes.
           */
          ticket: z.record(textLine(200), ticketUseInput).optional(),
          /** By the whole cell: the option that it means, also if the cell is the text of another option. */
          answer: z.array(answerMeaning).max(1000, "must have at most 1,000 entries").optional(),
        })
        .optional(),
      /** The sheet to read, by its name. Default: the one that looks most like a list of people. */
      sheet: textLine(100).optional(),
      /** The headings and the rows as JSON, in place of a file. */
      rows: z
        .array(z.array(textLine(5000)).max(MOST_IMPORTED_COLUMNS, "must have at most 200 columns"))
        .max(MOST_IMPORTED_ROWS + 1, `must have at most ${MOST_IMPORTED_ROWS.toLocaleString("en-US")} rows`)
        .optional(),
    }),
    payload: z.object({
      insertCount: z.number().int(),
      /** How many people were corrected. */
      updateCount: z.number().int(),
      /**
       * With `update`: the people who are registered already. `changed`: the file corrects them (`newAddresses` of them
       * get another e-mail address). `unchanged`: the file has nothing new. `kept`: they are not corrected, because
       * somebody has changed them or their registration in Foyer since the import.
       */
      update: z.object({
        changed: z.number().int(),
        newAddresses: z.number().int(),
        unchanged: z.number().int(),
        kept: z.number().int(),
      }),
      /** How many registrations the people without errors have. */
      registrationCount: z.number().int(),
      /** How many of these people can be mailed no ticket: nobody of their registration has an address. */
      noEmailCount: z.number().int(),
      /** How many of these people are not yet active. One such row makes its whole registration not yet active. */
      waitingCount: z.number().int(),
      /** How many of these people keep the code of the previous system. */
      codeCount: z.number().int(),
      /** The number of the import; null if nobody was registered. */
      importId: z.number().int().nullable(),
      /**
       * Rows with errors. If there are any, nobody is registered, unless `goodRowsOnly` is true. With `dryRun`, row 1
       * has an error if the file lacks a column that an import needs; without it such a file is an invalidFile.
       */
      skipped: z.array(rowProblem),
      /** The number of invalid rows; `skipped` has at most 1,000 of them. */
      skippedCount: z.number().int(),
      /** How many invalid rows have no other errors than states and tickets that `values` can decide about. */
      askedCount: z.number().int(),
      /** The different errors of the invalid rows, each with its remedy. */
      problems: z.array(problemGroup),
      /** The sheets of an .xlsx that have cells, and the sheet that was read; a .csv has none. */
      sheets: z.array(z.string()),
      sheet: z.string().nullable(),
      /** The system whose export the file looks like, such as "pretix", or null. */
      preset: z.string().nullable(),
      /** What to export from that system instead, if the file has no people; else null. */
      presetAdvice: z.string().nullable(),
      /**
       * The names of the additional fields. Each is the heading of a column with a filled cell; the second “Note” is
       * “Note (2)”. If more than 50 columns are filled, those with the earliest filled rows become fields.
       */
      additionalColumns: z.array(z.string()),
      /** The filled columns beyond the 50 that become fields. They are not stored. */
      unkeptColumns: z.array(z.string()),
      /** The headings of the columns without a filled cell. */
      emptyColumns: z.array(z.string()),
      /** The columns of the file in its order, with their meanings: as decided in the request, else as guessed. */
      columns: z.array(importColumn),
      /** The first rows as they are in the file. */
      sample: z.array(z.array(z.string())),
      rowCount: z.number().int(),
      /**
       * The verdict on each state and each ticket of the file: the one in the request, else the one that its text
       * suggests. States and tickets without a verdict are missing; their rows are errors until `values` decides.
       */
      values: z.object({
        state: z.record(z.string(), stateVerdict),
        ticket: z.record(z.string(), ticketUse),
      }),
      /** All tickets of the rows that have no state, or one with the verdict `good` or `waiting`. */
      fileTickets: z.array(rowsWithText),
      /** How many of these rows have no ticket. */
      unnamedCount: z.number().int(),
      /** The rows that are left out, by their state or their ticket. */
      leftOut: z.array(rowsWithText),
      /** The rows whose state is not known. They are errors until `values` decides about them. */
      undecided: z.array(rowsWithText),
      /** The places that the import takes of each ticket. A ticket that the import makes has no id yet. */
      places: z.array(
        z.object({ ticketId: z.number().int().nullable(), title: z.string(), count: z.number().int() }),
      ),
    }),
  }),
  "registration/getImportProgress": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The progress of an import, by its Idempotency-Key. Null if there is none",
    query: z.object({ eventId: id, key: requiredTextLine(255).meta({ examples: ["5c0f1c9e-import-1"] }) }),
    payload: z
      .object({
        state: z.enum(["reading", "writing", "done", "failed"]),
        done: z.number().int(),
        total: z.number().int(),
      })
      .nullable(),
  }),
  "registration/initRegistration": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Hold all requested places, or none. They are held until `expiresAt`",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed", "tooMany"],
    body: z.object(holdRequestFields),
    payload: z.object({ registration, accessKey: z.string(), quote }),
  }),
  "registration/save": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Save the attendees of a hold and their answers. May be repeated until payment",
    refuses: ["holdExpired", "alreadyPaid", "notActive"],
    body: z.object({
      registrationId: id,
      accessKey,
      attendees,
      additionalFields: additionalFields.optional(),
    }),
    payload: z.object({ registration, attendees: z.array(attendee) }),
  }),
  "registration/express": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Hold places, save attendees and create the order in one transaction. A free registration is then complete",
    refuses: [
      "soldOut",
      "notEnoughLeft",
      "salesClosed",
      "holdExpired",
      "alreadyPaid",
      "amountMismatch",
      "tooMany",
    ],
    body: z
      .object({
        ...holdRequestFields,
        attendees,
        additionalFields: additionalFields.optional(),
        totalAmount: minor.optional(),
      })
      .meta(requiredEmail),
    payload: z.object({
      registration,
      accessKey: z.string(),
      attendees: z.array(attendee),
      order,
      clientSecret: z.string().nullable(),
    }),
  }),
  "registration/extendHold": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Extend a hold before it ends, by the event's `holdMinutes`, at most `holdExtensions` times",
    refuses: ["holdExpired", "alreadyPaid", "tooMany"],
    body: z.object({ registrationId: id, accessKey }),
    payload: z.object({
      expiresAt: instant,
      /** How often this hold can be extended again. */
      extensionsLeft: z.number().int(),
    }),
  }),
  "registration/releaseHold": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Release held places early, for example when the buyer chooses again",
    refuses: ["paymentFailed", "alreadyPaid"],
    body: z.object({ registrationId: id, accessKey }),
    payload: z.object({ registration }),
  }),
  "registration/getRegistration": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "A registration with its order, its event and the attendees that the key or code allows",
    query: z.object({ registrationId: id, qrUuid: qrUuid.optional(), accessKey: accessKey.optional() }),
    payload: z.object({
      registration,
      attendees: z.array(attendee),
      quote: quote.nullable(),
      order: order.nullable(),
      /** Paid extras with their codes; empty for a caller who has only the code of one attendee. */
      extrasPurchases: z.array(ownPurchase),
      event,
    }),
  }),
  "registration/getRegistrationById": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "A registration with all its attendees, for its club's staff",
    query: z.object({ registrationId: id }),
    payload: z.object({ registration, attendees: z.array(attendee), order: staffOrder.nullable() }),
  }),
  "registration/getRegistrationByEmail": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "Mail the links to all tickets of an address, for one event or, without `eventId`, for all events. The reply does not show whether there are any. With `eventId`, the event's own staff get a registration in the reply instead of the mail",
    refuses: ["tooMany"],
    query: z.object({
      email,
      /** Without it one mail lists the registrations for all upcoming events and for the events of the last year. */
      eventId: id.optional(),
    }),
    payload: z.union([
      z.object({ registration, attendees: z.array(attendee) }),
      z.object({ sent: z.literal(true) }),
    ]),
  }),
};
