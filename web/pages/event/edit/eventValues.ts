/** The form of an event. For a new one, name, price and number of places are enough. */
import type { BodyInput } from "../../../../contract/all.ts";
import { eventProblems } from "../../../../contract/rules/eventRules.ts";
import { currencyIn, pricesIncludeTaxByDefault } from "../../../../contract/rules/money/currencies.ts";
import { dateFormatIn } from "../../../../contract/rules/time/dateFormats.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { Currency } from "../../../../contract/scalars.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import {
  amountExamples,
  amountText,
  decimalOf,
  minorUnitsOf,
  wholeNumberOf,
} from "../../../forms/amounts.ts";

/** Texts as typed, times in the event's time zone. */
export interface EventValues extends Record<string, unknown> {
  name: string;
  start: string;
  location: string;
  /** For the first ticket, as are `places` and `ticketTitle`. */
  price: string;
  places: string;
  ticketTitle: string;
  /** Null for an existing event, whose description this form does not edit. */
  description: string | null;
  end: string;
  timeZone: string;
  currency: Currency;
  taxType: "percent" | "fixed";
  /** Percent, or an amount of money. */
  tax: string;
  pricesIncludeTax: boolean;
  /** Empty if it is made from the name. */
  slug: string;
  /** The places over all tickets; empty for no limit. */
  capacity: string;
  banner: File[];
  rmBanner: boolean;
}

/** The form's fields by the paths of refusals, where they differ. */
export const fieldOfPath: Readonly<Record<string, string>> = {
  startDatetime: "start",
  endDatetime: "end",
  taxAmount: "tax",
  "config.capacity": "capacity",
  files: "banner",
  // Fields of the first ticket.
  maxStock: "places",
  title: "ticketTitle",
};

export function newEventValues(timeZone: string, now: Date): EventValues {
  const inTwoWeeks = new Date(now.getTime() + 14 * 86_400_000).toISOString();
  return {
    name: "",
    start: `${wallTimeOf(inTwoWeeks, timeZone).slice(0, 10)}T19:00`,
    location: "",
    price: "",
    places: "",
    ticketTitle: "Entry",
    description: "",
    end: "",
    timeZone,
    currency: currencyIn(timeZone),
    taxType: "percent",
    tax: "0",
    pricesIncludeTax: pricesIncludeTaxByDefault(currencyIn(timeZone)),
    slug: "",
    capacity: "",
    banner: [],
    rmBanner: false,
  };
}

export function eventValuesOf(event: Event): EventValues {
  return {
    name: event.name,
    start: wallTimeOf(event.startDatetime, event.timeZone),
    location: event.location,
    price: "",
    places: "",
    ticketTitle: "Entry",
    description: null,
    end: wallTimeOf(event.endDatetime, event.timeZone),
    timeZone: event.timeZone,
    currency: event.currency,
    taxType: event.taxType,
    tax: event.taxType === "percent" ? String(event.taxAmount) : amountText(event.taxAmount, event.currency),
    pricesIncludeTax: event.pricesIncludeTax,
    slug: event.slug,
    capacity: event.config.capacity === null ? "" : String(event.config.capacity),
    banner: [],
    rmBanner: false,
  };
}

/** Messages by field. */
export function eventValueProblems(values: EventValues, needsTicket: boolean): Record<string, string> {
  const { startDatetime, endDatetime, taxAmount } = parsedValues(values);
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = "Please give the event a name.";
  if (startDatetime === null) problems.start = "Please choose a day and a time.";
  if (values.end !== "" && endDatetime === null) problems.end = "Please choose a day and a time, or neither.";
  if (taxAmount === null) problems.tax = "Please enter a number such as 7.5.";
  if (values.capacity.trim() !== "" && wholeNumberOf(values.capacity) === null)
    problems.capacity = "Please enter a whole number, or nothing for no limit.";
  if (needsTicket) {
    if (minorUnitsOf(values.price, values.currency) === null)
      problems.price = `Please enter a price such as ${amountExamples(25, values.currency)}; 0 is free.`;
    if (wholeNumberOf(values.places) === null) problems.places = "Please enter how many there are.";
    if (values.ticketTitle.trim() === "") problems.ticketTitle = "Please give the ticket a name.";
  }
  if (startDatetime === null || taxAmount === null) return problems;
  const parsedEvent = {
    ...values,
    startDatetime,
    endDatetime,
    taxAmount,
    config: { salesStart: null, salesEnd: null },
  };
  for (const { path, message } of eventProblems(parsedEvent)) {
    const field = fieldOfPath[path] ?? path;
    problems[field] ??= `This ${message}.`;
  }
  return problems;
}

/** The request body of values without problems. The picture is sent beside it. */
export function eventBodyOf(values: EventValues, isNew: boolean): BodyInput<"event/save"> {
  const { startDatetime, endDatetime, taxAmount } = parsedValues(values);
  return {
    name: values.name.trim(),
    slug: values.slug.trim(),
    ...(values.description !== null && { description: values.description }),
    location: values.location.trim(),
    startDatetime: startDatetime ?? "",
    endDatetime,
    timeZone: values.timeZone,
    currency: values.currency,
    taxType: values.taxType,
    taxAmount: taxAmount ?? 0,
    pricesIncludeTax: values.pricesIncludeTax,
    config: {
      capacity: wholeNumberOf(values.capacity),
      ...(isNew && { dateFormat: dateFormatIn(values.timeZone) }),
    },
    ...(values.rmBanner && { rmImage: true }),
  };
}

export function firstTicketOf(values: EventValues, eventId: number): BodyInput<"ticket/save"> {
  return {
    eventId,
    title: values.ticketTitle.trim(),
    price: minorUnitsOf(values.price, values.currency) ?? 0,
    maxStock: wholeNumberOf(values.places) ?? 0,
  };
}

/** Parses times and tax. A value is null if its text is invalid; `endDatetime` also without an end. */
export function parsedValues({ start, end, timeZone, currency, taxType, tax }: EventValues) {
  return {
    startDatetime: instantOf(start, timeZone),
    endDatetime: end === "" ? null : instantOf(end, timeZone),
    taxAmount:
      tax.trim() === "" ? 0 : taxType === "percent" ? decimalOf(tax, 3) : minorUnitsOf(tax, currency),
  };
}
