/**
 * Packs rows into one text for the writing thread, because copying many small texts between threads is slow. ASCII's
 * unit and record separators, which are removed from texts, separate cells and rows.
 */
export const cellSeparator = "\u001f";
export const rowSeparator = "\u001e";

/** The batch of at least one row. No rows would become one empty row. */
export function batchOf(rows: readonly (readonly string[])[]): string {
  const clean = (cell: string) => cell.replaceAll(rowSeparator, "").replaceAll(cellSeparator, "");
  return rows.map((cells) => cells.map(clean).join(cellSeparator)).join(rowSeparator);
}

/** The rows of a batch. */
export function rowsIn(batch: string): string[][] {
  return batch.split(rowSeparator).map((row) => row.split(cellSeparator));
}
