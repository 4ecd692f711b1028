/**
 * A table as .csv (RFC 4180), in UTF-8 with its mark, without which Excel reads another encoding. A cell that a program
 * would take for a formula gets a ' before it: https://owasp.org/www-community/attacks/CSV_Injection
 */
const formula = /^[=+\-@\t\r]/;
const quoted = /[",\r\n]|^\s|\s$/;

function cellText(cell: string): string {
  const text = formula.test(cell) ? `'${cell}` : cell;
  return quoted.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as lines. */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
}

/** What stands before the first line. */
export const byteOrderMark = "\uFEFF";
