/** The file of the rows that were not imported because of an error, with the reason for each. Pure. */
import { byteOrderMark, csvText } from "../../../../contract/rules/csv.ts";
import { NOT_IMPORTED_HEADING } from "../../../../contract/rules/otherRows.ts";
import type { ImportCheck } from "./importRun.ts";

/** The part of a reply about the rows that were not imported. */
export type OtherRows = Pick<ImportCheck, "columns" | "skipped">;

/**
 * The rows as a .csv file: the columns of the imported file, and the reason as the last.
 */
export function othersFileText({ columns, skipped }: OtherRows): string {
  // The file may be the result of an earlier import. The reasons of that import are left out.
  const keptIndexes = columns.flatMap(({ heading }, index) =>
    heading === NOT_IMPORTED_HEADING ? [] : [index],
  );
  const headings = keptIndexes.map((index) => columns[index]!.heading);
  const rows = skipped.map(({ reason, cells = [] }) => [
    ...keptIndexes.map((index) => cells[index] ?? ""),
    reason,
  ]);
  return byteOrderMark + csvText([[...headings, NOT_IMPORTED_HEADING], ...rows]);
}

/** "people.xlsx" becomes "people - not imported.csv". */
export function othersFileName(name: string): string {
  const base = name.replace(/\.\w{1,5}$/, "").replace(/ - not imported$/, "");
  return `${base} - not imported.csv`;
}
