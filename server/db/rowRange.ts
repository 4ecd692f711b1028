export interface RowRange {
  limit: number;
  offset: number;
}

/** The same rows counted from the nearer end of a list of `total`, so that fewer rows are skipped. */
export function nearerRange({ limit, offset }: RowRange, total: number): RowRange & { isFromEnd: boolean } {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const rowsAfter = total - offset - rows;
  return rowsAfter < offset
    ? { isFromEnd: true, limit: rows, offset: Math.max(0, rowsAfter) }
    : { isFromEnd: false, limit: rows, offset };
}
