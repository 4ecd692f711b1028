/**
 * The target of a request. It is accepted if it has our own origin, a path with exactly one leading slash, and no user
 * name or password. A page, link or redirect made from "//elsewhere/page", "/.//elsewhere/page" or
 * "http://elsewhere/page" would lead to another site.
 */

/** A request for a page by a target that is not accepted. */
export class ForeignTarget extends Error {
  override readonly name = "ForeignTarget";
  readonly statusCode = 400;
}

/** The URL of a target at `origin`, our own as it is configured; null if it is not accepted. */
export function targetAt(target: string, origin: string): URL | null {
  const url = URL.parse(target, origin);
  const isOurs = url !== null && url.origin === new URL(origin).origin && !url.pathname.startsWith("//");
  return isOurs && url.username === "" && url.password === "" ? url : null;
}
