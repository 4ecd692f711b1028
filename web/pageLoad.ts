/** If a page's code cannot be loaded, its document is loaded instead, once (docs/product.md §2, Page-load failure). */
import type { PageModule } from "./pages/page.ts";

const marker = "foyer.pageLoadFailed";

export class PageLoadFailed extends Error {
  override readonly name = "PageLoadFailed";
}

export interface PageLoadEnvironment {
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem">;
  /** The path of the current navigation. */
  target: () => string;
  reloadTo: (path: string) => void;
  log: (message: string, cause: unknown) => void;
  /** Without a network the shown page is better than a failed reload. */
  isOffline: () => boolean;
}

/** Makes the function that loads a page's module. Its promise does not settle while the document is being reloaded. */
export function pageLoader({ storage, target, reloadTo, log, isOffline }: PageLoadEnvironment) {
  return async (load: () => Promise<PageModule>): Promise<PageModule> => {
    try {
      return await load();
    } catch (cause) {
      const path = target();
      if (isOffline()) throw new PageLoadFailed(path, { cause });
      const isFirstFailure = storage.getItem(marker) === null;
      try {
        storage.setItem(marker, path);
      } catch {
        // A full storage throws.
      }
      // With a storage that keeps nothing, each failure would reload again.
      if (isFirstFailure && storage.getItem(marker) === path) {
        reloadTo(path);
        return new Promise(() => {});
      }
      log(`The page ${path} could not be loaded.`, cause);
      throw new PageLoadFailed(path, { cause });
    }
  };
}

/** Call it after a successful navigation, so that the next failure may reload again. */
export function pageLoaded(storage: Pick<Storage, "removeItem">): void {
  storage.removeItem(marker);
}
