/**
 * What does a request ask for? Everything that looks at the target of a request for a page, or writes it down, reads it
 * here. A target is our own origin and a path with exactly one leading slash: "//elsewhere/page", "/.//elsewhere/page"
 * and "http://elsewhere/page" name another house, and a page, link or redirect that is made from them would lead there.
 */

/** A request for a page of another house; the reply is a 400 without the address. */
export class ForeignTarget extends Error {
  override readonly name = "ForeignTarget";
  readonly statusCode = 400;
}

/** The address that `target` names at `origin`, our own as it is configured; null where it names another house. */
export function targetAt(target: string, origin: string): URL | null {
  const url = URL.parse(target, origin);
  const isOurs = url !== null && url.origin === new URL(origin).origin && !url.pathname.startsWith("//");
  return isOurs && url.username === "" && url.password === "" ? url : null;
}
