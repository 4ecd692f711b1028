/** An event's settings as their form has them, and what the wire makes of that. Pure. */
import type { EventConfig, EventConfigChange } from "../../../../contract/event.ts";
import type { DateFormat } from "../../../../contract/rules/dateFormats.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import { wholeNumberOf } from "../../../forms/amounts.ts";
import { instantOf, wallTimeOf } from "../../../forms/zonedTime.ts";

/** Texts as typed; times as the event's clocks show them. An empty `capacity` means no limit. */
export type ConfigValues = {
  isAllDay: boolean;
  isSingleDayEvent: boolean;
  showEndTime: boolean;
  dateFormat: DateFormat;
  salesStart: string;
  salesEnd: string;
  capacity: string;
  showTicketsLeft: boolean;
  showSponsors: boolean;
  maxTicketsPerRegistration: string;
  holdMinutes: string;
  saveAllAttendeesDetails: boolean;
  waitingList: boolean;
  waitingOfferHours: string;
  /** Empty means: buyers do not do it by themselves. */
  cancelUntilHours: string;
  cancelFeePercent: string;
  passOnUntilHours: string;
};

/** What the form begins with. */
export function valuesOf(config: EventConfig, timeZone: string): ConfigValues {
  return {
    isAllDay: config.isAllDay,
    isSingleDayEvent: config.isSingleDayEvent,
    showEndTime: config.showEndTime,
    dateFormat: config.dateFormat,
    salesStart: wallTimeOf(config.salesStart, timeZone),
    salesEnd: wallTimeOf(config.salesEnd, timeZone),
    capacity: config.capacity === null ? "" : String(config.capacity),
    showTicketsLeft: config.showTicketsLeft,
    showSponsors: config.showSponsors,
    maxTicketsPerRegistration: String(config.maxTicketsPerRegistration),
    holdMinutes: String(config.holdMinutes),
    saveAllAttendeesDetails: config.saveAllAttendeesDetails,
    waitingList: config.waitingList,
    waitingOfferHours: String(config.waitingOfferHours),
    cancelUntilHours: config.cancelUntilHours === null ? "" : String(config.cancelUntilHours),
    cancelFeePercent: String(config.cancelFeePercent),
    passOnUntilHours: config.passOnUntilHours === null ? "" : String(config.passOnUntilHours),
  };
}

/** What is wrong, by field. */
export function problemsOf(values: ConfigValues, timeZone: string): Record<string, string> {
  const problems: Record<string, string> = {};
  const { salesStart, salesEnd } = values;
  if (salesProblem(instantOf(salesStart, timeZone), instantOf(salesEnd, timeZone)) !== null)
    problems.salesEnd = "Sales cannot end before they start.";
  if (values.capacity.trim() !== "" && wholeNumberOf(values.capacity) === null)
    problems.capacity = "Enter a whole number, or nothing for no limit.";
  if (!isWithin(values.maxTicketsPerRegistration, 1, 1000))
    problems.maxTicketsPerRegistration = "Enter a whole number from 1 to 1,000.";
  if (!isWithin(values.holdMinutes, 1, 120)) problems.holdMinutes = "Enter a whole number from 1 to 120.";
  if (!isWithin(values.waitingOfferHours, 1, 168))
    problems.waitingOfferHours = "Enter whole hours from 1 to 168, which is a week.";
  for (const field of ["cancelUntilHours", "passOnUntilHours"] as const)
    if (values[field].trim() !== "" && !isWithin(values[field], 0, 8760))
      problems[field] = "Enter whole hours up to 8,760, or nothing.";
  if (!isWithin(values.cancelFeePercent, 0, 100))
    problems.cancelFeePercent = "Enter a whole number from 0 to 100.";
  return problems;
}

function isWithin(text: string, least: number, most: number): boolean {
  const number = wholeNumberOf(text);
  return number !== null && number >= least && number <= most;
}

/** What is sent: every key. */
export function configOf(values: ConfigValues, timeZone: string): EventConfigChange {
  return {
    isAllDay: values.isAllDay,
    isSingleDayEvent: values.isSingleDayEvent,
    showEndTime: values.showEndTime,
    dateFormat: values.dateFormat,
    salesStart: instantOf(values.salesStart, timeZone),
    salesEnd: instantOf(values.salesEnd, timeZone),
    capacity: wholeNumberOf(values.capacity),
    showTicketsLeft: values.showTicketsLeft,
    showSponsors: values.showSponsors,
    maxTicketsPerRegistration: wholeNumberOf(values.maxTicketsPerRegistration) ?? 1,
    holdMinutes: wholeNumberOf(values.holdMinutes) ?? 1,
    saveAllAttendeesDetails: values.saveAllAttendeesDetails,
    waitingList: values.waitingList,
    waitingOfferHours: wholeNumberOf(values.waitingOfferHours) ?? 1,
    cancelUntilHours: wholeNumberOf(values.cancelUntilHours),
    cancelFeePercent: wholeNumberOf(values.cancelFeePercent) ?? 0,
    passOnUntilHours: wholeNumberOf(values.passOnUntilHours),
  };
}
