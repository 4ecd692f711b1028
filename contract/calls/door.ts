/** The calls of the door: devices, links, the copy of the names, scans, sales, figures. */

import { z } from "zod";
import { call } from "../endpoint.ts";
import { holdLimits } from "../rules/holdLimits.ts";
import {
  email,
  greatestId,
  id,
  idempotencyKey,
  line,
  minor,
  optional,
  paging,
  plannedInstant,
  quantity,
  requiredLine,
} from "../scalars.ts";
import {
  deviceId,
  door,
  doorAttendee,
  doorPurchase,
  doorRight,
  doorScan,
  MOST_COPIED,
  MOST_SCANS,
  ofDoor,
  scanAnswer,
} from "../shapes/door.ts";
import { doorDevice, doorLink, linkSecret, linkSecrets, pin } from "../shapes/doorLink.ts";
import { till } from "../shapes/doorSale.ts";
import { doorConflict, doorFigures, toldScan } from "../shapes/doorStory.ts";
import { doorPaidBy, order } from "../shapes/order.ts";
import { registration } from "../shapes/registration.ts";

export const doorCalls = {
  "door/getDoor": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "What a device knows of its door: event, rights, key, tickets, questions",
    query: z.object(ofDoor),
    payload: door,
  }),
  "door/register": call({
    method: "POST",
    access: "door",
    kind: "write",
    summary: "Staff make the device in their hand a door's; it is in the list of devices then",
    body: z.object({
      ...ofDoor,
      deviceId,
      gate: requiredLine(60),
      deviceName: line(100).default(""),
      appVersion: line(40).default(""),
    }),
    payload: door,
  }),
  "door/getCopy": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "A page of the event's attendees as a device keeps them, by id; the first page has the cursor",
    query: z.object({
      ...ofDoor,
      /** The last attendee's id of the page before. */
      after: z.coerce.number().int().min(0).max(greatestId).default(0),
      limit: z.coerce.number().int().min(1).max(MOST_COPIED).default(2_000),
    }),
    payload: z.object({
      attendees: z.array(doorAttendee),
      /** On the first page only. */
      purchases: z.array(doorPurchase),
      /** The payload of door/getDoor; on the first page only. */
      door: door.nullable(),
      /** Attendees in all, for progress. */
      total: z.number().int(),
      /** Once all pages are there, ask for changes from here. The first page's cursor counts. */
      cursor: z.string(),
      isLast: z.boolean(),
    }),
  }),
  "door/getChanges": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "What changed since a cursor; `reload` when that is too long ago: the copy is to be made anew",
    query: z.object({ ...ofDoor, cursor: requiredLine(100) }),
    payload: z.object({
      attendees: z.array(doorAttendee),
      removedAttendeeIds: z.array(z.number().int()),
      purchases: z.array(doorPurchase),
      removedPurchaseIds: z.array(z.number().int()),
      /** The payload of door/getDoor if it has changed, else null. */
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
      "What happened at a door, in the device's order. A scan that was told before gets its first answer",
    body: z.object({
      ...ofDoor,
      deviceId,
      appVersion: line(40).default(""),
      /** How many more scans the device still keeps. */
      waiting: z.number().int().min(0).max(10_000_000).default(0),
      scans: z.array(doorScan).max(MOST_SCANS, `must be at most ${MOST_SCANS} scans`),
    }),
    payload: z.object({ answers: z.array(scanAnswer) }),
  }),
  "door/search": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "Attendees by a part of their name, from three letters, for a device without a whole copy",
    query: z.object({ ...ofDoor, text: requiredLine(100, 3) }),
    payload: z.object({ attendees: z.array(doorAttendee) }),
  }),
  "door/getLinks": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "An event's helper links with their devices, and the devices of staff",
    query: z.object({ eventId: id }),
    payload: z.object({ links: z.array(doorLink), staffDevices: z.array(doorDevice) }),
  }),
  "door/addLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    summary: "Make a helper's link for a gate; its address and PIN are in this reply and never again",
    refuses: ["tooMany"],
    body: z.object({
      eventId: id,
      gate: requiredLine(60),
      rights: z.array(doorRight).min(1, "must allow something").default(["scan", "search", "undo"]),
      /** Default: three hours after the event's end. */
      expiresAt: plannedInstant.nullish(),
      mostDevices: z.number().int().min(1).max(100).default(5),
    }),
    payload: z.object({ link: doorLink, ...linkSecrets }),
  }),
  "door/newPin": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "A new address and PIN for a link; what was given out before no longer opens, open devices stay",
    refuses: ["notActive", "tooMany"],
    body: z.object({ linkId: id }),
    payload: z.object({ link: doorLink, ...linkSecrets }),
  }),
  "door/revokeLink": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Ends a link with all of its devices, at once",
    body: z.object({ linkId: id }),
    payload: doorLink,
  }),
  "door/revokeDevice": call({
    method: "POST",
    access: "admin",
    kind: "write",
    summary: "Ends one device of a link",
    body: z.object({ eventId: id, deviceId }),
    payload: doorDevice,
  }),
  "door/openLink": call({
    method: "POST",
    access: "public",
    kind: "write",
    summary: "A helper opens a link with its PIN: the device's token comes in the `authorization` header",
    refuses: ["badCredentials", "inUse", "tooMany", "tokenExpired"],
    body: z.object({
      link: linkSecret,
      pin,
      deviceId,
      deviceName: line(100).default(""),
      appVersion: line(40).default(""),
    }),
    payload: door,
  }),
  "door/sell": call({
    method: "POST",
    access: "door",
    kind: "write",
    idempotent: true,
    summary:
      "Sell tickets at the door and let their bearers in; tickets are mailed where an address is given",
    refuses: ["soldOut", "notEnoughLeft", "salesClosed", "holdExpired", "alreadyPaid", "amountMismatch"],
    body: z.object({
      eventId: id,
      deviceId,
      tickets: z
        .array(z.object({ ticketId: id, quantity }))
        .min(1, "must name at least one ticket")
        .max(holdLimits.doorLines, `must have at most ${holdLimits.doorLines} lines`),
      /** The buyer's name. Without one the attendees are "Door sale 1", … */
      name: line(100).default(""),
      email: optional(email),
      paidBy: doorPaidBy,
      /** The amount taken, in minor units. It must equal the server's amount (`amountMismatch`). */
      totalAmount: minor,
    }),
    payload: z.object({ registration, order, attendees: z.array(doorAttendee) }),
  }),
  "door/closeSale": call({
    method: "POST",
    access: "door",
    takesLate: true,
    kind: "write",
    summary:
      "Whether a sale whose answer was lost was made. If it was not, its key is closed, so that it cannot be made later",
    body: z.object({
      eventId: id,
      /** The `Idempotency-Key` of the `door/sell` request. */
      key: idempotencyKey,
    }),
    /** True if the sale was made: it is paid, and its people are admitted. */
    payload: z.object({ isSold: z.boolean() }),
  }),
  "door/getTill": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "What a device has sold today, and taken by cash and by card terminal, less what was given back",
    query: z.object({
      eventId: id,
      /** Staff may name one of their devices; a helper's device can only ask for itself. */
      deviceId,
    }),
    payload: till,
  }),
  "door/getFigures": call({
    method: "GET",
    access: "door",
    kind: "read",
    summary: "Arrivals by gate and quarter of an hour, who is expected, a forecast, for staff door sales",
    query: z.object({ eventId: id }),
    payload: doorFigures,
  }),
  "door/getConflicts": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Where doors disagree, newest first, at most 500: both scans with gate, time and helper",
    query: z.object({ eventId: id }),
    payload: z.array(doorConflict),
  }),
  "door/getScans": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "All that happened at the door, newest first, by page; of one attendee where one is named",
    query: z.object({
      eventId: id,
      ...paging,
      itemsPerPage: z.coerce.number().int().min(1).max(200).default(50),
      attendeeId: id.optional(),
    }),
    payload: z.object({ items: z.array(toldScan), totalItems: z.number().int(), page: z.number().int() }),
  }),
};
