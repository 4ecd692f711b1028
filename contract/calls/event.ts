import { z } from "zod";
import { call } from "../endpoint.ts";
import { formerAddressLimits } from "../rules/formerAddress.ts";
import {
  flag,
  id,
  jsonOrText,
  minor,
  pageOf,
  paging,
  paragraph,
  plannedInstant,
  requiredOnCreate,
  requiredTextLine,
  slug,
  textLine,
} from "../scalars.ts";
import { cancellation } from "../shapes/cancellation.ts";
import {
  day,
  event,
  eventCard,
  eventConfigChange,
  eventFromArchive,
  eventInput,
  eventRemoval,
  formerAddresses,
  landingChangeFields,
  openedEvent,
  rmImage,
} from "../shapes/event.ts";
import { changeToTell } from "../shapes/eventChange.ts";
import { eventFile } from "../shapes/eventFile.ts";
import { extras, extrasInput } from "../shapes/extras.ts";
import { eventClosing } from "../shapes/money/closing.ts";
import { extrasStock, ticketStock } from "../shapes/stock.ts";

/** Becomes a part of the path of our requests to pretix, so other characters are refused. */
const pretixName = z
  .string("is required")
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/, "must be a short name as in the address of the shop");

export const eventCalls = {
  "event/getCancellation": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The consequences of cancelling an event, or the progress of the cancellation, for its staff",
    query: z.object({ eventId: id }),
    payload: cancellation,
  }),
  "event/cancel": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Cancel an event. Sales end, its people are mailed, and with `refund` payments through a provider are refunded. A repeat mails nobody again; it starts the refunds if they were not requested before",
    body: z.object({ eventId: id, message: paragraph(2000).default(""), refund: flag.default(true) }),
    payload: cancellation,
  }),
  "event/tellChange": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Mail a published event's name, time and place to the people who were last told others. With `dryRun` the reply only shows the mail. Refused as nothingToTell if nobody would get a mail",
    refuses: ["nothingToTell"],
    body: z.object({ eventId: id, dryRun: flag }),
    payload: changeToTell,
  }),
  "event/getClosing": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "The closing of an event, for its staff. Money by source and payment method, cash that the tills should hold, open points, and signatures",
    query: z.object({ eventId: id }),
    payload: eventClosing,
  }),
  "event/signClosing": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Sign an event's figures with the counted cash. Stored as a new version. Refused as amountMismatch if the money or the signatures are not those of `seen`",
    refuses: ["amountMismatch"],
    body: z.object({
      eventId: id,
      /** As event/getClosing returned it. Default: the figures are signed as they are now. */
      seen: textLine(100).optional(),
      signedName: requiredTextLine(200),
      note: paragraph(2000).default(""),
      /** Tills of event/getClosing. A till that is left out, or whose `counted` is null, was not counted. */
      counts: z
        .array(
          z.object({
            till: requiredTextLine(100),
            counted: minor.nullable().default(null),
            note: textLine(500).default(""),
          }),
        )
        .max(1000, "must have at most 1,000 entries")
        .default([]),
    }),
    payload: eventClosing,
  }),
  "event/askFees": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Ask the provider for missing fees of an event's payments, at most 50 at once",
    refuses: ["paymentFailed"],
    body: z.object({ eventId: id }),
    payload: eventClosing,
  }),
  "event/getAllEvents": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "Events in public lists, earliest first; with `when` past, latest first. Staff who ask with their `clubId`, and the super user, get drafts and unlisted events too",
    query: z.object({
      ...paging,
      clubId: id.optional(),
      when: z.enum(["coming", "past", "all"]).default("all"),
    }),
    payload: pageOf(event),
  }),
  "event/getAllActiveEvents": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "The events in public lists that end after the beginning of `currentDate` (UTC), by default after now. At most 1,000",
    query: z.object({
      clubId: id.optional(),
      currentDate: day.optional(),
      withExtras: flag.optional(),
    }),
    payload: z.array(event),
  }),
  "event/getEvent": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One event by id",
    query: z.object({ eventId: id }),
    payload: openedEvent,
  }),
  "event/getEventBySlug": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One event by its slug, a former slug, or a path of a former ticket system",
    query: z.object({ slug }),
    payload: event,
  }),
  "event/getFormerAddresses": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The paths of a former ticket system that lead to an event's page, for its staff",
    query: z.object({ eventId: id }),
    payload: formerAddresses,
  }),
  "event/saveFormerAddresses": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Replace the paths of a former ticket system that lead to an event's page. Refused as slugTaken if one leads to another event",
    refuses: ["slugTaken"],
    body: z.object({
      eventId: id,
      /** Paths or whole links; only the path of a link is used. */
      addresses: z
        .array(requiredTextLine(2000))
        .max(formerAddressLimits.count, `must have at most ${formerAddressLimits.count} entries`),
    }),
    payload: formerAddresses,
  }),
  "event/checkSlug": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Ask whether a slug is free. The reply suggests a free one",
    query: z.object({
      /** As typed. It is converted as in event/save: "Café 2030!" becomes cafe-2030. */
      slug: textLine(200).optional(),
      /** The suggestion is made from this name when `slug` is empty. */
      name: textLine(200).optional(),
      /** The event that is edited. Its own addresses count as free. */
      eventId: id.optional(),
    }),
    payload: z.object({
      slug: z.string(),
      isFree: z.boolean(),
      problem: z.enum(["taken", "reserved", "empty"]).nullable(),
      suggestion: z.string(),
    }),
  }),
  "event/getEventCards": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "A club's events with sales, revenue and arrivals. Upcoming ones soonest first, past or all ones latest first",
    query: z.object({
      ...paging,
      /** The super user may choose a club, or see the events of all clubs. */
      clubId: id.optional(),
      search: textLine(200).optional(),
      when: z.enum(["coming", "past", "all"]).default("coming"),
      /** Only published events, not cancelled, of clubs that the super user has not approved. */
      awaitsApproval: flag.optional(),
    }),
    payload: pageOf(eventCard),
  }),
  "event/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: true,
    summary: "Create an event or change one. Its banner is in `files`",
    refuses: ["slugTaken", "inUse"],
    body: requiredOnCreate(eventInput, ["name", "startDatetime"]).meta({ id: "EventInput" }),
    payload: event,
  }),
  "event/saveConfig": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Change the settings of an event. Omitted keys stay unchanged",
    refuses: ["slugTaken", "inUse"],
    body: z.object({ eventId: id, config: jsonOrText(eventConfigChange) }),
    payload: event,
  }),
  "event/saveLandingConfig": call({
    method: "POST",
    access: "admin",
    kind: "write",
    multipart: true,
    summary:
      "Change the texts and the colour of an event's page, and whether it shows these texts. A picture in `files` becomes its banner",
    refuses: ["slugTaken", "inUse"],
    body: z.object({ id, ...landingChangeFields, rmImage }),
    payload: event,
  }),
  "event/approve": call({
    method: "POST",
    access: "sudo",
    kind: "write",
    summary:
      "Approve an event of a new club, and with it the club. Public lists need a confirmed mail address of the club too. Refused as notActive for a draft or a cancelled event",
    refuses: ["notActive"],
    body: z.object({ eventId: id }),
    payload: z.object({ eventId: z.number().int() }),
  }),
  "event/getRemoval": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The data that would be deleted with an event, and the reason if it cannot be deleted",
    query: z.object({ eventId: id }),
    payload: eventRemoval,
  }),
  "event/removeEvent": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Delete an event with its data. Refused as inUse if event/getRemoval has a reason against it",
    refuses: ["inUse"],
    query: z.object({ eventId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "event/copy": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Copy an event's settings, texts, banner, tickets, promo codes, extras, questions and packages to a new draft. The times of sale move as far as the date does",
    refuses: ["slugTaken"],
    body: z.object({
      eventId: id,
      startDatetime: plannedInstant,
      /** Default: the end of the copied event, moved as far as the start. */
      endDatetime: plannedInstant.nullish(),
      name: requiredTextLine(200).optional(),
    }),
    payload: event,
  }),
  "event/fromArchive": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: { fileBytes: 25 * 1024 * 1024, files: 1, orField: "event" },
    summary:
      "Create a draft event from the .zip of event/archive, or from its event.json. `people` also imports the attendees of active registrations (with new codes), the waiting list and sponsors; orders and payments are stored only to be read. With `dryRun` nothing is written, and the event has the id 0",
    refuses: ["slugTaken", "soldOut", "notEnoughLeft"],
    body: z.object({
      /** The club of the event. Required for the super user; ignored for an admin. */
      clubId: id.nullish(),
      /** Whether people are imported too. Nobody is mailed. */
      people: flag.default(false),
      dryRun: flag.default(false),
      /** The content of event.json, in place of a file. It has no people and no picture. */
      event: eventFile.optional(),
    }),
    payload: eventFromArchive,
  }),
  "event/fromPretix": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Create a draft event from an event in pretix, with its products, questions, quotas and vouchers. `people` also imports the people whom pretix lets in, with the codes of their pretix tickets. With `dryRun` nothing is written, and the event has the id 0",
    refuses: ["invalidFile", "slugTaken", "soldOut", "notEnoughLeft"],
    body: z.object({
      /** The club of the event. Required for the super user; ignored for an admin. */
      clubId: id.nullish(),
      /** The address of pretix, such as https://pretix.eu. Its path is not used. */
      url: requiredTextLine(300),
      /** An API token that may read the event, its vouchers and, with `people`, its orders. It is not stored. */
      token: z.string("is required").regex(/^[\x21-\x7e]{1,200}$/, "is not a token of pretix"),
      /** The short name of the organizer, as in the address of the shop. */
      organizer: pretixName,
      /** The short name of the event, as in the address of the shop. */
      event: pretixName,
      /** Whether people are imported too. They become free registrations. Nobody is mailed. */
      people: flag.default(false),
      dryRun: flag.default(false),
    }),
    payload: eventFromArchive,
  }),
  "event/getFirstEvent": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The earliest event in public lists that is not over, or null",
    payload: event.nullable(),
  }),
  "event/getEventByEventIdnClubId": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One event of one club",
    query: z.object({ eventId: id, clubId: id }),
    payload: event,
  }),
  "event/getExtras": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's extras, including inactive ones, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(extras),
  }),
  "event/saveExtras": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Create an extra or change one. Refused as inUse if maxStock is less than the number sold and held",
    refuses: ["inUse"],
    body: z.object({
      newExtras: requiredOnCreate(extrasInput, ["eventId", "name", "price"]).meta({ id: "ExtrasInput" }),
    }),
    payload: extras,
  }),
  "event/removeExtras": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Delete an extra. Refused as inUse while it is sold or held: make it inactive instead",
    refuses: ["inUse"],
    query: z.object({ extrasId: id, eventId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "event/getStock": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "The number sold, held and left of each ticket and extra of an event, for its staff",
    query: z.object({ eventId: id }),
    payload: z.object({ tickets: z.array(ticketStock), extras: z.array(extrasStock) }),
  }),
};
