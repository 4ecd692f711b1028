import { Button, NativeSelect } from "@mantine/core";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import type { AnswerMeaning, ColumnMeaning } from "../../../../contract/shapes/people.ts";
import classes from "./Import.module.css";
import { type ImportCheck, rowsWords } from "./importRun.ts";
import { rowNumbersWords } from "./importWords.ts";

interface ImportProblemsProps {
  checked: ImportCheck;
  questions: readonly FormQuestion[];
  onChoose: (column: number, meaning: string) => void;
  onAnswer: (answer: AnswerMeaning) => void;
}

export function ImportProblems({ checked, questions, onChoose, onAnswer }: ImportProblemsProps) {
  const { problems, columns } = checked;
  const shownProblems = problems.filter(({ isAsked }) => isAsked !== true);
  return (
    <ul className={classes.problems} aria-label="Errors">
      {shownProblems.map(({ message, remedy, count, rows, missing, answer }) => (
        <li key={message}>
          <strong>{message}</strong>
          <span>{remedy}</span>
          {missing !== undefined && (
            <div className={classes.missing}>
              {missing.column !== null && (
                <Button variant="default" onClick={() => onChoose(missing.column!, missing.meaning)}>
                  Use “{columns[missing.column]!.heading}”
                </Button>
              )}
              <NativeSelect
                label={columnLabels[missing.meaning] ?? "Column"}
                value=""
                data={[
                  { value: "", label: "Please choose" },
                  ...columns.map(({ heading }, index) => ({
                    value: String(index),
                    label: heading === "" ? `Column ${index + 1}` : heading,
                  })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  value !== "" && onChoose(Number(value), missing.meaning)
                }
              />
            </div>
          )}
          {answer !== undefined && (
            <NativeSelect
              className={classes.sheet}
              label={`Option for “${answer.text}”`}
              value=""
              data={[
                { value: "", label: "Please choose" },
                ...(questions.find(({ id }) => id === answer.questionId)?.options ?? []).map((option) => ({
                  value: `${optionPrefix}${option}`,
                  label: option,
                })),
                { value: noOption, label: "None: leave this answer out" },
              ]}
              onChange={({ currentTarget: { value } }) =>
                value !== "" &&
                onAnswer({ ...answer, option: value === noOption ? "" : value.slice(optionPrefix.length) })
              }
            />
          )}
          {/* Row 1 has the headings, so its error is about the columns. */}
          {rows[0] !== 1 && (
            <span className={classes.rows}>
              {rowsWords(count)}: {rowNumbersWords(rows, count)}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** An option may itself be called "none". */
const optionPrefix = "option:";
const noOption = "none";

const columnLabels: Partial<Record<ColumnMeaning, string>> = {
  email: "Column with the e-mail address",
  name: "Column with the name",
  ticket: "Column with the ticket",
};
