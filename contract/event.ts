/** Events: what visitors see and what a club sets (wire.md §2, §4). */
import { z } from "zod";
import { call } from "./endpoint.ts";
import { currency, id, instant, pageOf, paging, slug } from "./scalars.ts";

/** How registration works for one event. Minutes and counts are whole numbers; instants are UTC. */
export const eventConfig = z.object({
  isAllDay: z.boolean().default(false),
  isSingleDayEvent: z.boolean().default(true),
  maxTicketsPerRegistration: z.number().int().min(1).max(1000).default(10),
  /** True: one attendee for each ticket bought; false: one primary attendee for all. */
  saveAllAttendeesDetails: z.boolean().default(true),
  dateFormat: z.string().default("MM/DD/YYYY HH:mm"),
  showEndTime: z.boolean().default(true),
  salesStart: instant.nullable().default(null),
  /** Null means: until the event ends. */
  salesEnd: instant.nullable().default(null),
  holdMinutes: z.number().int().min(1).max(120).default(15),
  /** Over all tickets; null means no limit beyond each ticket's own. */
  capacity: z.number().int().min(0).nullable().default(null),
  showTicketsLeft: z.boolean().default(true),
});
/** An event's config with every default filled in. */
export type EventConfig = z.infer<typeof eventConfig>;

/** Texts and colour of the landing page. `overviewDescription` is rich text, sanitised on the server. */
export const landingConfig = z.object({
  enableLandingPage: z.boolean().default(true),
  heroTitle: z.string().default(""),
  heroSubtitle: z.string().default(""),
  overviewTitle: z.string().default(""),
  overviewDescription: z.string().default(""),
  accentColor: z.string().nullable().default(null),
});
/** An event's landing texts with every default filled in. */
export type LandingConfig = z.infer<typeof landingConfig>;

/** An event as everybody may see it. `cancelledAt` and `placesLeft` go beyond wire.md: see docs/spec-gaps.md. */
export const event = z.object({
  id: z.number().int(),
  slug: z.string(),
  clubId: z.number().int(),
  name: z.string(),
  /** Rich text, sanitised on the server. */
  description: z.string(),
  location: z.string(),
  startDatetime: instant,
  endDatetime: instant.nullable(),
  /** The IANA zone in which people read its times. */
  timeZone: z.string(),
  currency,
  taxType: z.enum(["percent", "fixed"]),
  /** Percent with up to 3 decimals, or minor units. */
  taxAmount: z.number(),
  isActive: z.boolean(),
  cancelledAt: instant.nullable(),
  banner: z.string().nullable(),
  bannerUrl: z.string(),
  config: eventConfig,
  landingConfig,
  /** What is left of the config's capacity over all tickets; null where there is none. */
  placesLeft: z.number().int().nullable(),
  /** Attendees of active registrations. */
  registrationCount: z.number().int(),
  createdAt: instant,
  updatedAt: instant,
  club: z.object({ id: z.number().int(), name: z.string(), logoUrl: z.string(), location: z.string() }),
});
/** An event as replies carry it. */
export type Event = z.infer<typeof event>;

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}/, "must be a date")
  .refine((text) => !Number.isNaN(Date.parse(text)), "must be a date");

export const eventCalls = {
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
};
