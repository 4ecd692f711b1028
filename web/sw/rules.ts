/**
 * The rules for what the service worker saves for use at the door, by guests, helpers and staff. Pure. Invariant: the
 * only personal data that it saves are the pages of bought tickets and the replies that they show, each under its own
 * proof of ownership. The page of a door is saved as an empty shell.
 */

/** How the worker treats a request. `leave`: not at all. */
export type FetchStrategy =
  /** A page of bought tickets. */
  | "page"
  /** A page of the door, for helpers and staff. */
  | "door"
  /** The reply with the registration that the page shows. */
  | "reply"
  /** Files of the build, whose names change with their content. */
  | "asset"
  /** Pictures and icons, whose names may stay the same. */
  | "picture"
  | "leave";

/** The fields of a request that the rules use. */
export interface FetchedRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

/** Classifies a request for the worker of `origin`. */
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

/** Whether an address is a page of bought tickets: `/{slug}/tickets` with a proof. */
export function isTicketPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return address.origin === origin && /^\/[^/]+\/tickets\/?$/.test(address.pathname) && isProof(address);
}

/** Whether an address is a page of a door: an event's check-in, its scanner, or a helper's link. */
export function isDoorPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return (
    address.origin === origin && /^\/(event\/\d+\/checkin(\/scan)?|door\/[^/]+)\/?$/.test(address.pathname)
  );
}

/** The address under which a copy is saved. Of its parameters only the proof and the width of a picture (`w`) stay. */
export function savedAddress(url: string): string {
  const address = new URL(url);
  const parameters = ["registrationId", "accessKey", "qrUuid", "w"].flatMap((name) => {
    const value = address.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = new URLSearchParams(parameters).toString();
  return `${address.origin}${address.pathname.replace(/\/$/, "")}${query === "" ? "" : `?${query}`}`;
}

/** The address of the reply that a ticket page shows. */
export function replyAddress(pageUrl: string): string {
  const page = new URL(savedAddress(pageUrl));
  return `${page.origin}${replyPath}${page.search}`;
}

/** The files of the build and the icons that a document of ours links, or its starter loads. */
export function assetsIn(html: string): string[] {
  const matches = html.matchAll(/(?:href|src)="(\/(?:assets|icons)\/[^"?#]+|\/favicon\.[a-z]+)"/g);
  return [...new Set([...[...matches].map(([, path]) => path!), ...modulesIn(html)])];
}

/**
 * Whether a page that has loaded these files has all modules of a document. After a deploy it has not, until it is
 * reloaded. A document saved without its own files would open as an empty page.
 */
export function belongsToBuild(html: string, loaded: readonly string[]): boolean {
  const modules = modulesIn(html);
  return modules.length > 0 && modules.every((path) => loaded.includes(path));
}

/** The files that a document's starter loads (web/start.ts). */
function modulesIn(html: string): string[] {
  const [, list = ""] = /data-modules="([^"]*)"/.exec(html) ?? [];
  return list.split(" ").filter((path) => path.startsWith("/assets/"));
}

const replyPath = "/api/registration/getRegistration";

function isProof({ searchParams }: URL): boolean {
  return searchParams.has("registrationId") && (searchParams.has("accessKey") || searchParams.has("qrUuid"));
}
