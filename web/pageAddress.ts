import type { PageFlags } from "./paths.ts";

/** The path and the parameters that the page declares. The server renders addresses with the same result alike. */
export function pageAddress(
  { pathname, searchParams }: Pick<URL, "pathname" | "searchParams">,
  { query = [] }: Pick<PageFlags, "query">,
): string {
  const pairs = query.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  return pairs.length === 0 ? pathname : `${pathname}?${new URLSearchParams(pairs)}`;
}
