import { paidByWords } from "../../contract/rules/orderWords.ts";
import { formatMoment } from "../../contract/rules/time/eventTime.ts";
import type { Event } from "../../contract/shapes/event.ts";
import type { ListedAttendee } from "../../contract/shapes/people.ts";
import type { MissingPart } from "../../contract/shapes/registration.ts";

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

type StateFields = Pick<ListedAttendee, "registrationState" | "importId">;

/** Nobody can pay for a pending registration of an import. It waits until staff make it active. */
export function isAwaitingActivation({ registrationState, importId }: StateFields): boolean {
  return registrationState === "pending" && importId !== null;
}

export function stateText(attendee: StateFields): string {
  return isAwaitingActivation(attendee) ? "Not yet active" : states[attendee.registrationState];
}

type OrderFields = Pick<ListedAttendee, "orderNumber" | "orderStatus" | "registrationState">;

export function orderText({ orderNumber, orderStatus, registrationState }: OrderFields): string {
  if (orderNumber === null || orderStatus === null) return "–";
  // A pending order of a registration that has ended is no longer awaited.
  const isOver = registrationState === "expired" || registrationState === "cancelled";
  return `${orderNumber} · ${isOver && orderStatus === "pending" ? "Expired" : payments[orderStatus]}`;
}

/** Adds the way of paying if the money was taken by hand. */
export function wholeOrderText(order: OrderFields & Pick<ListedAttendee, "orderPaidBy">): string {
  const { orderPaidBy } = order;
  if (orderPaidBy === null) return orderText(order);
  return `${orderText(order)} · ${paidByWords[orderPaidBy]}`;
}

export function nameText({ firstName, lastName }: Pick<ListedAttendee, "firstName" | "lastName">): string {
  return `${firstName} ${lastName}`.trim();
}

export function missingText(missing: readonly MissingPart[] | undefined): string | null {
  if (missing === undefined || missing.length === 0) return null;
  if (missing.length === 2) return "Name and answers missing";
  return missing[0] === "name" ? "Name missing" : "Answers missing";
}

export function timeText(
  instant: string | null,
  { timeZone, config }: Pick<Event, "timeZone" | "config">,
): string {
  return instant === null ? "–" : formatMoment(instant, { timeZone, dateFormat: config.dateFormat }).text;
}
