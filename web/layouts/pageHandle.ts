import { useMatches } from "react-router";
import type { PageHandle } from "../paths.ts";

/** The handle of the open page, or of Not Found; null if the route has none. */
export function usePageHandle(): PageHandle | null {
  // Only routes.tsx makes handles, all of this form.
  return (useMatches().at(-1)?.handle as PageHandle | undefined) ?? null;
}
