import type { ComponentType } from "react";
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from "react-router";

/**
 * Titles, layouts and flags are in web/paths.ts, because they are needed before a page is loaded. Of `shouldRevalidate`,
 * routes.tsx uses only that of the event frame.
 */
export interface PageModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  Component: ComponentType;
  /**
   * Whether the rendered page needs scripts for its purpose. If they do not run in time, NotStarted.tsx says
   * so.
   */
  needsScript?: (loaderData: never) => boolean;
  /**
   * Loads the components that only some loader data needs. The page's loader calls it, or routes.tsx before
   * hydration.
   */
  loadParts?: (loaderData: never) => Promise<void>;
  /** The event or club for the title, if the loader data has no `event`. */
  eventOf?: (loaderData: never) => { name: string } | null;
}

export interface PageFile {
  /** The key in Vite's manifest. */
  file: string;
  load: () => Promise<PageModule>;
}
