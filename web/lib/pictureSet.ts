/**
 * One of our pictures in several widths (docs/wire.md §4, Images). `url` has no query. A picture just chosen (`blob:`)
 * has one width.
 */
export function pictureSet(url: string, widths: readonly number[]): { srcSet?: string } {
  if (url.startsWith("blob:")) return {};
  return { srcSet: widths.map((width) => `${url}?w=${width} ${width}w`).join(", ") };
}
