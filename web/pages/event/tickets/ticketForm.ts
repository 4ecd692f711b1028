import type { BodyInput } from "../../../../contract/all.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import { eventDays } from "../../../../contract/rules/time/eventTime.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { amountExamples, amountText, minorUnitsOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { takenText } from "../../../words/takenText.ts";
import { taxRateIdOf, taxRateText } from "../tax/taxChoices.ts";

/** Texts as typed; times in the event's time zone. */
export type TicketValues = {
  title: string;
  description: string;
  price: string;
  maxStock: string;
  salesStart: string;
  salesEnd: string;
  isActive: boolean;
  isHidden: boolean;
  /** The id of a shared capacity; empty for none, `newShared` for one created with the ticket. */
  shared: string;
  sharedTitle: string;
  sharedPlaces: string;
  /** The ids of the other tickets that share a new capacity. */
  sharedWith: string[];
  /** The id of a tax rate; empty for the event's tax. */
  taxRateId: string;
  /** YYYY-MM-DD. None means all days of the event. */
  validDays: string[];
};

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
    sharedWith: [],
    taxRateId: taxRateText(ticket?.taxRateId),
    validDays: ticket?.validDays ?? [],
  };
}

/** With more days than this, only chosen days are shown. */
const maxDays = 31;

/** The days to choose from, as YYYY-MM-DD. The chosen ones are included, because the event may have been moved. */
export function daysToChoose(
  event: Pick<Event, "startDatetime" | "endDatetime" | "timeZone">,
  chosen: readonly string[],
): string[] {
  const { startDatetime: start, endDatetime: end, timeZone } = event;
  const days = eventDays({ start, end, timeZone });
  const daysOfEvent = days === null ? [] : [days.first];
  // One day more than `maxDays` is enough to know that there are too many.
  while (days !== null && daysOfEvent.at(-1)! < days.last && daysOfEvent.length <= maxDays)
    daysOfEvent.push(dayAfter(daysOfEvent.at(-1)!));
  const hasChoice = daysOfEvent.length > 1 || chosen.length > 0;
  const offeredDays = hasChoice && daysOfEvent.length <= maxDays ? daysOfEvent : [];
  return [...new Set([...offeredDays, ...chosen])].sort();
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

/** Messages by field. `taken` is the number sold and held. */
export function problemsOf(
  values: TicketValues,
  context: { timeZone: string; currency: Currency; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  if (values.title.trim() === "") problems.title = "Give the ticket a title.";
  if (minorUnitsOf(values.price, context.currency) === null)
    problems.price = `Enter an amount such as ${amountExamples(25, context.currency)}; 0 is free.`;
  const stock = wholeNumberOf(values.maxStock);
  if (stock === null) problems.maxStock = "Enter how many there are, as a whole number.";
  else if (stock < context.taken)
    problems.maxStock = `${takenText(context.taken)}, so there cannot be fewer.`;
  const salesStart = instantOf(values.salesStart, context.timeZone);
  if (salesProblem(salesStart, instantOf(values.salesEnd, context.timeZone)) !== null)
    problems.salesEnd = "Sales cannot end before they start.";
  if (values.shared === newShared) {
    if (values.sharedTitle.trim() === "") problems.sharedTitle = "Say what is shared, such as Main hall.";
    const places = wholeNumberOf(values.sharedPlaces);
    if (places === null)
      problems.sharedPlaces = "Enter how many places there are together, as a whole number.";
    else if (places < context.taken)
      problems.sharedPlaces = `${takenText(context.taken, " of this ticket")}, so there cannot be fewer.`;
  }
  return problems;
}

/** The choice that creates a shared capacity with the ticket. */
export const newShared = "new";

/** The request body of values without problems. `sharedId` is the capacity created for the ticket, or null. */
export function bodyOf(
  values: TicketValues,
  context: {
    eventId: number;
    ticketId: number | null;
    timeZone: string;
    currency: Currency;
    sharedId: number | null;
  },
): BodyInput<"ticket/save"> {
  return {
    ...(context.ticketId === null ? { eventId: context.eventId } : { id: context.ticketId }),
    title: values.title,
    description: values.description,
    price: minorUnitsOf(values.price, context.currency) ?? 0,
    maxStock: wholeNumberOf(values.maxStock) ?? 0,
    salesStart: instantOf(values.salesStart, context.timeZone),
    salesEnd: instantOf(values.salesEnd, context.timeZone),
    isActive: values.isActive,
    isHidden: values.isHidden,
    sharedCapacityId: values.shared === newShared ? context.sharedId : Number(values.shared) || null,
    taxRateId: taxRateIdOf(values.taxRateId),
    validDays: values.validDays.length === 0 ? null : [...values.validDays].sort(),
  };
}
