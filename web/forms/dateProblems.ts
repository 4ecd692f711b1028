interface DateInput {
  name: string;
  validity: Pick<ValidityState, "badInput" | "rangeOverflow">;
}

export const dateProblemText = "Complete this date, or clear it.";

/**
 * Messages by name. A date without its year has the value "", like an empty field; `badInput` tells them apart. A year
 * of five digits is after the field's `max`.
 */
export function dateProblems(inputs: Iterable<DateInput>): Record<string, string> {
  return Object.fromEntries(
    [...inputs]
      .filter(({ validity }) => validity.badInput || validity.rangeOverflow)
      .map(({ name }) => [name, dateProblemText]),
  );
}
