import { byteOrderMark, csvText } from "../../../../contract/rules/csv.ts";
import { NOT_IMPORTED_HEADING } from "../../../../contract/rules/otherRows.ts";
import type { ImportCheck } from "./importRun.ts";

export type OtherRows = Pick<ImportCheck, "columns" | "skipped">;

/** A .csv file of the skipped rows, with the reason in the last column. */
export function othersFileText({ columns, skipped }: OtherRows): string {
  // The imported file may itself be such a file. Its old reasons are left out.
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
