/** Thrown if `targetAt` does not accept the target of a page. */
export class ForeignTarget extends Error {
  override readonly name = "ForeignTarget";
  readonly statusCode = 400;
}

/**
 * The URL of a target at `origin`, our own. Null if it is invalid, has a user name or password, or could lead to
 * another site, such as "//elsewhere/page" or "/.//elsewhere/page".
 */
export function targetAt(target: string, origin: string): URL | null {
  const url = URL.parse(target, origin);
  const isOurs = url !== null && url.origin === new URL(origin).origin && !url.pathname.startsWith("//");
  return isOurs && url.username === "" && url.password === "" ? url : null;
}
