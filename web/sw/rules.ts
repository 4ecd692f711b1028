/**
 * Invariant: the only personal data that the service worker saves are pages of bought tickets and the replies that they
 * show, each under its own proof of ownership. The saved page of a door is an empty shell. Pure.
 */

/** `leave`: the worker does not handle the request. */
export type FetchStrategy =
  | "page"
  | "door"
  /** The reply that a ticket page shows. */
  | "reply"
  /** Files of the build, whose names change with their content. */
  | "asset"
  /** Pictures and icons, whose names may stay the same. */
  | "picture"
  | "leave";

export interface FetchedRequest {
  readonly method: string;
  readonly url: string;
  readonly mode: string;
}

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

/** Recognises `/{slug}/tickets` with a proof of ownership. */
export function isTicketPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return address.origin === origin && /^\/[^/]+\/tickets\/?$/.test(address.pathname) && isProof(address);
}

export function isDoorPage(url: string, origin: string): boolean {
  const address = new URL(url);
  return (
    address.origin === origin && /^\/(event\/\d+\/checkin(\/scan)?|door\/[^/]+)\/?$/.test(address.pathname)
  );
}

/** Gives the address of a copy. Of the parameters it keeps the proof and the width of a picture (`w`). */
export function savedAddress(url: string): string {
  const address = new URL(url);
  const parameters = ["registrationId", "accessKey", "qrUuid", "w"].flatMap((name) => {
    const value = address.searchParams.get(name);
    return value === null ? [] : [[name, value]];
  });
  const query = new URLSearchParams(parameters).toString();
  return `${address.origin}${address.pathname.replace(/\/$/, "")}${query === "" ? "" : `?${query}`}`;
}

export function replyAddress(pageUrl: string): string {
  const page = new URL(savedAddress(pageUrl));
  return `${page.origin}${replyPath}${page.search}`;
}

/** The files of the build and icons that a document links, or its starter loads. */
export function assetsIn(html: string): string[] {
  const matches = html.matchAll(/(?:href|src)="(\/(?:assets|icons)\/[^"?#]+|\/favicon\.[a-z]+)"/g);
  return [...new Set([...[...matches].map(([, path]) => path!), ...modulesIn(html)])];
}

/**
 * Whether a page has loaded all modules of a document. After a deploy the document is of a newer build, and
 * the page does not know all files that it needs offline.
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
