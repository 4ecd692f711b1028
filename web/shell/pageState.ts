/** The state with which the browser hydrates a page that the server has rendered. */
import type { SiteFacts } from "../../contract/pageRenderer.ts";

export interface PageState {
  /** The route's id (routeIdOf in routes.tsx), so that the browser need not match the routes. */
  routeId: string;
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, unknown> | null;
  /** Other origins to which backendRedirectUrl may lead. */
  redirectOrigins: readonly string[];
  site: SiteFacts;
  /** The age of the page's data in whole minutes if the page is a copy; null otherwise. */
  copyMinutes: number | null;
}

export const stateElementId = "page-state";

export function readPageState(): { text: string; state: PageState } {
  const text = document.getElementById(stateElementId)?.textContent ?? "";
  // Not validated, because our own server wrote it for this page.
  return { text, state: JSON.parse(text) as PageState };
}
