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
      "Hand over extras by their code: the given `lines`, or all that are left. Refused as alreadyRedeemed if not enough are left",
    refuses: ["alreadyCheckedIn", "alreadyRedeemed", "notActive", "wrongEvent", "unreadableCode"],
    body: z.object({ payload: scanned.shape.payload.extend({ lines: handedLines.nullish() }) }),
    payload: extrasPurchase,
  }),
  "registration/getOwnChanges": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "What a buyer may change in a registration's tickets, until when, and the refund. `attendeeIds` are the tickets to cancel, by default all",
    query: z.object({ registrationId: id, accessKey, attendeeIds: idList.optional() }),
    payload: ownChanges,
  }),
  "registration/cancelOwn": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Cancel all or some of the buyer's tickets, with a refund minus the club's fee",
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
      /**
       * Minor units, as the buyer was shown (`cancellation.amount` of registration/getOwnChanges); another amount is
       * refused as amountMismatch.
       */
      refundAmount: minor,
    }),
    payload: z.object({ registration, ...refundAndFee }),
  }),
  "registration/passOn": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary: "Pass a ticket on to somebody else. It gets a new code",
    refuses: ["notActive", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      attendeeId: id,
      firstName: requiredTextLine(100),
      lastName: textLine(100).default(""),
      email,
      /** The new holder's answers, in place of the former holder's. Answers to questions to the buyer stay. */
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
      "Correct names, answers, phone numbers and addresses, until `guestsUntil` or else the start of the event. A new address gets its tickets by mail",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      registrationId: id,
      accessKey,
      /** The buyer's address. People with the former one get it too, unless `attendees` has an `email` for them. */
      email: email.optional(),
      attendees: z
        .array(
          z.object({
            attendeeId: id,
            firstName: requiredTextLine(100).optional(),
            lastName: textLine(100).optional(),
            /** Empty or null: mails with the ticket go to the buyer. */
            email: optional(email),
            phone: optional(textLine(40)),
            /**
             * An empty answer deletes the stored one. If answers are given for the buyer's own ticket, each required
             * question needs a new or stored one.
             */
            answers: attendeeInput.shape.answers,
          }),
        )
        .max(holdLimits.quantity, `must be at most ${holdLimits.quantity} people`)
        .optional(),
    }),
    payload: z.object({
      registration,
      attendees: z.array(attendee),
      /** A new key if the buyer's address changed: the former key is then invalid. */
      accessKey: z.string(),
    }),
  }),
  "registration/add": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Staff add people by hand, also to a draft and outside the sale's time. Only their tickets and first names are required",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed"],
    body: z.object({
      eventId: id,
      tickets: holdRequestFields.tickets,
      extras: holdRequestFields.extras,
      attendees,
      /**
       * Minor units for all tickets and extras together, in place of their list prices. Refused if it cannot be divided
       * among them without a rest, or is more than 0 with `paid` "free". Tax is added or included as the event says.
       */
      price: minor.optional(),
      paid: addedPaid,
      /** A remark for the order, such as why it is free. */
      reason: textLine(500).default(""),
      /** Whether the tickets are mailed. With `paid` "later" they are mailed once the order is paid, in any case. */
      mail: flag,
    }),
    payload: z.object({ registration, attendees: z.array(attendee), order: staffOrder }),
  }),
  "registration/getGuest": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One ticket with its questions, for its holder, who has the secret of its code",
    query: z.object({ attendeeId: id, qrUuid }),
    payload: z.object({
      attendee,
      questions: z.array(formQuestion),
      event,
      /** Until when the holder may change the details. */
      until: instant,
      /** Why the details cannot be changed now, or null. After a check-in the e-mail address alone may still change. */
      refusal: z.string().nullable(),
    }),
  }),
  "registration/saveGuest": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Save the details and answers of a ticket for its holder, until `guestsUntil` or else the start of the event. Omitted fields stay unchanged",
    refuses: ["salesClosed", "notActive", "tooMany"],
    body: z.object({
      attendeeId: id,
      qrUuid,
      firstName: requiredTextLine(100).optional(),
      lastName: textLine(100).optional(),
      /** A new address gets the ticket by mail. Empty or null: mails with the ticket go to the buyer. */
      email: optional(email),
      phone: optional(textLine(40)),
      /** If it is given, each required question to this person needs a new or stored answer. */
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
      "Mail tickets: all of a registration that go to this attendee's address, or else to the buyer's. At most once in each minute of the clock",
    refuses: ["notActive"],
    query: z.object({ attendeeId: id, eventId: id }),
    payload: z.object({ sent: z.literal(true) }),
  }),
  "registration/sendTickets": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Mail the tickets of active registrations to the attendees that match the filters, or else to their buyers. One address of a registration at most once in each hour of the clock",
    body: z.object({
      eventId: id,
      ...attendeeFilters,
      /** Only addresses for which no mail with their tickets was queued before, sent or not. */
      neverMailedOnly: flag.default(false),
      /** True: the recipients are counted, and no mail is sent. */
      dryRun: flag.default(false),
    }),
    payload: z.object({
      queued: z.number().int(),
      /** The addresses that the filters select, once for each registration. */
      recipients: z.number().int(),
      /** For how many of them no mail with their tickets was queued before, sent or not. */
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
    summary: "Delete a registration with its attendees. One with a paid order needs `force`",
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
      "Delete an attendee. With the last one the registration is deleted too. If it has a paid order, this needs `force`",
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
    summary: "Change an attendee. Omitted fields stay unchanged",
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
      "Cancel a registration (false), or make it active (true). Money that staff took by hand for its tickets is recorded as refunded, or as paid again. Other money for its tickets must be refunded first. A registration without an order, or with an unpaid one, does not become active, unless it was imported",
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
      "Register the people of an .xlsx or .csv file. If a row has an error nobody is registered or corrected, unless `goodRowsOnly` is true. With `dryRun` the file is only checked. The reply has the errors",
    refuses: ["soldOut", "notEnoughLeft"],
    body: z.object({
      eventId: id,
      /** The ticket of rows in which the file gives none. Default: the event's active ticket, if it has only one. */
      ticketId: id.optional(),
      dryRun: flag.optional(),
      /**
       * Registers only the rows without errors, and returns the others with their cells (`skipped`). If more than 1,000
       * rows have errors, nobody is registered or corrected.
       */
      goodRowsOnly: flag.optional(),
      /** Registers everybody as not yet active, also those whose row has a good state. */
      waiting: flag.optional(),
      /**
       * Corrects people whom an earlier import registered: names (of the buyer too), phone numbers, answers, additional
       * fields and check-ins; addresses only if the registration was found by the code of a ticket. An empty cell
       * deletes nothing. If false, the rows of such people are errors.
       */
      update: flag.optional(),
      /** The columns' meanings that staff chose. Others are guessed from the headings. In a form it is JSON text. */
      columns: z.array(columnChoice).max(MOST_IMPORTED_COLUMNS, "must have at most 200 entries").optional(),
      /** What staff decide about the values of columns. In a form it is JSON text. */
      values: z
        .object({
          /** By the text of a state (case, spaces and punctuation do not matter): what happens to its rows. */
          state: z.record(textLine(100), stateVerdict).optional(),
          /**
           * By the text of a ticket (case does not matter), with its variation after " – ". `make` makes a free
           * ticket with this title that is not on sale, unless the event has one with this title.
           */
          ticket: z.record(textLine(200), ticketUseInput).optional(),
          /** Which option the whole text of a cell means, also if it is the text of another option. */
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
      /** How many people were registered. */
      insertCount: z.number().int(),
      /** How many people were corrected. */
      updateCount: z.number().int(),
      /**
       * With `update`, numbers of people who are registered already. `changed`: the file corrects them or their
       * registration (`newAddresses` of them get another e-mail address). `unchanged`: the file has nothing new. `kept`:
       * not corrected, because somebody has changed their registration in Foyer since the import.
       */
      update: z.object({
        changed: z.number().int(),
        newAddresses: z.number().int(),
        unchanged: z.number().int(),
        kept: z.number().int(),
      }),
      /** How many registrations the new people without errors have. */
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
       * Rows with errors. With `dryRun`, row 1 has an error if the rows cannot be read with these columns; without it
       * such a file is refused as invalidFile.
       */
      skipped: z.array(rowProblem),
      /** The number of invalid rows; `skipped` has at most 1,000 of them. */
      skippedCount: z.number().int(),
      /**
       * How many rows are invalid only because `values` does not say yet what their state or ticket means. After that
       * they may have other errors.
       */
      askedCount: z.number().int(),
      /** The errors of the invalid rows in groups, each with its remedy. */
      problems: z.array(problemGroup),
      /** The sheets of an .xlsx that have cells; at most 50. */
      sheets: z.array(z.string()),
      /** The sheet that was read; null for a .csv and for `rows`. */
      sheet: z.string().nullable(),
      /** The system whose export the file looks like, such as "pretix", or null. */
      preset: z.string().nullable(),
      /** What to export from that system instead, if its list has no people; else null. */
      presetAdvice: z.string().nullable(),
      /**
       * The columns that become additional fields, by the name of the field: the heading, shortened if it is long; the
       * second “Note” is “Note (2)”. At most 50: those whose first filled cell comes first in the file.
       */
      additionalColumns: z.array(z.string()),
      /** The filled columns beyond these 50. */
      unkeptColumns: z.array(z.string()),
      /** The headings of the columns without a filled cell. */
      emptyColumns: z.array(z.string()),
      /** The columns of the file in its order, with their meanings: as decided in the request, else as guessed. */
      columns: z.array(importColumn),
      /** The first rows that are not empty, without the headings. */
      sample: z.array(z.array(z.string())),
      rowCount: z.number().int(),
      /**
       * The verdicts on states and tickets of the file: from the request, else as their texts suggest. Those without a
       * verdict are missing.
       */
      values: z.object({
        state: z.record(z.string(), stateVerdict),
        ticket: z.record(z.string(), ticketUse),
      }),
      /** The tickets of the rows, without rows whose state is undecided or leaves them out. */
      fileTickets: z.array(rowsWithText),
      /** How many of these rows have no ticket. */
      unnamedCount: z.number().int(),
      /** The rows that are not imported because of their state or their ticket. */
      leftOut: z.array(rowsWithText),
      /** The rows whose state has no verdict, by state. */
      undecided: z.array(rowsWithText),
      /** The places that the import takes of each ticket. `ticketId` is null for a ticket that it makes. */
      places: z.array(
        z.object({ ticketId: z.number().int().nullable(), title: z.string(), count: z.number().int() }),
      ),
    }),
  }),
  "registration/getImportProgress": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The progress of an import, by its Idempotency-Key. Null if none is stored",
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
    summary: "Hold all requested places and extras, or none",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed", "tooMany"],
    body: z.object(holdRequestFields),
    payload: z.object({ registration, accessKey: z.string(), quote }),
  }),
  "registration/save": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "Save the attendees of a hold and their answers. May be repeated while the hold lasts",
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
        /** Minor units. If it is given, it must equal the total of the order, else amountMismatch. */
        totalAmount: minor.optional(),
      })
      .meta(requiredEmail),
    payload: z.object({
      registration,
      accessKey: z.string(),
      attendees: z.array(attendee),
      order,
      /** "no-stripe" for a free order, else null: the secret comes from stripe/create-payment-intent. */
      clientSecret: z.string().nullable(),
    }),
  }),
  "registration/extendHold": call({
    method: "POST",
    access: "public",
    kind: "write",
    idempotent: true,
    summary:
      "Extend a hold before it ends, by the event's `holdMinutes`, at most `holdExtensions` times. An offer of a waiting list cannot be extended",
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
    summary:
      "A registration with its order, its event and its attendees, as far as the key or code allows. Its club's staff need neither",
    query: z.object({ registrationId: id, qrUuid: qrUuid.optional(), accessKey: accessKey.optional() }),
    payload: z.object({
      registration,
      attendees: z.array(attendee),
      quote: quote.nullable(),
      order: order.nullable(),
      /**
       * Its paid or free extras with their codes; empty while it is not active, and for a caller who has only the code
       * of one attendee.
       */
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
      "Mail the links to the tickets of an address. The reply to others than staff does not show whether there are any. With `eventId`, the event's own staff get a registration in the reply instead of the mail",
    refuses: ["tooMany"],
    query: z.object({
      email,
      /**
       * Without it one mail lists at most 50 registrations: for events that are not over, then for events of the last
       * year.
       */
      eventId: id.optional(),
    }),
    payload: z.union([
      z.object({ registration, attendees: z.array(attendee) }),
      z.object({ sent: z.literal(true) }),
    ]),
  }),
};
