/** The exports of a page file in web/pages. */
import type { ComponentType } from "react";
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from "react-router";

/** A page's module. Titles, layouts and flags are in web/paths.ts, because the guard needs them first. */
export interface PageModule {
  loader?: LoaderFunction;
  action?: ActionFunction;
  shouldRevalidate?: ShouldRevalidateFunction;
  Component: ComponentType;
  /**
   * Whether the page that the server renders from this loader data needs scripts for its purpose. If they do not run in
   * time, it says that it has not started (NotStarted.tsx). A page without this function is complete as rendered.
   */
  needsScript?: (loaderData: never) => boolean;
  /**
   * Loads the components that only some loader data needs. The page's loader calls it. For the first page, whose data
   * came with the document, no loader runs in the browser: routes.tsx calls it before hydration.
   */
  loadParts?: (loaderData: never) => Promise<void>;
  /** The event or club whose name is in the title, for pages whose loader data has no `event`. */
  eventOf?: (loaderData: never) => { name: string } | null;
}

/** The file of a page, in the tables of routes.tsx and staffPages.ts. */
export interface PageFile {
  /** The file's key in Vite's manifest, which gives the server its scripts and stylesheets. */
  file: string;
  load: () => Promise<PageModule>;
}
