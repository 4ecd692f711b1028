/** A longer quoted cell counts as never closed. */
const maxQuotedLength = 1_000_000;

/** The line where the first unclosed quoted cell begins, or null. The rest of the file would be lost in that cell. */
export function openQuoteLine(text: string, delimiter: string): number | null {
  const specialCharacter = new RegExp(`["\\r\\n${delimiter.replace(/[\\\]^-]/g, "\\$&")}]`, "g");
  let isCellStart = true;
  for (let position = 0; position < text.length; ) {
    if (isCellStart && text[position] === '"') {
      const end = endOfQuoted(text, position);
      if (end === null) return text.slice(0, position).split(/\r\n|[\r\n]/).length;
      position = end + 1;
      isCellStart = false;
      continue;
    }
    specialCharacter.lastIndex = position;
    const found = specialCharacter.exec(text);
    if (found === null) return null;
    isCellStart = found[0] !== '"';
    position = found.index + 1;
  }
  return null;
}

/** The position of the closing quote, or null. A doubled quote does not close the cell. */
function endOfQuoted(text: string, start: number): number | null {
  for (let position = start + 1; ; ) {
    const found = text.indexOf('"', position);
    if (found === -1 || found - start > maxQuotedLength) return null;
    if (text[found + 1] !== '"') return found;
    position = found + 2;
  }
}
