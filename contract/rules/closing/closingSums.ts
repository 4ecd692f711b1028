/** Amounts are in minor units of the event's currency. */
import type { ClosingChange, ClosingCount, ClosingFigures } from "../../shapes/money/closing.ts";
import { sourceWords, tillWords, wayWords } from "./closingWords.ts";

/** Sums over all ways of payment. `left` is what the club should get. */
export interface ClosingSums {
  taken: number;
  givenBack: number;
  fees: number;
  left: number;
  /** Pending refunds, which `afterAll` subtracts from `left`. */
  onItsWay: number;
  afterAll: number;
}

/** Adds up the ways of payment. */
export function closingSums({ ways }: Pick<ClosingFigures, "ways">): ClosingSums {
  const sum = (amountOf: (way: ClosingFigures["ways"][number]) => number) =>
    ways.reduce((total, way) => total + amountOf(way), 0);
  const taken = sum((way) => way.taken);
  const givenBack = sum((way) => way.givenBack);
  const fees = sum((way) => way.fees ?? 0);
  const onItsWay = sum((way) => way.onItsWay);
  const left = taken - givenBack - fees;
  return { taken, givenBack, fees, left, onItsWay, afterAll: left - onItsWay };
}

/** What is left of one way of payment after refunds and fees. */
export function amountLeftOfWay({ taken, givenBack, fees }: ClosingFigures["ways"][number]): number {
  return taken - givenBack - (fees ?? 0);
}

/** The counted cash minus the expected: below 0 if money is missing, null if nobody counted. */
export function tillDifference(
  { till, expected }: Pick<ClosingFigures["tills"][number], "till" | "expected">,
  counts: readonly ClosingCount[],
): number | null {
  const counted = countedAtTill(till, counts);
  return counted === null ? null : counted - expected;
}

/** The cash that was counted at a till; null if nobody counted. */
export function countedAtTill(till: string, counts: readonly ClosingCount[]): number | null {
  return counts.find((count) => count.till === till)?.counted ?? null;
}

/** The figures of `figuresByKey` that have changed since they were signed, new ones last. */
export function closingChanges(before: ClosingFigures, now: ClosingFigures): ClosingChange[] {
  const [signed, current] = [figuresByKey(before), figuresByKey(now)];
  return [...new Map([...signed, ...current])].flatMap(([key, { what, isMoney }]) => {
    const change = {
      what,
      isMoney,
      was: signed.get(key)?.value ?? null,
      is: current.get(key)?.value ?? null,
    };
    return (change.was ?? 0) === (change.is ?? 0) ? [] : [change];
  });
}

type FiguresByKey = Map<string, { what: string; isMoney: boolean; value: number }>;

function figuresByKey(figures: ClosingFigures): FiguresByKey {
  const figureMap: FiguresByKey = new Map();
  const add = (key: string, what: string, value: number, isMoney = true) =>
    figureMap.set(key, { what, isMoney, value });
  for (const source of figures.sources) {
    const key = `source ${source.kind} ${source.refId ?? source.title}`;
    add(`${key} number`, `${sourceWords(source)}: number`, source.quantity, false);
    add(key, `${sourceWords(source)}: with tax`, source.net + source.tax);
  }
  for (const way of figures.ways) {
    const key = `way ${way.channel} ${way.way}`;
    add(`${key} taken`, `${wayWords(way)}: received`, way.taken);
    add(`${key} back`, `${wayWords(way)}: refunded`, way.givenBack);
    if (way.fees !== null) add(`${key} fees`, `${wayWords(way)}: fees`, way.fees);
  }
  add("due", "Pending refunds", figures.refunds.due.amount);
  add("failed", "Refunds that failed", figures.refunds.failed.amount);
  add("disputed", "Disputed with the bank", figures.disputed.amount);
  for (const till of figures.tills)
    add(`till ${till.till}`, `${tillWords(till)}: cash expected`, till.expected);
  add("left", "What the club should get", closingSums(figures).left);
  return figureMap;
}
