/** The rows with errors, which an import with `goodRowsOnly` returns to the client. Pure. */

/** The largest number of such rows. With more, nobody is registered. */
export const MOST_ROWS_RETURNED = 1000;

/** The heading of the reasons in the file of these rows. An import does not read this column. */
export const NOT_IMPORTED_HEADING = "Not imported because";
