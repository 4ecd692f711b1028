/** A chart and its figures as a table, for readers who prefer text or a screen reader. */
import { Table } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./Figure.module.css";

interface FigureProps {
  title: string;
  /** Shown instead of the chart when there is no data yet. */
  empty: string | null;
  heads: readonly [string, ...string[]];
  rows: readonly (readonly [string, ...string[]])[];
  children: ReactNode;
}

export function Figure({ title, empty, heads, rows, children }: FigureProps) {
  return (
    <section className={classes.figure} aria-label={title}>
      <h2>{title}</h2>
      {empty !== null ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <>
          {children}
          <details className={classes.details}>
            <summary>Show as a table</summary>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls (WCAG 2.1.1). */}
            <section className={classes.scroll} tabIndex={0} aria-label={`${title}, as a table`}>
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    {heads.map((head) => (
                      <Table.Th key={head} scope="col">
                        {head}
                      </Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {rows.map(([name, ...values], index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two tickets may have the same name.
                    <Table.Tr key={index}>
                      <Table.Th scope="row">{name}</Table.Th>
                      {values.map((value, column) => (
                        <Table.Td key={heads[column + 1]}>{value}</Table.Td>
                      ))}
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </section>
          </details>
        </>
      )}
    </section>
  );
}
