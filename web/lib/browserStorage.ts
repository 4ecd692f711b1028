/** The browser's storage, which pages may not use everywhere. */

/** The storage, or one that keeps nothing, because even reading `localStorage` throws where cookies are blocked. */
export function storageOrNone(
  read: () => Storage,
): Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem"> {
  try {
    return read();
  } catch {
    return { length: 0, key: () => null, getItem: () => null, setItem: () => {}, removeItem: () => {} };
  }
}
