import { hasAtMostThreeDecimals } from "../../../contract/rules/eventRules.ts";
import { currencyCodes } from "../../../contract/rules/money/currencies.ts";
import type { Currency } from "../../../contract/scalars.ts";
import {
  type EventFile,
  eventFile,
  FORMAT_VERSION,
  type WrittenEventFile,
} from "../../../contract/shapes/eventFile.ts";
import { DomainError, invalidInput } from "../../domainError.ts";
import type { ArchivedPeople } from "../archivedPeople.ts";
import { type LeftOut, type LeftOutCounts, openCounts } from "../leftOut.ts";
import { offersOfPretix, writtenOffers } from "./offersOfPretix.ts";
import { choosePeople, rowsOfPretix } from "./peopleOfPretix.ts";
import { questionsOfPretix } from "./questionsOfPretix.ts";
import type { PretixAnswers, PretixWords } from "./shapes.ts";
import { vouchersOfPretix } from "./vouchersOfPretix.ts";
import { lineOf, wordsOf } from "./words.ts";

export interface EventOfPretix {
  file: EventFile;
  /** What is left out, apart from people. */
  leftOut: LeftOut[];
  people: (questionIds: readonly number[]) => ArchivedPeople;
}

/** Converts the event. @throws invalidInput for an event, and invalidFile for a value, that Foyer cannot have. */
export function eventOfPretix(answers: PretixAnswers, now: Date): EventOfPretix {
  const { event } = answers;
  const currency = currencyOf(event.currency);
  if (event.has_subevents)
    throw invalidInput({
      path: "event",
      message: "This event is a series of dates, which Foyer cannot import.",
    });
  const leftOut = openCounts();
  const chosen = choosePeople(answers);
  const offers = offersOfPretix(answers, { currency, peopleCounts: chosen.peopleCounts, leftOut });
  const questions = questionsOfPretix(answers.questions, { offers, leftOut });
  const taxes = taxRatesOf(answers, leftOut);
  leftOut.add("texts in other languages", otherLanguages(answers));
  const location = wordsOf(event.location).trim();
  const start = new Date(event.date_from);
  const end = event.date_to ? new Date(event.date_to) : null;
  const written: WrittenEventFile = {
    format: "foyer-event",
    version: FORMAT_VERSION,
    event: {
      name: lineOf(wordsOf(event.name), 200),
      location: lineOf(location.replaceAll(/\s*\n\s*/g, ", "), 300),
      startDatetime: start.toISOString(),
      endDatetime: end === null || end < start ? null : end.toISOString(),
      timeZone: event.timezone,
      currency,
      taxType: "percent",
      taxAmount: 0,
      pricesIncludeTax: taxes.isIncluded,
    },
    taxRates: taxes.rates,
    sharedCapacities: offers.sharedCapacities,
    ...writtenOffers(offers, taxes.ids),
    questions: questions.map((question) => question.written),
    packages: [],
    promoCodes: vouchersOfPretix(answers.vouchers, { offers, quotas: answers.quotas, currency, leftOut }),
  };
  const checked = eventFile.safeParse(written);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    throw new DomainError(
      "invalidFile",
      `This event of pretix does not fit into Foyer: ${issue!.path.join(".")} ${issue!.message}.`,
    );
  }
  return {
    file: checked.data,
    leftOut: leftOut.all(),
    people: (questionIds) => rowsOfPretix(chosen, { offers, questions, questionIds, currency, now }),
  };
}

function currencyOf(code: string): Currency {
  const currency = currencyCodes.find((one) => one === code.toLowerCase());
  if (currency !== undefined) return currency;
  throw invalidInput({
    path: "event",
    message: `This event is sold in ${lineOf(code, 3)}, which Foyer does not support.`,
  });
}

/**
 * The used tax rates that are above 0 % and fit into Foyer, and whether prices include all of them. `leftOut` counts
 * rates that Foyer cannot have, and products whose included tax is now added.
 */
function taxRatesOf({ taxRules, items }: PretixAnswers, leftOut: LeftOutCounts) {
  const taxed = taxRules.filter(
    ({ id, rate }) => Number(rate) > 0 && items.some((item) => item.tax_rule === id),
  );
  const used = taxed.filter(({ rate }) => Number(rate) <= 100 && hasAtMostThreeDecimals(Number(rate)));
  leftOut.add("tax rates above 100 %, or with more than three decimals", taxed.length - used.length);
  const including = used.filter(({ price_includes_tax: isIncluded }) => isIncluded);
  const isIncluded = including.length === used.length;
  if (!isIncluded)
    leftOut.add(
      "products whose price includes their tax, which Foyer adds to it now",
      items.filter((item) => including.some(({ id }) => id === item.tax_rule)).length,
    );
  return {
    rates: used.map(({ name, rate }, index) => ({
      id: index + 1,
      name: lineOf(wordsOf(name), 60) || "Tax",
      percent: Number(rate),
    })),
    ids: new Map(used.map(({ id }, index) => [id, index + 1])),
    isIncluded,
  };
}

function otherLanguages({ event, items, questions }: PretixAnswers): number {
  const texts: PretixWords[] = [
    event.name,
    event.location,
    ...items.flatMap((item) => [item.name, item.description, ...item.variations.map(({ value }) => value)]),
    ...questions.flatMap(({ question, options }) => [question, ...options.map(({ answer }) => answer)]),
  ];
  const isFilled = (text: string | null) => text !== null && text !== "";
  return texts.filter(
    (words) => typeof words === "object" && Object.values(words ?? {}).filter(isFilled).length > 1,
  ).length;
}
