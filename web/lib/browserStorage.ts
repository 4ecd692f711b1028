/** With blocked cookies, reading `sessionStorage` throws; in some browsers inside other apps it is null. */

export type UsedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Replaces refused storages with two that keep nothing. Call it before a storage is used. */
export function replaceRefusedStorage(browserWindow: Pick<Window, "sessionStorage" | "localStorage">): void {
  try {
    browserWindow.sessionStorage.getItem("");
  } catch {
    const value: UsedStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    Object.defineProperties(browserWindow, { sessionStorage: { value }, localStorage: { value } });
  }
}
