/** A picture of ours in several widths, for the browser to choose from (wire.md §4, Images). */

/** `srcSet` of a picture; the address must have no query of its own. */
export function pictureSet(url: string, widths: readonly number[]): { srcSet: string } {
  return { srcSet: widths.map((width) => `${url}?w=${width} ${width}w`).join(", ") };
}
