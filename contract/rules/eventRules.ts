import type { FieldProblem } from "../endpoint.ts";
import { knownZone } from "./time/eventTime.ts";

/** The fields of an event that `eventProblems` checks. Instants are ISO 8601 in UTC. */
export interface CheckedEvent {
  startDatetime: string;
  endDatetime: string | null;
  timeZone: string;
  taxType: "percent" | "fixed";
  taxAmount: number;
  config: { salesStart: string | null; salesEnd: string | null };
}

/** The problems of these fields; empty if there are none. */
export function eventProblems(event: CheckedEvent): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const addProblem = (path: string, message: string) => problems.push({ path, message });
  if (event.endDatetime !== null && isBefore(event.endDatetime, event.startDatetime))
    addProblem("endDatetime", "must not be before the start");
  // The runtime accepts "+02:00" as a zone too, but it has no summer and winter time.
  if (!/^[A-Za-z]/.test(event.timeZone) || knownZone(event.timeZone) === null)
    addProblem("timeZone", "is not a time zone we know");
  const tax = taxProblem(event);
  if (tax !== null) addProblem("taxAmount", tax);
  const sales = salesProblem(event.config.salesStart, event.config.salesEnd);
  if (sales !== null) addProblem("config.salesEnd", sales);
  return problems;
}

/** Why the times of a sale are invalid, or null. */
export function salesProblem(salesStart: string | null, salesEnd: string | null): string | null {
  const isReversed = salesStart !== null && salesEnd !== null && isBefore(salesEnd, salesStart);
  return isReversed ? "must not be before the start of sales" : null;
}

function taxProblem({ taxType, taxAmount }: CheckedEvent): string | null {
  if (taxType === "fixed")
    return Number.isInteger(taxAmount) ? null : "must be a whole number of minor units";
  if (taxAmount > 100) return "must be at most 100 percent";
  return hasAtMostThreeDecimals(taxAmount) ? null : "must have at most 3 decimals";
}

/** Whether a percentage has at most 3 decimals. */
export function hasAtMostThreeDecimals(percent: number): boolean {
  return Math.abs(percent * 1000 - Math.round(percent * 1000)) < 1e-6;
}

function isBefore(one: string, other: string): boolean {
  return Date.parse(one) < Date.parse(other);
}
