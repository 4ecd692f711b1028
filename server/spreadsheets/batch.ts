/**
 * Rows of a table on their way to the thread that writes it: one text, for to copy many small ones from thread to thread
 * takes longer than to write them. Between cells and between rows stands what ASCII has for it; no text may hold either.
 */
export const cellSeparator = "\u001f";
export const rowSeparator = "\u001e";

/** A batch of at least one row. */
export function batchOf(rows: readonly (readonly string[])[]): string {
  const clean = (cell: string) => cell.replaceAll(rowSeparator, "").replaceAll(cellSeparator, "");
  return rows.map((cells) => cells.map(clean).join(cellSeparator)).join(rowSeparator);
}

/** Its rows. */
export function rowsIn(batch: string): string[][] {
  return batch.split(rowSeparator).map((row) => row.split(cellSeparator));
}
