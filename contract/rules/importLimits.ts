/** The largest number of rows in one import, without the headings, and of people in them. */
export const MOST_IMPORTED_ROWS = 100_000;
