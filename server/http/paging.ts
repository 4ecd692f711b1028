/** Pages of lists (docs/wire.md §1): from 1, -1 means all, never more than 1,000 at a time. */

const most = 1000;

/** A page of a list, for reading its rows. */
export interface Page {
  page: number;
  itemsPerPage: number;
  limit: number;
  offset: number;
}

/** The rows of a query's page and size. A size of 0 or less than -1 means all as well. */
export function rowsOfPage(query: { page: number; itemsPerPage: number }): Page {
  const itemsPerPage = query.itemsPerPage < 1 ? most : Math.min(query.itemsPerPage, most);
  return { page: query.page, itemsPerPage, limit: itemsPerPage, offset: (query.page - 1) * itemsPerPage };
}

/** The reply's shape. */
export function paged<T>(items: T[], totalItems: number, { page, itemsPerPage }: Page) {
  return { items, totalItems, page, itemsPerPage, totalPages: Math.ceil(totalItems / itemsPerPage) };
}
