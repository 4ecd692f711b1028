/**
 * A table as .csv (RFC 4180). A ' is put before formulas (https://owasp.org/www-community/attacks/CSV_Injection), also
 * behind separators in a cell: programs split lines at different ones, and some ignore quotes.
 */

/** A cell; before a number no ' is put. */
export type CsvCell = string | number;

/** The start of a .csv file, without which Excel does not read it as UTF-8. */
export const byteOrderMark = "\uFEFF";

// Some programs skip spaces and quotes before a formula. So a text that begins with '= gets a second ', and
// `withoutGuard` restores it.
const beforeFormula = String.raw`(?=[ '"\u00a0\u2000-\u200a\u202f\u205f\u3000]*[=+\-@＝＋－＠])`;
const separators = String.raw`(^|[,;|\t\r\n\v\f\u0085\u2028\u2029])`;
const formulaStart = new RegExp(separators + beforeFormula, "g");
const guardedFormulaStart = new RegExp(`${separators}'${beforeFormula}`, "g");

/** Writes rows as lines, without `byteOrderMark`. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** Removes one ' before each formula, as `csvText` puts it there. */
export function withoutGuard(text: string): string {
  return text.replace(guardedFormulaStart, "$1");
}

function cellText(cell: CsvCell): string {
  if (typeof cell === "number") return `"${cell}"`;
  return `"${cell.replace(formulaStart, "$1'").replaceAll('"', '""')}"`;
}
