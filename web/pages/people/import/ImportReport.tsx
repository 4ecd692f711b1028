/** The check of a file before anybody is registered: its columns, its first rows, and all wrong rows. */
import { Button } from "@mantine/core";
import { MOST_ROWS_GIVEN_BACK } from "../../../../contract/rules/otherRows.ts";
import type { FormQuestion } from "../../../../contract/shapes/form.ts";
import { Section } from "../Section.tsx";
import classes from "./Import.module.css";
import { ImportColumns } from "./ImportColumns.tsx";
import { ImportStates } from "./ImportStates.tsx";
import {
  countOf,
  type ImportCheck,
  peopleOf,
  peopleWords,
  rowsWords,
  type StateVerdicts,
} from "./importRun.ts";

interface ImportReportProps {
  checked: ImportCheck;
  /** While the file is checked again, it cannot be imported. */
  isOutdated: boolean;
  questions: readonly FormQuestion[];
  onChoose: (column: number, meaning: string) => void;
  onDecide: (decided: StateVerdicts) => void;
  onStart: (goodRowsOnly: boolean) => void;
}

export function ImportReport(report: ImportReportProps) {
  const { checked, isOutdated, questions, onChoose, onDecide, onStart } = report;
  const { skipped, skippedCount, places } = checked;
  const people = peopleOf(checked);
  // An undecided row is decided above, and not corrected in the file.
  const columnProblem = skipped.find(({ row }) => row === 1)?.reason;
  const mustBeCorrected = skippedCount > countOf(checked.undecided);
  return (
    <>
      <ImportColumns checked={checked} questions={questions} onChoose={onChoose} />
      {columnProblem === undefined && <ImportStates checked={checked} onDecide={onDecide} />}
      {columnProblem !== undefined ? (
        <Section title="Something is wrong with the columns">
          <p>{columnProblem}</p>
          <p>Choose above what the columns mean, or correct the first row and choose the file again.</p>
        </Section>
      ) : mustBeCorrected ? (
        <Section title={`${rowsWords(skippedCount)} ${skippedCount === 1 ? "is" : "are"} wrong`}>
          <p>
            Correct these rows and choose the file again. Rows have the numbers that a spreadsheet shows: the
            headings are row 1.
          </p>
          {people > 0 && skippedCount <= MOST_ROWS_GIVEN_BACK && (
            <>
              <p>
                Or import the rows without errors now: you get a file of{" "}
                {skippedCount === 1 ? "the other row" : `the other ${rowsWords(skippedCount)}`} with a column
                that says why, to correct and import later.
              </p>
              <p>
                <Button loading={isOutdated} onClick={() => onStart(true)}>
                  Import {peopleWords(people)} and leave out {rowsWords(skippedCount)}
                </Button>
              </p>
            </>
          )}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <section className={classes.problems} aria-label="Rows with errors" tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Row of the file</th>
                  <th scope="col">Error</th>
                </tr>
              </thead>
              <tbody>
                {skipped.map(({ row, reason }) => (
                  <tr key={row}>
                    <td>{row}</td>
                    <td>{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {skippedCount > skipped.length && (
            <p>The first {skipped.length.toLocaleString("en-US")} are shown.</p>
          )}
        </Section>
      ) : skippedCount > 0 ? null : people === 0 ? (
        <Section title="Nobody to import">
          <p>All rows are left out, because nobody in this file has a ticket.</p>
        </Section>
      ) : (
        <Section title="No errors found">
          <p>
            {places.map(({ title, count }) => `${count.toLocaleString("en-US")} × ${title}`).join(", ")}. Each
            row becomes a free registration of its own.
          </p>
          <Button loading={isOutdated} onClick={() => onStart(false)}>
            Import {peopleWords(people)}
          </Button>
        </Section>
      )}
    </>
  );
}
