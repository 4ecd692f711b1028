import { useLocation, useMatches } from "react-router";
import { pageAddress } from "../pageAddress.ts";
import type { PageHandle } from "../paths.ts";

/**
 * The page's own address, without undeclared parameters: the server renders without them (server.tsx), and the browser
 * must render the same.
 */
export function useFormAddress(): string {
  const { pathname, search } = useLocation();
  const handle = useMatches().at(-1)?.handle as PageHandle;
  return pageAddress({ pathname, searchParams: new URLSearchParams(search) }, handle);
}
