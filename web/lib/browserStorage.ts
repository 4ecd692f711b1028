/** Where cookies are blocked, reading `sessionStorage` throws; in some browsers inside other apps it is null. */

/** The methods of a storage that pages use. */
export type UsedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Gives a window that refuses `sessionStorage` two storages that keep nothing. Call it before a storage is used. */
export function replaceRefusedStorage(browserWindow: Pick<Window, "sessionStorage" | "localStorage">): void {
  try {
    browserWindow.sessionStorage.getItem("");
  } catch {
    const value: UsedStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    Object.defineProperties(browserWindow, { sessionStorage: { value }, localStorage: { value } });
  }
}
