import type { SiteFacts } from "../../contract/pageRenderer.ts";

export interface PageState {
  /** The route's id by `routeIdOf`, so that the browser need not match the routes. */
  routeId: string;
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, unknown> | null;
  /** Other origins to which backendRedirectUrl may lead. */
  redirectOrigins: readonly string[];
  site: SiteFacts;
  /** The age of a copy in whole minutes; null if the page is no copy. */
  copyMinutes: number | null;
}

export const stateElementId = "page-state";

export function readPageState(): { text: string; state: PageState } {
  const text = document.getElementById(stateElementId)?.textContent ?? "";
  // Not validated, because our own server wrote it for this page.
  return { text, state: JSON.parse(text) as PageState };
}
