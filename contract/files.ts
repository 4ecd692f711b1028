/** Files and streams, besides the calls of all.ts. Their method is GET. */
import { z } from "zod";
import { orderCalls } from "./calls/order.ts";
import type { Access, Code } from "./endpoint.ts";
import { accessKey, flag, id, qrUuid, slug } from "./scalars.ts";
import { eventDay } from "./shapes/door/checkin.ts";
import { attendeeFilters } from "./shapes/people.ts";

/** A declared file or stream; some fields are as in `Call`. */
export interface FileCall<P extends z.ZodType = z.ZodType, Q extends z.ZodType = z.ZodType> {
  access: Access;
  summary: string;
  refuses?: readonly Code[];
  /** The path's parameters, by the names in its braces. */
  params?: P;
  query?: Q;
  /** Media types of the reply. */
  types: readonly string[];
  example?: string;
}

function file<P extends z.ZodType = z.ZodUndefined, Q extends z.ZodType = z.ZodUndefined>(
  declaration: FileCall<P, Q>,
): FileCall<P, Q> {
  return declaration;
}

// A file has all rows, so there is no paging.
const {
  eventId: _event,
  page: _page,
  itemsPerPage: _itemsPerPage,
  fetchTotalCount: _fetchTotalCount,
  ...orderFilters
} = orderCalls["order/getOrders"].query!.shape;
const xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const table = { format: z.enum(["xlsx", "csv"]).default("xlsx"), types: [xlsxType, "text/csv"] };

const picture = {
  access: "public",
  params: z.object({ file: z.string() }),
  /** `w` is the wanted width in pixels; 1280 if missing or invalid. */
  query: z.object({ w: z.string().optional().catch(undefined) }),
  types: ["image/avif", "image/webp", "image/jpeg", "image/png"],
} as const;

export const fileCalls = {
  "club-logo/{file}": file({ ...picture, summary: "A club's logo, or the default one" }),
  "event-banner/{file}": file({
    ...picture,
    summary: "An event's banner, or the default one",
  }),
  "sponsor-logo/{file}": file({
    ...picture,
    summary: "A sponsor's logo, or the default one",
  }),
  "event/calendar.ics": file({
    access: "public",
    summary: "An event as a calendar entry",
    query: z.object({ slug }),
    types: ["text/calendar"],
    example:
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Foyer//Events//EN\r\nMETHOD:PUBLISH\r\nBEGIN:VEVENT\r\nUID:event-1@tickets.example.org\r\nDTSTART:20300501T180000Z\r\nSUMMARY:Summer Gala\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  }),
  "event/feed.ics": file({
    access: "public",
    summary:
      "The coming public events of a club, or of all clubs without `clubId`, as a calendar to subscribe to. At most 500",
    query: z.object({ clubId: id.optional() }),
    types: ["text/calendar"],
    example:
      "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Foyer//Events//EN\r\nMETHOD:PUBLISH\r\nX-WR-CALNAME:Harbour Club\r\nBEGIN:VEVENT\r\nUID:event-1@tickets.example.org\r\nDTSTART:20300501T180000Z\r\nSUMMARY:Summer Gala\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
  }),
  "event/archive": file({
    access: "admin",
    summary:
      "An event as a .zip, to import it again. Its settings, texts, picture, tax rates, tickets, shared capacities, questions, extras, packages and promo codes; with `people` also attendees (those of active registrations with their codes), orders, payments, refunds, sponsors with their logos, the waiting list, and records of an archive that the event was created from",
    query: z.object({ eventId: id, people: flag.default(false) }),
    types: ["application/zip"],
  }),
  "club/archive": file({
    access: "admin",
    summary:
      "A club as a .zip, with the events that can be imported again. Its settings, its tax rates, its logo, and for each of its events the file of event/archive, with or without `people`",
    query: z.object({ clubId: id, people: flag.default(true) }),
    types: ["application/zip"],
  }),
  "event/closingPdf": file({
    access: "admin",
    summary: "An event's closing as a PDF. One signed version, or a draft with the current figures",
    query: z.object({ eventId: id, version: id.optional() }),
    types: ["application/pdf"],
  }),
  "event/closingSheet": file({
    access: "admin",
    summary: "An event's closing as a spreadsheet with a sheet for each table",
    query: z.object({ eventId: id, version: id.optional() }),
    types: [xlsxType],
  }),
  "door/live": file({
    access: "door",
    summary:
      "Server-sent events of a door. `moved` when door/getChanges has something new; with `figures`, for staff, also the figures of door/getFigures",
    refuses: ["tooMany"],
    query: z.object({ eventId: id, figures: flag.default(false) }),
    types: ["text/event-stream"],
    example: "event: moved\ndata:\n\n",
  }),
  "event/{eventId}/live": file({
    access: "admin",
    summary:
      "Server-sent events with all figures of an event, at the start and after changes, at most once a second",
    params: z.object({ eventId: id }),
    refuses: ["tooMany"],
    query: z.object({ date: eventDay }),
    types: ["text/event-stream"],
    example:
      'event: figures\ndata: {"statistics":{"totalRegistrationCount":120,"totalCheckinCount":42},"series":{}}\n\n',
  }),
  "order/downloadOrders": file({
    access: "admin",
    summary: "An event's orders as a table, by the filters of order/getOrders",
    query: z.object({ eventId: id, format: table.format, ...orderFilters }),
    types: table.types,
  }),
  "order/receiptPdf": file({
    access: "public",
    summary:
      "The receipt of a paid, free or refunded order as a PDF. With the key of its registration or sponsorship, or for its club's staff",
    refuses: ["notActive", "tooMany"],
    query: z.object({ orderId: id, accessKey: accessKey.optional() }),
    types: ["application/pdf"],
  }),
  "registration/downloadAttendees": file({
    access: "admin",
    summary: "An event's attendees as a table, by the filters of registration/getAttendees",
    query: z.object({
      eventId: id,
      format: table.format,
      ...attendeeFilters,
    }),
    types: table.types,
  }),
  "registration/importTemplate": file({
    access: "admin",
    summary: "A template for registration/bulkImportAttendee",
    query: z.object({ eventId: id, format: table.format }),
    types: table.types,
  }),
  "registration/ticketPdf": file({
    access: "public",
    summary:
      "The tickets of a registration (with its accessKey) or of one attendee (with their qrUuid) as a PDF",
    refuses: ["notActive", "tooMany"],
    query: z.object({ registrationId: id, accessKey: accessKey.optional(), qrUuid: qrUuid.optional() }),
    types: ["application/pdf"],
  }),
};

/** The address of a file under `/api`. */
export type FileName = keyof typeof fileCalls;
/** The parameters of the path after parsing. */
export type FileParamsOf<N extends FileName> =
  (typeof fileCalls)[N] extends FileCall<infer P, z.ZodType> ? z.output<P> : never;
/** The query after parsing. */
export type FileQueryOf<N extends FileName> =
  (typeof fileCalls)[N] extends FileCall<z.ZodType, infer Q> ? z.output<Q> : never;
