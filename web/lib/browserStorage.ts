/**
 * Where cookies are blocked, even reading `sessionStorage` throws, and some browsers inside other apps have null there.
 * In such a browser, a value that a page stores is lost at once. Visitors can still buy, because a page also has its data
 * in memory until it is loaded again.
 */

/** The methods of a storage that pages use. */
export type UsedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Gives a window that refuses storage two storages that keep nothing. Call it once, before a storage is used. */
export function replaceRefusedStorage(browserWindow: Pick<Window, "sessionStorage" | "localStorage">): void {
  try {
    browserWindow.sessionStorage.getItem("");
  } catch {
    const value: UsedStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    Object.defineProperties(browserWindow, { sessionStorage: { value }, localStorage: { value } });
  }
}
