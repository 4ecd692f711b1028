/** Which part of an address a page is made from: its path, and the parameters that the page declares (paths.ts). */
import type { PageFlags } from "./paths.ts";

/**
 * The path and the declared parameters of an address, in the order of their declaration; of a parameter that was sent
 * twice the first. Two addresses with the same result are the same page, so this is also the key of its kept copy.
 */
export function pageAddress(
  { pathname, searchParams }: Pick<URL, "pathname" | "searchParams">,
  { query = [] }: Pick<PageFlags, "query">,
): string {
  const declared = query.flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  return declared.length === 0 ? pathname : `${pathname}?${new URLSearchParams(declared)}`;
}
