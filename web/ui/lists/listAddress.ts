/** What a list shows, as its address says it. Pure. */

/** Each filter with what it may be: its choices, or the form of a text. */
type Filters = Readonly<Record<string, readonly string[] | RegExp>>;

/** What every list has in its address. Pages begin at 1. */
export interface ListQuery {
  search: string;
  page: number;
  sort?: string;
}

/** The same with filters. An empty text filters nothing. */
type FilterQuery<F extends Filters> = {
  -readonly [Name in keyof F]: F[Name] extends readonly (infer Choice)[] ? Choice | "" : string;
} & { search: string; page: number };

export interface ListAddress<Query> {
  /** A filter that the address does not name, or names with an unknown choice, is empty. */
  queryFrom(params: URLSearchParams): Query;
  /** The address after a change: another filter or order begins at the first page. */
  paramsOf(query: Query, change: Partial<Query>): URLSearchParams;
  /** Whether the search or a filter leaves anything out. The filter called "sort" orders and leaves nothing out. */
  isNarrowed(query: Query): boolean;
}

/** The form of an id in an address. */
export const idForm = /^[1-9]\d{0,14}$/;

export function listAddress<const F extends Filters>(filters: F): ListAddress<FilterQuery<F>> {
  type Query = FilterQuery<F>;
  const names = ["search", ...Object.keys(filters)];
  const textOf = (query: Query, name: string) => String(query[name as keyof Query]);
  return {
    queryFrom(params) {
      const page = Number(params.get("page"));
      const chosen = Object.entries(filters).map(([name, allowed]) => {
        const text = params.get(name) ?? "";
        const isAllowed = allowed instanceof RegExp ? allowed.test(text) : allowed.includes(text);
        return [name, isAllowed ? text : ""];
      });
      return {
        ...Object.fromEntries(chosen),
        search: (params.get("search") ?? "").trim().slice(0, 200),
        page: Number.isSafeInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1,
      } as Query;
    },
    paramsOf(query, change) {
      const next = { ...query, page: 1, ...change };
      const params = new URLSearchParams();
      for (const name of names) if (textOf(next, name) !== "") params.set(name, textOf(next, name));
      if (next.page > 1) params.set("page", String(next.page));
      return params;
    },
    isNarrowed: (query) => names.some((name) => name !== "sort" && textOf(query, name) !== ""),
  };
}
