/** What a file in web/pages exports: the page's component, and, where it needs data or takes a form, how. */
import type { ComponentType } from "react";
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from "react-router";

/** A page's module. Titles, layouts and flags stand in web/paths.ts, because the guard asks for them first. */
export interface PageModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  Component: ComponentType;
  /**
   * Whether the page, as the server renders it from this loader data, can do what it is for only once a script runs:
   * until then it says after 8 seconds that it has not started (routes.tsx). Without it the page is complete as rendered.
   */
  needsScript?: (loaded: never) => boolean;
}
