import { z } from "zod";
import { call } from "../endpoint.ts";
import { holdLimits } from "../rules/holdLimits.ts";
import {
  email,
  id,
  idempotencyKey,
  maxId,
  minor,
  optional,
  paging,
  plannedInstant,
  quantity,
  requiredTextLine,
  textLine,
} from "../scalars.ts";
import {
  deviceId,
  door,
  doorAttendee,
  doorEventId,
  doorPurchase,
  doorRight,
  doorScan,
  MOST_COPIED,
  MOST_SCANS,
  scanAnswer,
} from "../shapes/door/door.ts";
import { doorDevice, doorLink, linkSecret, linkSecrets, pin } from "../shapes/door/doorLink.ts";
import { till } from "../shapes/door/doorSale.ts";
import { doorConflict, doorFigures, reportedScan } from "../shapes/door/doorStory.ts";
import { doorPaidBy, order } from "../shapes/order.ts";
import { personAnswers, registration } from "../shapes/registration.ts";

export const doorCalls = {
  "door/getDoor": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary:
      "The data of a door for its device. Event, rights, the key that verifies codes, tickets and questions",
    query: z.object(doorEventId),
    payload: door,
  }),
  "door/register": call({
    method: "POST",
    access: "door",
    kind: "write",
    summary: "Register the device of a signed-in staff member. It is then in the list of devices",
    body: z.object({
      ...doorEventId,
      deviceId,
      gate: requiredTextLine(60),
      deviceName: textLine(100).default(""),
      appVersion: textLine(40).default(""),
    }),
    payload: door,
  }),
  "door/getCopy": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary:
      "A page of attendees, sorted by id, for a device that stores them. The first page has the cursor for door/getChanges",
    query: z.object({
      ...doorEventId,
      /** The id of the last attendee on the previous page. */
      after: z.coerce.number().int().min(0).max(maxId).default(0),
      limit: z.coerce.number().int().min(1).max(MOST_COPIED).default(2_000),
    }),
    payload: z.object({
      attendees: z.array(doorAttendee),
      /** Purchases of extras; on the first page only. */
      purchases: z.array(doorPurchase),
      /** The payload of door/getDoor; on the first page only. */
      door: door.nullable(),
      /** The number of all attendees. */
      total: z.number().int(),
      /** The cursor for door/getChanges. Use that of the first page, so that no change is missed. */
      cursor: z.string(),
      isLast: z.boolean(),
    }),
  }),
  "door/getChanges": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary:
      "The changes since a cursor. If `reload` is true, the device must load all pages again: the cursor is too old or not valid, or too much has changed",
    query: z.object({ ...doorEventId, cursor: requiredTextLine(100) }),
    payload: z.object({
      attendees: z.array(doorAttendee),
      removedAttendeeIds: z.array(z.number().int()),
      purchases: z.array(doorPurchase),
      removedPurchaseIds: z.array(z.number().int()),
      /** The payload of door/getDoor if it may have changed, else null. */
      door: door.nullable(),
      cursor: z.string(),
      reload: z.boolean(),
    }),
  }),
  "door/sync": call({
    method: "POST",
    access: "door",
    takesLate: true,
    kind: "write",
    summary:
      "Send the scans of a device, in the order in which it made them. A scan that is stored already gets its first verdict again",
    body: z.object({
      ...doorEventId,
      deviceId,
      appVersion: textLine(40).default(""),
      /** How many scans are in the device's queue besides these. */
      waiting: z.number().int().min(0).max(10_000_000).default(0),
      scans: z.array(doorScan).max(MOST_SCANS, `must be at most ${MOST_SCANS} scans`),
    }),
    payload: z.object({ answers: z.array(scanAnswer) }),
  }),
  "door/search": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary:
      "Search attendees by three or more letters of their name, at most 50. For devices that do not store them all",
    query: z.object({ ...doorEventId, text: requiredTextLine(100, 3) }),
    payload: z.object({ attendees: z.array(doorAttendee) }),
  }),
  "door/getLinks": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's helper links and devices of staff",
    query: z.object({ eventId: id }),
    payload: z.object({ links: z.array(doorLink), staffDevices: z.array(doorDevice) }),
  }),
  "door/addLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Create a helper link for a gate. Its address and PIN are only in this reply",
    refuses: ["tooMany"],
    body: z.object({
      eventId: id,
      gate: requiredTextLine(60),
      rights: z.array(doorRight).min(1, "must allow at least one right").default(["scan", "search", "undo"]),
      /** Default: three hours after the event's end. If that end changes, so does this. */
      expiresAt: plannedInstant.nullish(),
      mostDevices: z.number().int().min(1).max(100).default(5),
    }),
    payload: z.object({ link: doorLink, ...linkSecrets }),
  }),
  "door/newPin": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "Replace the address and PIN of a link. The former ones no longer work. Devices that have opened the link stay signed in",
    refuses: ["notActive", "tooMany"],
    body: z.object({ linkId: id }),
    payload: z.object({ link: doorLink, ...linkSecrets }),
  }),
  "door/revokeLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "End a link and the access of all its devices immediately. Until a week after its `expiresAt` they can still use door/sync, where they admit nobody any more, and door/closeSale",
    body: z.object({ linkId: id }),
    payload: doorLink,
  }),
  "door/revokeDevice": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary:
      "End the access of one device of a link. Until a week after the link's `expiresAt` it can still use door/sync, where it admits nobody any more, and door/closeSale. A device of staff keeps the access of their account",
    body: z.object({ eventId: id, deviceId }),
    payload: doorDevice,
  }),
  "door/openLink": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary:
      "Open a helper link with its PIN. The device's token is in the `authorization` header of the reply",
    refuses: ["badCredentials", "inUse", "tooMany", "tokenExpired"],
    body: z.object({
      link: linkSecret,
      pin,
      deviceId,
      deviceName: textLine(100).default(""),
      appVersion: textLine(40).default(""),
    }),
    payload: door,
  }),
  "door/sell": call({
    method: "POST",
    access: "door",
    kind: "write",
    idempotent: true,
    summary:
      "Sell tickets and extras at the door and check the holders in. Tickets are mailed if an address is given",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed", "holdExpired", "alreadyPaid", "amountMismatch"],
    body: z.object({
      eventId: id,
      deviceId,
      tickets: z
        .array(z.object({ ticketId: id, quantity }))
        .min(1, "must have at least one ticket")
        .max(holdLimits.doorLines, `must have at most ${holdLimits.doorLines} lines`),
      /** Extras besides the tickets. If only extras are missing, `soldOut` and `notEnoughLeft` have `availableExtras`. */
      extras: z
        .array(z.object({ extrasId: id, quantity }))
        .max(holdLimits.doorLines, `must have at most ${holdLimits.doorLines} lines`)
        .default([]),
      /** Whether all extras are handed over with the sale. */
      handsOverExtras: z.boolean().default(false),
      /**
       * In the order of the tickets. The first person is the buyer, who must answer the required questions that are
       * asked with the purchase, unless `answersLater` applies.
       */
      answers: z
        .array(personAnswers)
        .max(holdLimits.quantity, "must have at most one entry for each person")
        .default([]),
      /**
       * Whether the buyer answers later, with the mailed link. Ignored without `email`, and without the event's
       * `guestNamesLater`.
       */
      answersLater: z.boolean().default(false),
      /** The buyer's name. Without one the attendees are "Door sale 1", … */
      name: textLine(100).default(""),
      email: optional(email),
      paidBy: doorPaidBy,
      /** The amount that the seller took, in minor units. It must equal the server's amount (`amountMismatch`). */
      totalAmount: minor,
    }),
    payload: z.object({ registration, order, attendees: z.array(doorAttendee) }),
  }),
  "door/undoSale": call({
    method: "POST",
    access: "door",
    kind: "write",
    idempotent: true,
    summary:
      "Undo a sale at the door, on the device that made it. It is refunded in full and cancelled, and its check-ins and handovers are undone. The seller must give the money back by hand. Refused as notActive later than 40 seconds after the sale",
    refuses: ["notActive", "inUse"],
    body: z.object({
      eventId: id,
      deviceId,
      /** The `Idempotency-Key` of the `door/sell` request. */
      key: idempotencyKey,
    }),
    payload: z.object({ registration, order }),
  }),
  "door/closeSale": call({
    method: "POST",
    access: "door",
    takesLate: true,
    kind: "write",
    summary:
      "Ask whether a sale was made, if its reply was lost. If it was not made, its key is closed: a late request cannot make it any more",
    body: z.object({
      eventId: id,
      /** The `Idempotency-Key` of the `door/sell` request. */
      key: idempotencyKey,
    }),
    payload: z.object({ isSold: z.boolean() }),
  }),
  "door/getTill": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary:
      "A device's sales in cash and by card terminal since six in the morning of the event's time zone, minus their refunds",
    query: z.object({
      eventId: id,
      /** Only staff can choose it: a helper's device gets its own sales. */
      deviceId,
    }),
    payload: till,
  }),
  "door/getFigures": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "Arrivals by gate and quarter of an hour, with a forecast. Staff also get the sales at the door",
    query: z.object({ eventId: id }),
    payload: doorFigures,
  }),
  "door/getConflicts": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "Open conflicts of an event's scans, newest first, at most 500. There is one for each attendee or purchase, with all its scans",
    query: z.object({ eventId: id }),
    payload: z.array(doorConflict),
  }),
  "door/getScans": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary:
      "The stored scans of an event, also those of staff pages, door sales and imports, newest first, in pages. With an attendee's id only theirs",
    query: z.object({
      eventId: id,
      ...paging,
      /** How many scans a page has, from 1 to 200. */
      itemsPerPage: z.coerce.number().int().min(1).max(200).default(50),
      attendeeId: id.optional(),
    }),
    payload: z.object({
      items: z.array(reportedScan),
      /** The number on all pages; 0 unless `fetchTotalCount`. */
      totalItems: z.number().int(),
      page: z.number().int(),
    }),
  }),
};
