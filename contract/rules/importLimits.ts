/** The limit of an import of people. Pure. */

/** The largest number of rows in one import, without the row of headings, and of people in them. */
export const MOST_IMPORTED_ROWS = 100_000;
