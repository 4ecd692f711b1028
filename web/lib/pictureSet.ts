/** A picture of ours in several widths, for the browser to choose from (docs/wire.md §4, Images). */

/** `srcSet` of a picture; the address must have no query of its own. One that was just chosen has no other widths. */
export function pictureSet(url: string, widths: readonly number[]): { srcSet?: string } {
  if (url.startsWith("blob:")) return {};
  return { srcSet: widths.map((width) => `${url}?w=${width} ${width}w`).join(", ") };
}
