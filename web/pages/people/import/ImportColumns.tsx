import { NativeSelect } from "@mantine/core";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import {
  emptyWords,
  importColumnNames,
  madeQuestionsWords,
  meaningOptions,
  meaningValue,
  notReadWords,
  unkeptWords,
} from "./columnChoices.ts";
import classes from "./Import.module.css";
import { type ImportCheck, rowsWords } from "./importRun.ts";
import { Section } from "./Section.tsx";

interface ImportColumnsProps {
  checked: ImportCheck;
  questions: readonly FormQuestion[];
  onSheet: (sheet: string) => void;
  onChoose: (column: number, meaning: string) => void;
}

export function ImportColumns({ checked, questions, onSheet, onChoose }: ImportColumnsProps) {
  const {
    columns,
    sample,
    rowCount,
    additionalColumns,
    unkeptColumns,
    emptyColumns,
    preset,
    presetAdvice,
    sheets,
    sheet,
  } = checked;
  const names = importColumnNames(columns);
  const notRead = notReadWords(columns);
  const madeQuestions = madeQuestionsWords(columns);
  return (
    <Section title={`${rowsWords(rowCount)} ${rowCount === 1 ? "was" : "were"} read`}>
      {sheets.length > 1 && (
        <NativeSelect
          className={classes.sheet}
          label="Sheet"
          value={sheet ?? ""}
          data={sheets}
          onChange={({ currentTarget: { value } }) => onSheet(value)}
        />
      )}
      <p>
        {preset !== null && `This looks like an export of ${preset}. `}
        Choose under each heading what the column means.
      </p>
      {presetAdvice !== null && <p>{presetAdvice}</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className={classes.scroll} aria-label="Columns and first rows" tabIndex={0}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((column, index) => (
                // A file may have the same heading twice.
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and never move.
                <th key={index} scope="col">
                  {column.heading === "" ? "(no heading)" : column.heading}
                  <NativeSelect
                    className={classes.meaning}
                    aria-label={`Meaning of ${names[index]}`}
                    value={meaningValue(column)}
                    data={meaningOptions(questions, column)}
                    onChange={({ currentTarget: { value } }) => onChoose(index, value)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and never move.
              <tr key={row}>
                {cells.map((cell, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and never move.
                  <td key={index}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {madeQuestions !== null && <p>{madeQuestions}</p>}
      {additionalColumns.length > 0 && <p>Kept as additional fields: {additionalColumns.join(", ")}.</p>}
      {unkeptColumns.length > 0 && (
        <p>
          {/* Columns are dropped only when the limit is reached, so the number of kept ones is the limit. */}
          {unkeptWords(unkeptColumns)} not kept: an attendee has at most {additionalColumns.length} additional
          fields. Leave out other columns to keep {unkeptColumns.length === 1 ? "it" : "them"}.
        </p>
      )}
      {notRead !== null && <p>{notRead}</p>}
      {emptyColumns.length > 0 && <p>{emptyWords(emptyColumns)}</p>}
    </Section>
  );
}
