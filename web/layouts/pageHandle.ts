/** What the table of pages says of the page that is open. */
import { useMatches } from "react-router";
import type { PageHandle } from "../paths.ts";

/** The handle of the deepest match; null where no page matched at all. */
export function usePageHandle(): PageHandle | null {
  // Only routes.tsx makes handles, all of this form.
  return (useMatches().at(-1)?.handle as PageHandle | undefined) ?? null;
}
