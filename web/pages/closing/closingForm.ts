import type { BodyInput } from "../../../contract/all.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { EventClosing } from "../../../contract/shapes/money/closing.ts";
import { amountExamples, amountText, minorUnitsOf } from "../../forms/amounts.ts";

export type ClosingValues = {
  tills: { till: string; counted: string; note: string }[];
  note: string;
  signedName: string;
};

/** Has the counts of the latest signature, for tills whose expected amount has not changed since. */
export function valuesOf({
  figures,
  closings: [latest],
}: Pick<EventClosing, "figures" | "closings">): ClosingValues {
  return {
    tills: figures.tills.map(({ till, expected }) => {
      const latestTill = latest?.figures.tills.find((signed) => signed.till === till);
      const count =
        latestTill?.expected === expected
          ? latest?.counts.find((counted) => counted.till === till)
          : undefined;
      return {
        till,
        counted:
          count === undefined || count.counted === null ? "" : amountText(count.counted, figures.currency),
        note: count?.note ?? "",
      };
    }),
    note: "",
    signedName: "",
  };
}

/** For changed tills: what was typed for a till stays with it. */
export function withTillsOf(
  typed: ClosingValues,
  closing: Pick<EventClosing, "figures" | "closings">,
): ClosingValues {
  const tills = valuesOf(closing).tills.map(
    (value) => typed.tills.find(({ till }) => till === value.till) ?? value,
  );
  return { ...typed, tills };
}

/** What was typed, without empty tills: another till alone is no unsaved work. */
export function typedOf({ tills, ...others }: ClosingValues): unknown {
  return { ...others, tills: tills.filter(({ counted, note }) => counted !== "" || note !== "") };
}

export function countedIn(text: string, currency: Currency): number | null {
  return text.trim() === "" ? null : minorUnitsOf(text, currency);
}

/** Messages by path. A count may stay empty. */
export function problemsOf({ tills, signedName }: ClosingValues, currency: Currency): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { counted }] of tills.entries())
    if (counted.trim() !== "" && minorUnitsOf(counted, currency) === null)
      problems[`tills.${index}.counted`] = `Type an amount such as ${amountExamples(120, currency)}.`;
  if (signedName.trim() === "") problems.signedName = "Type your name: it is your signature.";
  return problems;
}

export function bodyOf(
  values: ClosingValues,
  { eventId, seen, currency }: { eventId: number; seen: string; currency: Currency },
): BodyInput<"event/signClosing"> {
  return {
    eventId,
    seen,
    signedName: values.signedName,
    note: values.note,
    counts: values.tills.map(({ till, counted, note }) => ({
      till,
      counted: countedIn(counted, currency),
      note,
    })),
  };
}

/** The form's field paths by the request's, where they differ. */
export function fieldsOfPaths({ tills }: ClosingValues): Record<string, string> {
  return Object.fromEntries(
    tills.flatMap((_, index) => [
      [`counts.${index}.counted`, `tills.${index}.counted`],
      [`counts.${index}.note`, `tills.${index}.note`],
    ]),
  );
}
