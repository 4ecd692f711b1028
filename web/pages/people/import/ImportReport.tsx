/** The check of a file before anybody is registered: its columns, its first rows, and all wrong rows. */
import { Button } from "@mantine/core";
import { Section } from "../Section.tsx";
import classes from "./Import.module.css";
import { type ImportCheck, peopleWords } from "./importRun.ts";

const meanings: Record<ImportCheck["columns"][number]["meaning"], string> = {
  name: "Name",
  firstName: "First name",
  lastName: "Last name",
  email: "E-mail",
  phone: "Phone",
  ticket: "Ticket",
  additional: "Additional field",
};

export function ImportReport({ checked, onStart }: { checked: ImportCheck; onStart: () => void }) {
  const { columns, sample, skipped, skippedCount, rowCount, places } = checked;
  return (
    <>
      <Section
        title={rowCount === 1 ? "1 row was read" : `${rowCount.toLocaleString("en-US")} rows were read`}
      >
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
      {skippedCount > 0 ? (
        <Section
          title={
            skippedCount === 1 ? "1 row is wrong" : `${skippedCount.toLocaleString("en-US")} rows are wrong`
          }
        >
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
      ) : (
        <Section title="No errors found">
          <p>
            {places.map(({ title, count }) => `${count.toLocaleString("en-US")} × ${title}`).join(", ")}. Each
            row becomes a free registration of its own.
          </p>
          <Button onClick={onStart}>Import {peopleWords(rowCount)}</Button>
        </Section>
      )}
    </>
  );
}
