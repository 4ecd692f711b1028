import { positiveInteger } from "../../lib/positiveInteger.ts";

/** The allowed values of each filter, or the pattern of a text. */
type Filters = Readonly<Record<string, readonly string[] | RegExp>>;

export interface ListQuery {
  search: string;
  /** From 1. */
  page: number;
  sort?: string;
}

/** An empty text filters nothing. */
type FilterQuery<F extends Filters> = {
  -readonly [Name in keyof F]: F[Name] extends readonly (infer Choice)[] ? Choice | "" : string;
} & { search: string; page: number };

export interface ListAddress<Query> {
  /** A filter is empty if the address has none, or a value that is not allowed. */
  queryFrom(params: URLSearchParams): Query;
  /** A change without `page` goes back to the first page. */
  paramsOf(query: Query, change: Partial<Query>): URLSearchParams;
  isNarrowed(query: Query): boolean;
}

export const idForm = /^[1-9]\d{0,14}$/;

/** The choices of a filter, from their words. */
export const namesOf = <T extends string>(words: Readonly<Record<T, unknown>>) => Object.keys(words) as T[];

export function listAddress<const F extends Filters>(filters: F): ListAddress<FilterQuery<F>> {
  type Query = FilterQuery<F>;
  const names = ["search", ...Object.keys(filters)];
  const textOf = (query: Query, name: string) => String(query[name as keyof Query]);
  return {
    queryFrom(params) {
      const filterValues = Object.entries(filters).map(([name, allowed]) => {
        const text = params.get(name) ?? "";
        const isAllowed = allowed instanceof RegExp ? allowed.test(text) : allowed.includes(text);
        return [name, isAllowed ? text : ""];
      });
      return {
        ...Object.fromEntries(filterValues),
        search: (params.get("search") ?? "").trim().slice(0, 200),
        page: Math.min(positiveInteger(params.get("page")) ?? 1, 1_000_000),
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
