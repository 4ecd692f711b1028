import sanitizeHtml from "sanitize-html";
import type { DateFormat } from "../../contract/rules/time/dateFormats.ts";
import type { CalendarFile, Organiser } from "../documents/calendar.ts";
import { pageUrls } from "../pageUrls.ts";
import { configOf } from "./present.ts";
import type { EventWithClub } from "./rows.ts";

/** The calendar entry of an event; `publicUrl` is the address of this installation. */
export function calendarEntry(
  event: EventWithClub,
  publicUrl: string,
): CalendarFile & { showEndTime: boolean; dateFormat: DateFormat } {
  const config = configOf(event);
  return {
    eventId: event.id,
    name: event.name,
    start: event.start_datetime,
    end: event.end_datetime,
    timeZone: event.time_zone,
    isAllDay: config.isAllDay,
    showEndTime: config.showEndTime,
    dateFormat: config.dateFormat,
    location: event.location,
    description: plainText(event.description),
    url: pageUrls.event(publicUrl, event.slug),
    version: event.version,
    updatedAt: event.updated_at,
    isCancelled: event.cancelled_at !== null,
    organiser: organiserOf(event),
  };
}

/** The entry for everybody: without the club's mail address and phone number if it hides them. */
export function publicCalendarEntry(event: EventWithClub, publicUrl: string): CalendarFile {
  const entry = calendarEntry(event, publicUrl);
  return event.club_shows_contact
    ? entry
    : { ...entry, organiser: { ...entry.organiser, email: null, phone: null } };
}

/** The club as organiser. */
export function organiserOf({ club_name, club_email, club_phone }: EventWithClub): Organiser {
  return { name: club_name, email: club_email || null, phone: club_phone || null };
}

const entities: Record<string, string> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&nbsp;": " ",
};

function plainText(html: string): string {
  const lines = html.replace(/<(?:br|\/p|\/li|\/h\d)[^>]*>/gi, "\n");
  const text = sanitizeHtml(lines, { allowedTags: [], allowedAttributes: {} });
  return text.replace(/&(?:amp|lt|gt|quot|nbsp);/g, (entity) => entities[entity] ?? entity).trim();
}
