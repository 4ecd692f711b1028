/** Finds dates of a form that are incomplete or too late for their field. Pure. */

interface DateInput {
  name: string;
  validity: Pick<ValidityState, "badInput" | "rangeOverflow">;
}

export const dateProblemText = "Complete this date, or clear it.";

/**
 * Messages by name. The value of a date without its year is "", as of an empty field, and only the browser knows the
 * difference. A year of five digits is after the field's `max`.
 */
export function dateProblems(inputs: Iterable<DateInput>): Record<string, string> {
  return Object.fromEntries(
    [...inputs]
      .filter(({ validity }) => validity.badInput || validity.rangeOverflow)
      .map(({ name }) => [name, dateProblemText]),
  );
}
