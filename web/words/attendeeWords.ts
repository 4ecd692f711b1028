/** An attendee in the words of the list. Pure. */

import type { DateFormat } from "../../contract/rules/dateFormats.ts";
import { formatMoment } from "../../contract/rules/eventTime.ts";
import type { ListedAttendee } from "../../contract/shapes/people.ts";

const states: Record<ListedAttendee["registrationState"], string> = {
  held: "Held",
  pending: "Being paid",
  active: "Confirmed",
  expired: "Expired",
  cancelled: "Cancelled",
};
const payments: Record<NonNullable<ListedAttendee["orderStatus"]>, string> = {
  free: "Free",
  paid: "Paid",
  pending: "Pending",
  failed: "Failed",
  refunded: "Refunded",
};

/** The state of the registration. */
export function stateText({ registrationState }: ListedAttendee): string {
  return states[registrationState];
}

type OfOrder = Pick<ListedAttendee, "orderNumber" | "orderStatus" | "registrationState">;

/** The order's number and what became of it. */
export function orderText({ orderNumber, orderStatus, registrationState }: OfOrder): string {
  if (orderNumber === null || orderStatus === null) return "–";
  // Nobody is waited for whose places are kept no longer.
  const isOver = registrationState === "expired" || registrationState === "cancelled";
  return `${orderNumber} · ${isOver && orderStatus === "pending" ? "Expired" : payments[orderStatus]}`;
}

/** The same, and how it was paid where that was at the door. */
export function wholeOrderText(order: OfOrder & Pick<ListedAttendee, "orderPaidBy">): string {
  const { orderPaidBy } = order;
  if (orderPaidBy === null) return orderText(order);
  return `${orderText(order)} · Sold at the door, ${orderPaidBy === "cash" ? "cash" : "card terminal"}`;
}

/** First and last name. */
export function nameText({ firstName, lastName }: Pick<ListedAttendee, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

/** An instant in the event's zone and date format; a dash where there is none. */
export function timeText(instant: string | null, timeZone: string, dateFormat: DateFormat): string {
  return instant === null ? "–" : formatMoment(instant, { timeZone, dateFormat }).text;
}
