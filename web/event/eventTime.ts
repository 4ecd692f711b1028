import type { CalendarEvent } from "../../contract/rules/time/calendarLinks.ts";
import type { EventClocks, EventTime } from "../../contract/rules/time/eventTime.ts";
import type { Event } from "../../contract/shapes/event.ts";
import { plainText } from "../lib/plainText.ts";

export function timeOf(event: Event): EventTime {
  return {
    start: event.startDatetime,
    end: event.endDatetime,
    timeZone: event.timeZone,
    isAllDay: event.config.isAllDay,
    showEndTime: event.config.showEndTime,
    dateFormat: event.config.dateFormat,
  };
}

export function clocksOf({
  timeZone,
  config,
}: {
  timeZone: string;
  config: Pick<Event["config"], "dateFormat">;
}): EventClocks {
  return { timeZone, dateFormat: config.dateFormat };
}

/** `url` is the event's page, absolute. */
export function calendarEventOf(event: Event, url: string): CalendarEvent {
  return {
    name: event.name,
    start: event.startDatetime,
    end: event.endDatetime,
    timeZone: event.timeZone,
    isAllDay: event.config.isAllDay,
    location: event.location,
    description: plainText(event.description, 800),
    url,
  };
}
