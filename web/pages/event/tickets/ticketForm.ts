/** A ticket as form values and as a request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import { eventDays } from "../../../../contract/rules/eventTime.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { amountExamples, amountText, minorOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { instantOf, wallTimeOf } from "../../../forms/zonedTime.ts";

/** Texts as typed; times as the event's clocks show them. */
export type TicketValues = {
  title: string;
  description: string;
  price: string;
  maxStock: string;
  salesStart: string;
  salesEnd: string;
  isActive: boolean;
  isHidden: boolean;
  /** The id of the shared capacity; empty for none, "new" for one created with the ticket. */
  shared: string;
  sharedTitle: string;
  sharedPlaces: string;
  /** YYYY-MM-DD. None means all days of the event. */
  validDays: string[];
};

/** The initial values; null for a new ticket. */
export function valuesOf(ticket: Ticket | null, timeZone: string): TicketValues {
  return {
    title: ticket?.title ?? "",
    description: ticket?.description ?? "",
    price: ticket === null ? "" : amountText(ticket.price, ticket.currency),
    maxStock: ticket === null ? "" : String(ticket.maxStock),
    salesStart: wallTimeOf(ticket?.salesStart ?? null, timeZone),
    salesEnd: wallTimeOf(ticket?.salesEnd ?? null, timeZone),
    isActive: ticket?.isActive ?? true,
    isHidden: ticket?.isHidden ?? false,
    shared: ticket?.sharedCapacityId ? String(ticket.sharedCapacityId) : "",
    sharedTitle: "",
    sharedPlaces: "",
    validDays: ticket?.validDays ?? [],
  };
}

/** With more days than this, no checkboxes are shown. */
const mostDays = 31;

/**
 * The days (YYYY-MM-DD) to which a ticket can be limited: those of the event, and its current ones, because the event
 * may have moved. None for an event of one day, unless the ticket has a limit.
 */
export function daysToChoose(
  event: Pick<Event, "startDatetime" | "endDatetime" | "timeZone">,
  chosen: readonly string[],
): string[] {
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  const days = eventDays({ start, end, timeZone });
  const own = days === null ? [] : [days.first];
  for (let day = days?.first ?? ""; days !== null && day < days.last && own.length <= mostDays; ) {
    day = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
    own.push(day);
  }
  const offered = own.length < 2 || own.length > mostDays ? [] : own;
  return [...new Set([...(chosen.length > 0 && own.length <= mostDays ? own : offered), ...chosen])].sort();
}

/** Messages by field. `taken` is the number sold and held, the minimum of the stock. */
export function problemsOf(
  values: TicketValues,
  of: { timeZone: string; currency: Currency; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.title.trim() === "") problems.title = "Give the ticket a title.";
  if (minorOf(values.price, of.currency) === null)
    problems.price = `Enter an amount such as ${amountExamples(25, of.currency)}; 0 is free.`;
  const stock = wholeNumberOf(values.maxStock);
  if (stock === null) problems.maxStock = "Enter how many there are, as a whole number.";
  else if (stock < of.taken)
    problems.maxStock = `${of.taken.toLocaleString("en-US")} are sold or held, so there cannot be fewer.`;
  const turned = salesProblem(
    instantOf(values.salesStart, of.timeZone),
    instantOf(values.salesEnd, of.timeZone),
  );
  if (turned !== null) problems.salesEnd = "Sales cannot end before they start.";
  if (values.shared === newShared) {
    if (values.sharedTitle.trim() === "") problems.sharedTitle = "Say what is shared, such as Main hall.";
    const places = wholeNumberOf(values.sharedPlaces);
    if (places === null)
      problems.sharedPlaces = "Enter how many places there are together, as a whole number.";
    else if (places < of.taken)
      problems.sharedPlaces = `${of.taken.toLocaleString("en-US")} of this ticket are sold or held, so there cannot be fewer.`;
  }
  return problems;
}

/** The choice that creates a shared capacity with the ticket. */
export const newShared = "new";

/** The request body. `sharedId` is the capacity created for it, or null. */
export function bodyOf(
  values: TicketValues,
  of: {
    eventId: number;
    ticketId: number | null;
    timeZone: string;
    currency: Currency;
    sharedId: number | null;
  },
): BodyInput<"ticket/save"> {
  return {
    ...(of.ticketId === null ? { eventId: of.eventId } : { id: of.ticketId }),
    title: values.title,
    description: values.description,
    price: minorOf(values.price, of.currency) ?? 0,
    maxStock: wholeNumberOf(values.maxStock) ?? 0,
    salesStart: instantOf(values.salesStart, of.timeZone),
    salesEnd: instantOf(values.salesEnd, of.timeZone),
    isActive: values.isActive,
    isHidden: values.isHidden,
    sharedCapacityId: values.shared === newShared ? of.sharedId : Number(values.shared) || null,
    validDays: values.validDays.length === 0 ? null : [...values.validDays].sort(),
  };
}
