/** What an event is to its staff, in one word, and when it is in words. Pure. */

import { formatEventTime } from "../../../contract/rules/eventTime.ts";
import { eventEnd } from "../../../contract/rules/sales.ts";
import type { EventCard } from "../../../contract/shapes/event.ts";

/** The first that is true of it, in this order. */
export type EventState = "cancelled" | "over" | "draft" | "soldOut" | "published";

type StatedEvent = Pick<EventCard, "cancelledAt" | "isActive" | "startDatetime" | "endDatetime">;

/** `left` is what is left to sell and `sold` what is sold, over all tickets. */
export function eventStateOf(
  event: StatedEvent,
  { sold, left }: { sold: number; left: number },
  now: Date,
): EventState {
  if (event.cancelledAt !== null) return "cancelled";
  if (now >= eventEnd(event)) return "over";
  if (!event.isActive) return "draft";
  return left === 0 && sold > 0 ? "soldOut" : "published";
}

/** As a badge has it. */
export const eventStateWords: Record<EventState, string> = {
  cancelled: "Cancelled",
  over: "Over",
  draft: "Draft",
  soldOut: "Sold out",
  published: "Published",
};

/** When it is, in the event's zone. */
export function whenWords(
  event: Pick<EventCard, "startDatetime" | "endDatetime" | "timeZone"> & {
    config: Pick<EventCard["config"], "isAllDay" | "showEndTime" | "dateFormat">;
  },
): string {
  const { isAllDay, showEndTime, dateFormat } = event.config;
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  return formatEventTime({ start, end, timeZone, isAllDay, showEndTime, dateFormat }).text;
}
