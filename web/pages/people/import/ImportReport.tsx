/** The check of a file before anybody is registered: its columns, its first rows, and all wrong rows. */
import { Button } from "@mantine/core";
import { Section } from "../Section.tsx";
import classes from "./Import.module.css";
import { ImportStates } from "./ImportStates.tsx";
import {
  countOf,
  type ImportCheck,
  peopleOf,
  peopleWords,
  rowsWords,
  type StateVerdicts,
} from "./importRun.ts";

const meanings: Record<ImportCheck["columns"][number]["meaning"], string> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  ticket: "Ticket",
  state: "State, and additional field",
  additional: "Additional field",
};

interface ImportReportProps {
  checked: ImportCheck;
  /** While the file is checked again, it cannot be imported. */
  isOutdated: boolean;
  onDecide: (decided: StateVerdicts) => void;
  onStart: () => void;
}

export function ImportReport({ checked, isOutdated, onDecide, onStart }: ImportReportProps) {
  const { columns, sample, skipped, skippedCount, rowCount, places } = checked;
  const people = peopleOf(checked);
  // An undecided row is decided above, and not corrected in the file.
  const mustBeCorrected = skippedCount > countOf(checked.undecided);
  return (
    <>
      <Section title={`${rowsWords(rowCount)} ${rowCount === 1 ? "was" : "were"} read`}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <section className={classes.scroll} aria-label="Columns and first rows" tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map(({ heading, meaning }, index) => (
                  // A file may have the same heading twice.
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name, and never move.
                  <th key={index} scope="col">
                    {heading === "" ? "(no heading)" : heading}
                    <span className={classes.meaning}>{heading === "" ? "Left out" : meanings[meaning]}</span>
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
      </Section>
      <ImportStates checked={checked} onDecide={onDecide} />
      {mustBeCorrected ? (
        <Section title={`${rowsWords(skippedCount)} ${skippedCount === 1 ? "is" : "are"} wrong`}>
          <p>Nobody is registered while a row has an error. Correct these rows and choose the file again.</p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
          <section className={classes.problems} aria-label="Rows with errors" tabIndex={0}>
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col">Row</th>
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
          <Button loading={isOutdated} onClick={onStart}>
            Import {peopleWords(people)}
          </Button>
        </Section>
      )}
    </>
  );
}
