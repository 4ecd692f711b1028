/** Lines as a file for a spreadsheet (RFC 4180, with the mark by which Excel knows UTF-8). Pure. */
export function csvText(lines: readonly (readonly (string | number)[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A text that a spreadsheet would take for a formula is given as text; a number is none. */
function cell(value: string | number): string {
  if (typeof value === "number" || /^-?\d+(\.\d+)?$/.test(value)) return String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
