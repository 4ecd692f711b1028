export interface DashboardQuery {
  search: string;
  when: "coming" | "past";
  page: number;
}

export function dashboardQuery(query: URLSearchParams): DashboardQuery {
  const page = Number(query.get("page"));
  return {
    search: (query.get("search") ?? "").trim().slice(0, 200),
    when: query.get("when") === "past" ? "past" : "coming",
    page: Number.isSafeInteger(page) && page > 0 && page <= 1_000_000 ? page : 1,
  };
}

export function cardsQuery({ search, when, page }: DashboardQuery): string {
  const query = new URLSearchParams({
    ...(search !== "" && { search }),
    ...(when !== "coming" && { when }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === "" ? "" : `?${query}`;
}

/**
 * The query of the last page if the page of `query` is empty and not the first, otherwise null. `totalPages` may count
 * this page all the same, because an event may be added between the server's two queries.
 */
export function queryOfLastPage(
  query: DashboardQuery,
  cards: { items: readonly unknown[]; totalPages: number },
): DashboardQuery | null {
  if (cards.items.length > 0 || query.page === 1) return null;
  return { ...query, page: Math.max(1, Math.min(query.page - 1, cards.totalPages)) };
}
