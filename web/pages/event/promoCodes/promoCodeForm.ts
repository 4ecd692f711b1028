/** A promo code as form values and as a request body. Pure. */
import type { BodyInput } from "../../../../contract/all.ts";
import { salesProblem } from "../../../../contract/rules/eventRules.ts";
import type { PromoCodeKind } from "../../../../contract/rules/promoCode.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { PromoCode } from "../../../../contract/shapes/promoCode.ts";
import { amountExamples, amountText, decimalOf, minorOf, wholeNumberOf } from "../../../forms/amounts.ts";
import { instantOf, wallTimeOf } from "../../../forms/zonedTime.ts";
import { mostAtOnce } from "./manyCodes.ts";

/** Texts as typed; times as the event's clocks show them. */
export type PromoCodeValues = {
  /** For many codes, their common beginning. */
  code: string;
  /** How many to create at once. */
  count: string;
  kind: PromoCodeKind;
  percent: string;
  amount: string;
  /** Ids as texts. None means all tickets that are not hidden. */
  ticketIds: string[];
  /** Empty: no limit. */
  maxUses: string;
  startsAt: string;
  endsAt: string;
  isActive: boolean;
};

/** One code, or many new ones that differ only in their ending. */
export type HowManyCodes = "one" | "many";

/** The event that a code belongs to. */
type CodeEvent = Pick<Event, "timeZone" | "currency">;

/** The initial values; null for a new code. */
export function valuesOf(code: PromoCode | null, { timeZone, currency }: CodeEvent): PromoCodeValues {
  return {
    code: code?.code ?? "",
    count: "",
    kind: code?.kind ?? "percent",
    percent: code?.kind === "percent" ? String(code.value) : "",
    amount: code?.kind === "amount" ? amountText(code.value, currency) : "",
    ticketIds: (code?.ticketIds ?? []).map(String),
    maxUses: code === null || code.maxUses === null ? "" : String(code.maxUses),
    startsAt: wallTimeOf(code?.startsAt ?? null, timeZone),
    endsAt: wallTimeOf(code?.endsAt ?? null, timeZone),
    isActive: code?.isActive ?? true,
  };
}

/** The initial values for many codes: each can be used once. */
export function valuesOfMany(event: CodeEvent): PromoCodeValues {
  return { ...valuesOf(null, event), count: "50", maxUses: "1" };
}

/** Messages by field. `taken` is the number of tickets bought with it, the minimum of the limit. */
export function problemsOf(
  values: PromoCodeValues,
  of: CodeEvent & { making: HowManyCodes; taken: number },
): Record<string, string> {
  const problems: Record<string, string> = {};
  const code = codeProblem(values.code.trim(), of.making);
  if (code !== null) problems.code = code;
  if (of.making === "many") {
    const count = wholeNumberOf(values.count);
    if (count === null || count === 0 || count > mostAtOnce)
      problems.count = `Enter a whole number from 1 to ${mostAtOnce}.`;
  }
  if (values.kind === "percent" && percentOf(values.percent) === null)
    problems.percent = "Enter a number from 0.01 to 100, such as 20.";
  if (values.kind === "amount" && !minorOf(values.amount, of.currency))
    problems.amount = `Enter an amount above 0, such as ${amountExamples(5, of.currency)}.`;
  if (values.kind === "access" && values.ticketIds.length === 0)
    problems.ticketIds = "Tick the tickets that it opens.";
  if (values.maxUses.trim() !== "") {
    const most = wholeNumberOf(values.maxUses);
    if (most === null || most === 0)
      problems.maxUses = "Enter a whole number from 1, or nothing for no limit.";
    else if (most < of.taken)
      problems.maxUses = `It is used with ${of.taken.toLocaleString("en-US")} tickets, so there cannot be fewer.`;
  }
  const turned = salesProblem(instantOf(values.startsAt, of.timeZone), instantOf(values.endsAt, of.timeZone));
  if (turned !== null) problems.endsAt = "A code cannot end before it starts.";
  return problems;
}

function codeProblem(code: string, making: HowManyCodes): string | null {
  if (making === "one" && code === "") return "Enter the code, such as SUMMER.";
  const most = making === "one" ? 40 : 20;
  if (code.length > most) return `At most ${most} characters.`;
  return /^[\p{L}\p{N}_.-]*$/u.test(code)
    ? null
    : "Letters, digits, dots, dashes and underscores can stand here, and no spaces.";
}

/** The request body. */
export function bodyOf(
  values: PromoCodeValues,
  of: CodeEvent & { eventId: number; promoCodeId: number | null },
): BodyInput<"promoCode/save"> {
  return {
    ...(of.promoCodeId === null ? { eventId: of.eventId } : { id: of.promoCodeId }),
    code: values.code.trim(),
    kind: values.kind,
    value: amountOf(values, of.currency),
    ticketIds: values.ticketIds.length === 0 ? null : values.ticketIds.map(Number),
    maxUses: wholeNumberOf(values.maxUses),
    startsAt: instantOf(values.startsAt, of.timeZone),
    endsAt: instantOf(values.endsAt, of.timeZone),
    isActive: values.isActive,
  };
}

function amountOf({ kind, percent, amount }: PromoCodeValues, currency: Event["currency"]): number {
  if (kind === "percent") return percentOf(percent) ?? 0;
  return kind === "amount" ? (minorOf(amount, currency) ?? 0) : 0;
}

/** A percentage above 0 and at most 100, with at most two decimals; null for anything else. */
function percentOf(text: string): number | null {
  const percent = decimalOf(text.replace(/\s*%\s*$/, ""), 2);
  return percent === null || percent === 0 || percent > 100 ? null : percent;
}
