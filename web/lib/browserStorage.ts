/** With blocked cookies, reading `sessionStorage` throws; in some browsers inside other apps it is null. */

export type UsedStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** If `sessionStorage` is refused, replaces both storages with ones that keep nothing. Call it before they are used. */
export function replaceRefusedStorage(browserWindow: Pick<Window, "sessionStorage" | "localStorage">): void {
  try {
    browserWindow.sessionStorage.getItem("");
  } catch {
    const value: UsedStorage = { getItem: () => null, setItem: () => {}, removeItem: () => {} };
    Object.defineProperties(browserWindow, { sessionStorage: { value }, localStorage: { value } });
  }
}
