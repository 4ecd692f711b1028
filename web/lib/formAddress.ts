/** The target address of a page's plain form. */
import { useLocation, useMatches } from "react-router";
import { pageAddress } from "../pageAddress.ts";
import type { PageHandle } from "../paths.ts";

/**
 * The page's own address, without undeclared parameters, because the server renders the page without them (server.tsx),
 * and the form must be the same in the browser.
 */
export function useFormAddress(): string {
  const { pathname, search } = useLocation();
  // Only routes.tsx makes handles; the last match is the page.
  const handle = useMatches().at(-1)?.handle as PageHandle;
  return pageAddress({ pathname, searchParams: new URLSearchParams(search) }, handle);
}
