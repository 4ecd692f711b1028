/**
 * Finds a quote in a .csv that is never closed: the rest of the file would be one cell, and its guests would be lost.
 */

/** The longest quoted cell, in letters: a cell keeps 5,000 of them. */
const mostQuoted = 1_000_000;

/** The number of the line where an unclosed quoted cell begins; null if all are closed. */
export function openQuoteLine(text: string, delimiter: string): number | null {
  const next = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/g, "\\$&")}]`, "g");
  let isCellStart = true;
  for (let at = 0; at < text.length; ) {
    if (isCellStart && text[at] === '"') {
      const end = endOfQuoted(text, at);
      if (end === null) return text.slice(0, at).split(/\r\n|[\r\n]/).length;
      at = end + 1;
      isCellStart = false;
      continue;
    }
    next.lastIndex = at;
    const found = next.exec(text);
    if (found === null) return null;
    // A quote in the middle of a cell is an ordinary character.
    isCellStart = found[0] !== '"';
    at = found.index + 1;
  }
  return null;
}

/** The position of the quote that closes the cell from `start`; a doubled quote is an ordinary character. */
function endOfQuoted(text: string, start: number): number | null {
  for (let at = start + 1; ; ) {
    const found = text.indexOf('"', at);
    if (found === -1 || found - start > mostQuoted) return null;
    if (text[found + 1] !== '"') return found;
    at = found + 2;
  }
}
