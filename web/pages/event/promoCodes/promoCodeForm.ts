import type { BodyInput } from "../../../../contract/all.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import type { PromoCodeKind } from "../../../../contract/rules/money/promoCode.ts";
import { instantOf, wallTimeOf } from "../../../../contract/rules/time/zonedTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import {
  amountExamples,
  amountText,
  decimalOf,
  minorUnitsOf,
  wholeNumberOf,
} from "../../../forms/amounts.ts";
import { shownTicketIds } from "../list/ticketChoices.ts";
import { maxCodesAtOnce } from "./manyCodes.ts";

/** Texts as typed; times in the event's time zone. */
export type PromoCodeValues = {
  /** For many codes, their common beginning. */
  code: string;
  count: string;
  kind: PromoCodeKind;
  percent: string;
  amount: string;
  /** Empty: all tickets that are not hidden. */
  ticketIds: string[];
  /** Empty: no limit. */
  maxUses: string;
  startsAt: string;
  endsAt: string;
  isActive: boolean;
};

/** One code, or many new ones that differ only in their ending. */
export type HowManyCodes = "one" | "many";

type CodeEvent = Pick<Event, "timeZone" | "currency">;

export function valuesOf(
  code: PromoCode | null,
  { timeZone, currency }: CodeEvent,
  tickets: readonly Pick<Ticket, "id">[],
): PromoCodeValues {
  return {
    code: code?.code ?? "",
    count: "",
    kind: code?.kind ?? "percent",
    percent: code?.kind === "percent" ? String(code.value) : "",
    amount: code?.kind === "amount" ? amountText(code.value, currency) : "",
    ticketIds: shownTicketIds(code?.ticketIds ?? null, tickets),
    maxUses: code === null || code.maxUses === null ? "" : String(code.maxUses),
    startsAt: wallTimeOf(code?.startsAt ?? null, timeZone),
    endsAt: wallTimeOf(code?.endsAt ?? null, timeZone),
    isActive: code?.isActive ?? true,
  };
}

export function valuesOfMany(event: CodeEvent): PromoCodeValues {
  return { ...valuesOf(null, event, []), count: "50", maxUses: "1" };
}

/** Messages by field. `taken` is the number of tickets sold and held with the code. */
export function problemsOf(
  values: PromoCodeValues,
  context: CodeEvent & { howMany: HowManyCodes; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  const problemOfCode = codeProblem(values.code.trim(), context.howMany);
  if (problemOfCode !== null) problems.code = problemOfCode;
  if (context.howMany === "many") {
    const count = wholeNumberOf(values.count);
    if (count === null || count === 0 || count > maxCodesAtOnce)
      problems.count = `Enter a whole number from 1 to ${maxCodesAtOnce}.`;
  }
  if (values.kind === "percent" && percentOf(values.percent) === null)
    problems.percent = "Enter a number from 0.01 to 100, such as 20.";
  if (values.kind === "amount" && !minorUnitsOf(values.amount, context.currency))
    problems.amount = `Enter an amount above 0, such as ${amountExamples(5, context.currency)}.`;
  if (values.kind === "access" && values.ticketIds.length === 0)
    problems.ticketIds = "Tick the tickets that the code unlocks.";
  if (values.maxUses.trim() !== "") {
    const maxUses = wholeNumberOf(values.maxUses);
    if (maxUses === null || maxUses === 0)
      problems.maxUses = "Enter a whole number from 1, or nothing for no limit.";
    else if (maxUses < context.taken)
      problems.maxUses = `The code is used for ${context.taken.toLocaleString("en-US")} tickets already, so the limit cannot be lower.`;
  }
  const startsAt = instantOf(values.startsAt, context.timeZone);
  if (salesProblem(startsAt, instantOf(values.endsAt, context.timeZone)) !== null)
    problems.endsAt = "A code cannot end before it starts.";
  return problems;
}

function codeProblem(code: string, howMany: HowManyCodes): string | null {
  if (howMany === "one" && code === "") return "Enter the code, such as SUMMER.";
  const maxLength = howMany === "one" ? 40 : 20;
  if (code.length > maxLength) return `At most ${maxLength} characters.`;
  return /^[\p{L}\p{N}_.-]*$/u.test(code) ? null : "Use only letters, digits, dots, dashes and underscores.";
}

/** The request body of values without problems. */
export function bodyOf(
  values: PromoCodeValues,
  context: CodeEvent & { eventId: number; promoCodeId: number | null },
): BodyInput<"promoCode/save"> {
  return {
    ...(context.promoCodeId === null ? { eventId: context.eventId } : { id: context.promoCodeId }),
    code: values.code.trim(),
    kind: values.kind,
    value: discountOf(values, context.currency),
    ticketIds: values.ticketIds.length === 0 ? null : values.ticketIds.map(Number),
    maxUses: wholeNumberOf(values.maxUses),
    startsAt: instantOf(values.startsAt, context.timeZone),
    endsAt: instantOf(values.endsAt, context.timeZone),
    isActive: values.isActive,
  };
}

function discountOf({ kind, percent, amount }: PromoCodeValues, currency: Event["currency"]): number {
  if (kind === "percent") return percentOf(percent) ?? 0;
  return kind === "amount" ? (minorUnitsOf(amount, currency) ?? 0) : 0;
}

function percentOf(text: string): number | null {
  const percent = decimalOf(text.replace(/\s*%\s*$/, ""), 2);
  return percent === null || percent === 0 || percent > 100 ? null : percent;
}
