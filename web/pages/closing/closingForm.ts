/** The form of a signature: the counted amount of each till, a note, and the name. Pure. */
import type { BodyInput } from "../../../contract/all.ts";
import type { Currency } from "../../../contract/scalars.ts";
import type { EventClosing } from "../../../contract/shapes/closing.ts";
import { amountExamples, amountText, minorOf } from "../../forms/amounts.ts";

/** As typed. */
export type ClosingValues = {
  tills: { till: string; counted: string; note: string }[];
  note: string;
  signedName: string;
};

/** The initial values: the counts of the latest signature, where a till's expected amount has not changed. */
export function valuesOf({
  figures,
  closings: [latest],
}: Pick<EventClosing, "figures" | "closings">): ClosingValues {
  return {
    tills: figures.tills.map(({ till, expected }) => {
      const before = latest?.figures.tills.find((one) => one.till === till);
      const count =
        before?.expected === expected ? latest?.counts.find((one) => one.till === till) : undefined;
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

/** The counted amount; null if the text is empty or no amount. */
export function countedIn(text: string, currency: Currency): number | null {
  return text.trim() === "" ? null : minorOf(text, currency);
}

/** Messages by path. A till may stay uncounted. */
export function problemsOf({ tills, signedName }: ClosingValues, currency: Currency): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [index, { counted }] of tills.entries())
    if (counted.trim() !== "" && minorOf(counted, currency) === null)
      problems[`tills.${index}.counted`] = `Type an amount such as ${amountExamples(120, currency)}.`;
  if (signedName.trim() === "") problems.signedName = "Type your name: it is your signature.";
  return problems;
}

/** The request body. */
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

/** The form's paths by the request's. */
export function fieldsOfPaths({ tills }: ClosingValues): Record<string, string> {
  return Object.fromEntries(
    tills.flatMap((_, index) => [
      [`counts.${index}.counted`, `tills.${index}.counted`],
      [`counts.${index}.note`, `tills.${index}.note`],
    ]),
  );
}
