/**
 * What of the site is saved on the device for the door, on either side of it, and what never is. Pure. Invariant: of all
 * that is personal, only a bought ticket's page and the reply it is made of are saved, each under its own proof of
 * ownership; a page of a helper's or staff's door is saved as the empty shell it is.
 */

/** What the worker does with a request: nothing at all for `leave`. */
export type FetchStrategy =
  /** A document of bought tickets. */
  | "page"
  /** A document of those who let people in. */
  | "door"
  /** The registration that the page shows. */
  | "reply"
  /** Code and styles, whose names change with their content. */
  | "asset"
  /** Pictures and icons, whose names may not. */
  | "picture"
  | "leave";

/** What the rule looks at of a request. */
export interface FetchedRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Decides what a request is to the worker of `origin`. */
export function kindOf({ method, url, mode }: FetchedRequest, origin: string): FetchStrategy {
  const address = new URL(url);
  if (method !== "GET" || address.origin !== origin) return "leave";
  if (mode === "navigate")
    return isTicketPage(url, origin) ? "page" : isDoorPage(url, origin) ? "door" : "leave";
  if (address.pathname === replyPath && isProof(address)) return "reply";
  if (address.pathname.startsWith("/assets/")) return "asset";
  return /^\/(api\/(club-logo|event-banner)|icons)\/|^\/favicon\./.test(address.pathname)
    ? "picture"
    : "leave";
}

/** Whether an address is that of bought tickets: `/{slug}/tickets` with a proof. */
export function isTicketPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return address.origin === origin && /^\/[^/]+\/tickets\/?$/.test(address.pathname) && isProof(address);
}

/** Whether an address is that of a door: an event's check-in, its scanner, or a helper's link. */
export function isDoorPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return (
    address.origin === origin && /^\/(event\/\d+\/checkin(\/scan)?|door\/[^/]+)\/?$/.test(address.pathname)
  );
}

/** The address under which something is saved: what comes from a mail's link or a campaign does not make it another. */
export function savedUnder(url: string): string {
  const address = new URL(url);
  const kept = ["registrationId", "accessKey", "qrUuid", "w"].flatMap((name) => {
    const value = address.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = new URLSearchParams(kept).toString();
  return `${address.origin}${address.pathname.replace(/\/$/, "")}${query === "" ? "" : `?${query}`}`;
}

/** The address of the reply that a ticket page shows. */
export function replyOf(pageUrl: string): string {
  const page = new URL(savedUnder(pageUrl));
  return `${page.origin}${replyPath}${page.search}`;
}

/** The code, styles and icons that a document of ours names. */
export function assetsIn(html: string): string[] {
  const found = html.matchAll(/(?:href|src)="(\/(?:assets|icons)\/[^"?#]+|\/favicon\.[a-z]+)"/g);
  return [...new Set([...[...found].map(([, path]) => path!), ...modulesIn(html)])];
}

/**
 * Whether a document is of the build that a page with these files runs. After a deploy the two differ until the page is
 * opened anew; a document saved without its own files would open as an empty page.
 */
export function isOfBuild(html: string, loaded: readonly string[]): boolean {
  const modules = modulesIn(html);
  return modules.length > 0 && modules.every((path) => loaded.includes(path));
}

/** What a document's starter loads (web/start.ts). */
function modulesIn(html: string): string[] {
  const [, list = ""] = /data-modules="([^"]*)"/.exec(html) ?? [];
  return list.split(" ").filter((path) => path.startsWith("/assets/"));
}

const replyPath = "/api/registration/getRegistration";

function isProof({ searchParams }: URL): boolean {
  return searchParams.has("registrationId") && (searchParams.has("accessKey") || searchParams.has("qrUuid"));
}
