/**
 * A table as .csv (RFC 4180), for server and browser. Pure. Every cell is quoted, and no cell can become a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). A spreadsheet may split lines at a comma, a semicolon or a
 * tab, depending on the user's country, and some programs end a row at a quoted line break. So a ' is put before every
 * character that begins a formula, at the beginning of a cell and after each possible separator.
 */

/** One cell. A number is written as it is; a text may contain anything. */
export type CsvCell = string | number;

/** The start of a .csv file. Without it Excel does not read the file as UTF-8. */
export const byteOrderMark = "\uFEFF";

// Spaces and quotes may come before the formula's first character, because some programs skip them. So a text that
// itself begins with '= gets a second ', and `withoutGuard` restores the text.
const beforeFormula = String.raw`(?=[ '"\u00a0\u2000-\u200a\u202f\u205f\u3000]*[=+\-@＝＋－＠])`;
const separators = String.raw`(^|[,;|\t\r\n\v\f\u0085\u2028\u2029])`;
const formulaStart = new RegExp(separators + beforeFormula, "g");
const guardedFormulaStart = new RegExp(`${separators}'${beforeFormula}`, "g");

/** Rows as lines of a .csv file; `byteOrderMark` comes before the first. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** Removes the ' that `csvText` has put before formulas. */
export function withoutGuard(text: string): string {
  return text.replace(guardedFormulaStart, "$1");
}

function cellText(cell: CsvCell): string {
  if (typeof cell === "number") return `"${cell}"`;
  return `"${cell.replace(formulaStart, "$1'").replaceAll('"', '""')}"`;
}
