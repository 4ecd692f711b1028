import { eventEnd } from "../../../contract/rules/sales.ts";
import { formatEventTime } from "../../../contract/rules/time/eventTime.ts";
import type { EventCard } from "../../../contract/shapes/event.ts";
import type { SharedCapacity } from "../../../contract/shapes/sharedCapacity.ts";
import type { Ticket } from "../../../contract/shapes/ticket.ts";

/** The first state in this order that applies. */
export type EventState = "cancelled" | "over" | "draft" | "soldOut" | "published";

type EventFields = Pick<EventCard, "cancelledAt" | "isActive" | "startDatetime" | "endDatetime">;

/** `sold` counts the places sold over all tickets, `left` those left of active tickets. */
export function eventStateOf(
  event: EventFields,
  { sold, left }: { sold: number; left: number },
  now: Date,
): EventState {
  if (event.cancelledAt !== null) return "cancelled";
  if (now >= eventEnd(event)) return "over";
  if (!event.isActive) return "draft";
  return left === 0 && sold > 0 ? "soldOut" : "published";
}

export const eventStateWords: Record<EventState, string> = {
  cancelled: "Cancelled",
  over: "Over",
  draft: "Draft",
  soldOut: "Sold out",
  published: "Published",
};

/** The places left of the active tickets, within their shared capacities and the event's capacity. */
export function placesLeftOf(
  tickets: readonly Pick<Ticket, "isActive" | "currentStock" | "sharedCapacityId">[],
  sharedCapacities: readonly Pick<SharedCapacity, "id" | "left">[],
  placesLeftInEvent: number | null,
): number {
  const activeTickets = tickets.filter(({ isActive }) => isActive);
  const stockOf = (id: number | null) =>
    activeTickets
      .filter(({ sharedCapacityId }) => sharedCapacityId === id)
      .reduce((sum, { currentStock }) => sum + currentStock, 0);
  const ofTickets = sharedCapacities.reduce(
    (sum, { id, left }) => sum + Math.min(stockOf(id), left),
    stockOf(null),
  );
  return Math.max(0, Math.min(ofTickets, placesLeftInEvent ?? ofTickets));
}

/** A dash if none are sold, held or left: 0 would look sold out. */
export function placesLeftText({ sold, held, left }: { sold: number; held: number; left: number }): string {
  return sold + held + left === 0 ? "–" : left.toLocaleString("en-US");
}

export function whenWords(
  event: Pick<EventCard, "startDatetime" | "endDatetime" | "timeZone"> & {
    config: Pick<EventCard["config"], "isAllDay" | "showEndTime" | "dateFormat">;
  },
): string {
  const { isAllDay, showEndTime, dateFormat } = event.config;
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  return formatEventTime({ start, end, timeZone, isAllDay, showEndTime, dateFormat }).text;
}
