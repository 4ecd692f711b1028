/** What the columns of a file mean, and what staff decide about them. Pure. */
import { questionWords } from "../../../../contract/rules/questions.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { ColumnChoice, ColumnMeaning, ImportColumn } from "../../../../contract/shapes/people.ts";

const meanings: Readonly<Record<Exclude<ColumnMeaning, "answer">, string>> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  ticket: "Ticket",
  state: "State, and additional field",
  additional: "Additional field",
  leaveOut: "Leave out",
};

const fields = Object.entries(meanings).map(([value, label]) => ({ value, label }));

const answerPrefix = "answer:";

/** The meanings to choose from: the fields, and the questions of the event. */
export function meaningOptions(questions: readonly FormQuestion[], { heading }: ImportColumn) {
  return [
    // A field has the heading as its name.
    ...fields.filter(({ value }) => heading !== "" || value !== "additional"),
    ...(questions.length === 0
      ? []
      : [
          {
            group: "Answer to",
            items: questions.map((question) => ({
              value: `${answerPrefix}${question.id}`,
              label: questionWords(question),
            })),
          },
        ]),
  ];
}

/** The chosen one of `meaningOptions`. */
export function meaningValue({ meaning, questionId }: Pick<ImportColumn, "meaning" | "questionId">): string {
  return meaning === "answer" ? `${answerPrefix}${questionId}` : meaning;
}

/**
 * The decisions after a choice for one column. A column that had the same meaning is guessed anew, unless several may
 * have it.
 */
export function choicesAfter(
  { columns, choices }: { columns: readonly ImportColumn[]; choices: readonly ColumnChoice[] },
  changed: number,
  value: string,
): ColumnChoice[] {
  const isShared = value === "state" || value === "additional" || value === "leaveOut";
  return columns.map((column, index) => {
    const { heading } = column;
    if (index === changed)
      return value.startsWith(answerPrefix)
        ? { heading, meaning: "answer", questionId: Number(value.slice(answerPrefix.length)) }
        : { heading, meaning: value as ColumnMeaning };
    return !isShared && meaningValue(column) === value ? { heading } : (choices[index] ?? { heading });
  });
}

/** The columns as they are decided; what is not decided keeps its meaning. */
export function columnsWith(
  columns: readonly ImportColumn[],
  choices: readonly ColumnChoice[],
): ImportColumn[] {
  return columns.map(({ heading, ...guessed }, index) => {
    const { meaning, questionId } = choices[index] ?? {};
    return meaning === undefined ? { heading, ...guessed } : { heading, meaning, questionId };
  });
}

/** "“Company” is not read.", "“Company” and column 4 are not read."; null if all are. */
export function notReadWords(columns: readonly ImportColumn[]): string | null {
  const names = columns.flatMap(({ heading, meaning }, index) =>
    meaning !== "leaveOut" ? [] : [heading === "" ? `column ${index + 1}` : `“${heading}”`],
  );
  if (names.length === 0) return null;
  const list = new Intl.ListFormat("en").format(names);
  return `${list[0]!.toUpperCase()}${list.slice(1)} ${names.length === 1 ? "is" : "are"} not read.`;
}
