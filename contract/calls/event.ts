/** The calls about events: what visitors see, what staff save, cancelling, the closing, extras and stock. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import {
  flag,
  id,
  jsonOrText,
  line,
  minor,
  neededWhenNew,
  pageOf,
  paging,
  paragraph,
  plannedInstant,
  requiredLine,
  slug,
} from "../scalars.ts";
import { cancellation } from "../shapes/cancellation.ts";
import { eventClosing } from "../shapes/closing.ts";
import {
  day,
  event,
  eventCard,
  eventConfigChange,
  eventInput,
  eventRemoval,
  landingChange,
  rmImage,
} from "../shapes/event.ts";
import { extras, extrasInput } from "../shapes/extras.ts";
import { extrasStock, ticketStock } from "../shapes/stock.ts";

export const eventCalls = {
  "event/getCancellation": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "What cancelling an event would take along, or how far it has come, for its staff",
    query: z.object({ eventId: id }),
    payload: cancellation,
  }),
  "event/cancel": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Cancel an event: nothing is sold any more, everybody is told by mail, and with `refund` all of the money goes back. Asked again it changes nothing but begins the refunds where they were not wanted before",
    body: z.object({ eventId: id, message: paragraph(2000).default(""), refund: flag.default(true) }),
    payload: cancellation,
  }),
  "event/getClosing": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "All money of an event by source and by way of payment, what its tills should hold, what is still open, and what was signed, for its staff",
    query: z.object({ eventId: id }),
    payload: eventClosing,
  }),
  "event/signClosing": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary:
      "Sign an event's figures with what was counted; kept as a further version. amountMismatch when with `seen` they are not those that were seen, or somebody else has signed since",
    refuses: ["amountMismatch"],
    body: z.object({
      eventId: id,
      /** As event/getClosing returned it. Default: the figures are signed as they are now. */
      seen: line(100).optional(),
      signedName: requiredLine(200),
      note: paragraph(2000).default(""),
      /** Tills that event/getClosing names. A till that is left out was not counted. */
      counts: z
        .array(
          z.object({
            till: requiredLine(100),
            counted: minor.nullable().default(null),
            note: line(500).default(""),
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
    summary:
      "Ask the provider for the fees that it has not told yet, of at most 50 payments of an event at once",
    refuses: ["paymentFailed"],
    body: z.object({ eventId: id }),
    payload: eventClosing,
  }),
  "event/getAllEvents": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Events, soonest first; without a token of the club active ones only",
    query: z.object({ ...paging, clubId: id.optional() }),
    payload: pageOf(event),
  }),
  "event/getAllActiveEvents": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "Active events that are not over on a date",
    query: z.object({ clubId: id.optional(), currentDate: day.optional() }),
    payload: z.array(event),
  }),
  "event/getEvent": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One event by id",
    query: z.object({ eventId: id }),
    payload: event,
  }),
  "event/getEventBySlug": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One event by its address",
    query: z.object({ slug }),
    payload: event,
  }),
  "event/checkSlug": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Whether an address is free, while it is being typed; a free one is suggested either way",
    query: z.object({
      /** As typed. Characters that an address cannot have are left out, as saving does. */
      slug: line(200).optional(),
      /** The address is made from this when `slug` is empty. */
      name: line(200).optional(),
      /** The edited event: its own addresses are free for it. */
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
      "A club's events with what was sold and taken and who arrived; coming ones soonest first, past ones latest first",
    query: z.object({
      ...paging,
      /** The super user may name a club, or see the events of all clubs. */
      clubId: id.optional(),
      search: line(200).optional(),
      when: z.enum(["coming", "past", "all"]).default("coming"),
    }),
    payload: pageOf(eventCard),
  }),
  "event/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: true,
    summary: "Make an event, or change one; its banner comes as `files`",
    refuses: ["slugTaken", "inUse"],
    body: neededWhenNew(eventInput, ["name", "startDatetime"]).meta({ id: "EventInput" }),
    payload: event,
  }),
  "event/saveConfig": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Change how an event's registration works; keys not given keep their value",
    refuses: ["slugTaken", "inUse"],
    body: z.object({ eventId: id, config: jsonOrText(eventConfigChange) }),
    payload: event,
  }),
  "event/saveLandingConfig": call({
    method: "POST",
    access: "admin",
    kind: "write",
    multipart: true,
    summary: "Change the texts and the colour of an event's page; a picture in `files` becomes its banner",
    refuses: ["slugTaken", "inUse"],
    body: z.object({ id, ...landingChange, rmImage }),
    payload: event,
  }),
  "event/getRemoval": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "What removing an event would take along, and why it may not be removed",
    query: z.object({ eventId: id }),
    payload: eventRemoval,
  }),
  "event/removeEvent": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Remove an event with all it has; inUse while it has paid orders that are not refunded",
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
      "Copy an event's tickets, extras, questions, texts and packages to a new draft; times of sale move along",
    refuses: ["slugTaken"],
    body: z.object({
      eventId: id,
      startDatetime: plannedInstant,
      /** Default: the same duration as the earlier event. */
      endDatetime: plannedInstant.nullish(),
      name: requiredLine(200).optional(),
    }),
    payload: event,
  }),
  "event/getFirstEvent": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "The next active event of all clubs, or null",
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
    summary: "An event's extras with the inactive ones, for its staff",
    query: z.object({ eventId: id }),
    payload: z.array(extras),
  }),
  "event/saveExtras": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Make an extra, or change one; inUse when maxStock is less than what is sold and held",
    refuses: ["inUse"],
    body: z.object({
      newExtras: neededWhenNew(extrasInput, ["eventId", "name", "price"]).meta({ id: "ExtrasInput" }),
    }),
    payload: extras,
  }),
  "event/removeExtras": call({
    method: "GET",
    alsoBy: "POST",
    access: "admin",
    kind: "write",
    summary: "Remove an extra; inUse once it was sold or while it is held: make it inactive instead",
    refuses: ["inUse"],
    query: z.object({ extrasId: id, eventId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
  "event/getStock": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "What is sold, held and left of each ticket and extra of an event, for its staff",
    query: z.object({ eventId: id }),
    payload: z.object({ tickets: z.array(ticketStock), extras: z.array(extrasStock) }),
  }),
};
