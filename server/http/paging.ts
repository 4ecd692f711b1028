/** Pages of lists (docs/wire.md §1), counted from 1. */

const maxItems = 1000;

export interface Page {
  page: number;
  itemsPerPage: number;
  limit: number;
  offset: number;
}

/** The rows of a page. An `itemsPerPage` below 1 means the largest, 1,000. */
export function rowsOfPage(query: { page: number; itemsPerPage: number }): Page {
  const itemsPerPage = query.itemsPerPage < 1 ? maxItems : Math.min(query.itemsPerPage, maxItems);
  return { page: query.page, itemsPerPage, limit: itemsPerPage, offset: (query.page - 1) * itemsPerPage };
}

/** A reply with one page of a list. */
export function pagedReply<T>(items: T[], totalItems: number, { page, itemsPerPage }: Page) {
  return { items, totalItems, page, itemsPerPage, totalPages: Math.ceil(totalItems / itemsPerPage) };
}
