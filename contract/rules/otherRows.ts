/** The rows that an import of the good rows alone leaves out and gives back. Pure. */

/** The largest number of them. With more, nobody is registered. */
export const MOST_ROWS_GIVEN_BACK = 1000;

/** The heading of the reasons in the file of these rows. An import does not read this column. */
export const NOT_IMPORTED_HEADING = "Not imported because";
