import { toWellFormed } from "../wellFormed.ts";
import { eventDays, type Instant } from "./eventTime.ts";

/** The facts of an event that a calendar shows. */
export interface CalendarEvent {
  readonly name: string;
  readonly start: Instant;
  readonly end: Instant | null;
  readonly timeZone: string;
  readonly isAllDay: boolean;
  readonly location: string;
  /** Plain text. */
  readonly description: string;
  /** The event's page. */
  readonly url: string;
}

/**
 * Opens Google Calendar with the event filled in; null without a valid start. Format:
 * https://github.com/InteractionDesignFoundation/add-event-to-calendar-docs/blob/main/services/google.md
 */
export function googleCalendarUrl(event: CalendarEvent): string | null {
  const dates = event.isAllDay ? allDayDates(event) : timedDates(event);
  if (dates === null) return null;
  const details = [cut(event.description), event.url].filter((text) => text !== "").join("\n\n");
  return address("https://calendar.google.com/calendar/render", {
    action: "TEMPLATE",
    text: event.name,
    dates,
    ctz: event.timeZone,
    location: event.location,
    details,
  });
}

/** Links that subscribe to a calendar. `feed` is its http or https address. */
export function subscribeLinks(feed: string): { readonly program: string; readonly google: string } {
  const program = feed.replace(/^https?:/, "webcal:");
  return { program, google: address("https://calendar.google.com/calendar/render", { cid: program }) };
}

/** A search for a place in Google Maps; null for a blank text. */
export function mapUrl(location: string): string | null {
  const place = location.trim();
  return place === "" ? null : address("https://www.google.com/maps/search/", { api: "1", query: place });
}

/** Links to several maps, because we do not know which one the reader uses. */
export function mapLinks(location: string): { name: string; url: string }[] {
  const google = mapUrl(location);
  if (google === null) return [];
  const place = location.trim();
  return [
    { name: "Google Maps", url: google },
    { name: "Apple Maps", url: address("https://maps.apple.com/", { q: place }) },
    { name: "OpenStreetMap", url: address("https://www.openstreetmap.org/search", { query: place }) },
  ];
}

/** An instant as "20261212T120000Z", for iCalendar and Google; null if it is invalid. */
export function utcStamp(instant: Instant): string | null {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) return null;
  return date.toISOString().replace(/[-:]|\.\d{3}/g, "");
}

/** An event's days as YYYYMMDD, for calendar entries: their end is exclusive. Null without a valid start. */
export function dayStamps(event: Pick<CalendarEvent, "start" | "end" | "timeZone">): {
  readonly first: string;
  readonly afterLast: string;
} | null {
  const days = eventDays(event);
  if (days === null) return null;
  const afterLast = new Date(`${days.last}T00:00:00Z`);
  afterLast.setUTCDate(afterLast.getUTCDate() + 1);
  const stamp = (text: string) => text.slice(0, 10).replaceAll("-", "");
  return { first: stamp(days.first), afterLast: stamp(afterLast.toISOString()) };
}

function timedDates({ start, end }: CalendarEvent): string | null {
  const from = utcStamp(start);
  const to = end === null ? null : utcStamp(end);
  return from === null ? null : `${from}/${to ?? from}`;
}

function allDayDates(event: CalendarEvent): string | null {
  const days = dayStamps(event);
  return days === null ? null : `${days.first}/${days.afterLast}`;
}

/** Cuts a text, so that the address does not become too long: a Thai letter takes nine characters in it. */
function cut(text: string): string {
  const most = Math.min(text.length, 1500);
  const length = encodeURIComponent(toWellFormed(text.slice(0, most))).length;
  return text.slice(0, length <= 4500 ? most : 500);
}

function address(base: string, query: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== "")
    // encodeURIComponent throws on half a surrogate pair, which a cut text may end with.
    .map(([key, value]) => `${key}=${encodeURIComponent(toWellFormed(value))}`);
  return `${base}?${pairs.join("&")}`;
}
