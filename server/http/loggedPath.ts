/** What the log says of an address: its path, without what opens something. */

/** The path without its query, which may carry an access key, and without the secret of a helper's link. */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return path.replace(/^\/door\/[^/]+/, "/door/…");
}
