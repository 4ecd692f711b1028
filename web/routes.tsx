/** The pages that exist, each with the file it lives in; its address, title and flags are in paths.ts. */
import type { PageModule } from "./pages/page.ts";
import type { PageFlags, PageName } from "./paths.ts";

/** What a route's `handle` holds. */
export interface PageHandle extends PageFlags {
  name: PageName;
  /** True for the address that no page has: the guard's step 7. */
  unmatched?: true;
}

interface PageFile {
  /** The file's key in Vite's manifest, by which the server finds what to preload. */
  file: string;
  load: () => Promise<PageModule>;
}

/** Each page that exists. */
export const pageFiles: Partial<Record<PageName, PageFile>> = {};
