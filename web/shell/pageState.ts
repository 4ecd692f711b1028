/** What the server tells the browser about the page that it has rendered: everything needed to take it over. */
import type { HouseFacts } from "../../contract/pageRenderer.ts";

export interface PageState {
  /** Which route it is (routeIdOf in routes.tsx): looking for it costs a slow phone more than reading it. */
  routeId: string;
  loaderData: Record<string, unknown>;
  actionData: Record<string, unknown> | null;
  errors: Record<string, unknown> | null;
  /** Other origins that backendRedirectUrl may name. */
  redirectOrigins: readonly string[];
  house: HouseFacts;
  /** How old the page's data are, where it is a copy of before; else null. */
  copyMinutes: number | null;
}

/** The id of the element that holds it. */
export const stateElementId = "page-state";

/** Reads it, in the browser. */
export function readPageState(): { text: string; state: PageState } {
  const text = document.getElementById(stateElementId)?.textContent ?? "";
  // Written by our own server for this very page: its form is known.
  return { text, state: JSON.parse(text) as PageState };
}
