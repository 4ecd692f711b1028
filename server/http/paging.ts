/** Pages of lists (docs/wire.md §1): counted from 1, of at most 1,000 rows. A size of -1 means as many as possible. */

const maxItems = 1000;

/** A page of a list, for reading its rows. */
export interface Page {
  page: number;
  itemsPerPage: number;
  limit: number;
  offset: number;
}

/** The rows of a query's page and size. A size of 0 or less than -1 means the same as -1. */
export function rowsOfPage(query: { page: number; itemsPerPage: number }): Page {
  const itemsPerPage = query.itemsPerPage < 1 ? maxItems : Math.min(query.itemsPerPage, maxItems);
  return { page: query.page, itemsPerPage, limit: itemsPerPage, offset: (query.page - 1) * itemsPerPage };
}

/** The reply's shape. */
export function pagedReply<T>(items: T[], totalItems: number, { page, itemsPerPage }: Page) {
  return { items, totalItems, page, itemsPerPage, totalPages: Math.ceil(totalItems / itemsPerPage) };
}
