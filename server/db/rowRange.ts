/** Counts a page of a list from the nearer end, so that fewer rows are skipped. */

/** Some rows of a list, counted from its beginning. */
export interface RowRange {
  limit: number;
  offset: number;
}

/**
 * The same rows counted from the nearer end of a list of `total`, which skips at most half of it. A limit of 0 means
 * that the range has no rows.
 */
export function nearerRange({ limit, offset }: RowRange, total: number): RowRange & { isFromEnd: boolean } {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const rowsAfter = total - offset - rows;
  return rowsAfter < offset
    ? { isFromEnd: true, limit: rows, offset: Math.max(0, rowsAfter) }
    : { isFromEnd: false, limit: rows, offset };
}
