/** The rows that an import with `goodRowsOnly` returns, because it does not import them. */

/** The most such rows. With more, nothing is imported. */
export const MOST_ROWS_RETURNED = 1000;

/** The heading of the reasons, in the file of these rows. */
export const NOT_IMPORTED_HEADING = "Not imported because";
