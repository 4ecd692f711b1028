/** The rows with errors, which an import with `goodRowsOnly` returns to the client. Pure. */

/** The largest number of such rows. With more, nothing is imported. */
export const MOST_ROWS_RETURNED = 1000;

/** The heading of the reasons in the file of these rows. An import suggests leaving this column out. */
export const NOT_IMPORTED_HEADING = "Not imported because";
