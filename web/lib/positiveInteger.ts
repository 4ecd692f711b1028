/** The positive integer in a text of an address, such as an id or the number of a page; null if it is none. */
export function positiveInteger(text: string | null | undefined): number | null {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? value : null;
}
