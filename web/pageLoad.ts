/**
 * What if a page's code cannot be loaded? The target page is loaded once from the server; a second failure is only logged.
 * The mark of the first failure is cleared after a later successful navigation (docs/product.md §2, Page-load failure).
 */
import type { PageModule } from "./pages/page.ts";

const marker = "foyer.pageLoadFailed";

/** Thrown without a network, and for the second failure, which is logged by then. */
export class PageLoadFailed extends Error {
  override readonly name = "PageLoadFailed";
}

/** What the rule needs of the browser. */
export interface PageLoadSurroundings {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** Where the user is going, as a path. */
  target: () => string;
  /** Loads the document of that address. */
  reloadTo: (path: string) => void;
  log: (message: string, cause: unknown) => void;
  /** True where the browser knows that there is no network: what it shows is then better than what it could load. */
  isOffline: () => boolean;
}

/** Loads a page's module by the rule. It never settles while the document is being loaded again. */
export function pageLoader({ storage, target, reloadTo, log, isOffline }: PageLoadSurroundings) {
  return async (load: () => Promise<PageModule>): Promise<PageModule> => {
    try {
      return await load();
    } catch (cause) {
      const path = target();
      if (isOffline()) throw new PageLoadFailed(path, { cause });
      if (storage.getItem(marker) !== null) {
        log(`The page ${path} could not be loaded, also after loading it afresh.`, cause);
        throw new PageLoadFailed(path, { cause });
      }
      storage.setItem(marker, path);
      reloadTo(path);
      return new Promise(() => {});
    }
  };
}

/** A navigation has succeeded: the next failure may reload again. */
export function pageLoaded(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(marker);
}
