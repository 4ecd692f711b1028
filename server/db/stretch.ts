/** How a page of a list is walked to with the fewest rows skipped. */

/** Some rows of a list, counted from its beginning. */
export interface Stretch {
  limit: number;
  offset: number;
}

/**
 * The same rows counted from the end that is nearer to them, of a list of `total`: then no more than half of it is skipped.
 * A limit of 0 means that there are none.
 */
export function stretchOf({ limit, offset }: Stretch, total: number): Stretch & { isFromEnd: boolean } {
  const rows = Math.max(0, Math.min(limit, total - offset));
  const after = total - offset - rows;
  return after < offset
    ? { isFromEnd: true, limit: rows, offset: Math.max(0, after) }
    : { isFromEnd: false, limit: rows, offset };
}
