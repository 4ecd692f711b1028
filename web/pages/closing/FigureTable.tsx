/** On a phone each row of a wide table is shown as a list, so that no sum is out of sight. */
import type { ReactNode } from "react";
import type { ClosingTable } from "../../../contract/rules/closing/closingTables.ts";
import type { Currency } from "../../../contract/scalars.ts";
import { cellText } from "./closingMoney.ts";
import classes from "./FigureTable.module.css";

interface FigureTableProps {
  table: ClosingTable;
  about?: ReactNode;
  currency: Currency;
}

export function FigureTable({
  table: { id, title, columns, rows, total, empty },
  about,
  currency,
}: FigureTableProps) {
  const headingId = `closing-${id}`;
  const row = (cells: (typeof rows)[number], isTotal: boolean, key: number) => (
    <tr key={key} data-total={isTotal || undefined}>
      {columns.map(({ heading, kind }, index) => {
        const cell = cells[index] ?? null;
        const hasDifference = kind === "difference" && cell !== 0 && cell !== null;
        const text = cellText(cell, kind, currency);
        return index === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are.
          <th key={index} scope="row">
            {text}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are.
          <td key={index} data-kind={kind} data-off={hasDifference || undefined} data-heading={heading}>
            {text}
          </td>
        );
      })}
    </tr>
  );
  return (
    <section className={classes.part} aria-labelledby={headingId}>
      <h2 id={headingId}>{title}</h2>
      {about}
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        <section className={classes.scroll} tabIndex={0} aria-label={`${title}, table`}>
          <table data-wide={columns.length > 3 || undefined}>
            <thead>
              <tr>
                {columns.map(({ heading, kind }, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
                  <th key={index} scope="col" data-kind={kind}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.map((cells, index) => row(cells, false, index))}</tbody>
            {total !== null && <tfoot>{row(total, true, 0)}</tfoot>}
          </table>
        </section>
      )}
    </section>
  );
}
