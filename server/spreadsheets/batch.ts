/** Copying many small texts between threads is slow, so rows are sent as one text. */
export const cellSeparator = "\u001f";
export const rowSeparator = "\u001e";

/** Packs at least one row: none would become one empty row. */
export function batchOf(rows: readonly (readonly string[])[]): string {
  const clean = (cell: string) => cell.replaceAll(rowSeparator, "").replaceAll(cellSeparator, "");
  return rows.map((cells) => cells.map(clean).join(cellSeparator)).join(rowSeparator);
}

/** Unpacks the rows of a batch. */
export function rowsIn(batch: string): string[][] {
  return batch.split(rowSeparator).map((row) => row.split(cellSeparator));
}
