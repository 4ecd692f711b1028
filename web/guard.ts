/**
 * Decides whether a navigation may proceed: the eight steps of docs/product.md §2, in order, as one pure function. The
 * callers carry out the decision: middleware.ts in the browser, and for step 1 the server (server.tsx).
 */
import { ADMIN, homeOf, type Role, SUDO } from "../contract/rules/roles.ts";
import { type PageFlags, paths } from "./paths.ts";
import type { Journey } from "./stores/navigation.ts";

/** The flags that the guard uses. */
export type GuardedPage = Pick<
  PageFlags,
  "requiresAuth" | "requiresNoAuth" | "requiresAdmin" | "requiresSudo"
> & { unmatched?: true };

export interface Navigation {
  url: URL;
  /** Our own origin. On the server it is the configured one, because the request's could be forged. */
  origin: string;
  page: GuardedPage;
  /** The address of the page before; null when the page is opened directly. */
  from: string | null;
  /** The signed-in user's role; null for a visitor, "unknown" on the server, which has no token. */
  role: Role | null | "unknown";
  /** Other origins to which backendRedirectUrl may lead ("https://pay.example.org"). */
  redirectOrigins: readonly string[];
}

export type GuardDecision =
  /** Step 1: the document goes to this address. */
  | { kind: "leave"; url: string }
  /** Step 1: the parameter has a target that is not allowed. It is logged, and removed from the address. */
  | { kind: "drop"; to: string; refusedUrl: string }
  /** Steps 3 to 7. */
  | { kind: "redirect"; to: string; journey: Journey }
  /** Step 8, with a message: keep it for the next page, and continue at the same address without the parameter. */
  | { kind: "keepMessage"; to: string; message: string; journey: Journey }
  | { kind: "proceed"; journey: Journey };

/** A longer message in an address is cut. */
const maxMessageLength = 500;

export function guard({ url, origin, page, from, role, redirectOrigins }: Navigation): GuardDecision {
  const backendRedirectUrl = url.searchParams.get("backendRedirectUrl");
  if (backendRedirectUrl !== null) {
    const leaveFor = allowedTarget(backendRedirectUrl, origin, redirectOrigins);
    return leaveFor === null
      ? { kind: "drop", to: withoutParameter(url, "backendRedirectUrl"), refusedUrl: backendRedirectUrl }
      : { kind: "leave", url: leaveFor };
  }

  const journey = { to: url.pathname + url.search, from };
  if (role !== "unknown") {
    const to = redirectFor(page, role);
    if (to !== null) return { kind: "redirect", to, journey };
  }

  const message = url.searchParams.get("apiQueryMsg");
  if (message === null) return { kind: "proceed", journey };
  const to = withoutParameter(url, "apiQueryMsg");
  return { kind: "keepMessage", to, message: message.trim().slice(0, maxMessageLength), journey };
}

/** Steps 3 to 7: the redirect for somebody who may not see the page, or null. */
function redirectFor(page: GuardedPage, role: Role | null): string | null {
  const isSignedIn = role !== null;
  if (page.requiresNoAuth && isSignedIn) return homeOf(role);
  if (page.requiresAuth && !isSignedIn) return paths.signin();
  if (page.requiresAdmin && role !== ADMIN) return paths.signin();
  if (page.requiresSudo && role !== SUDO) return paths.signin();
  if (page.unmatched && isSignedIn) return homeOf(role);
  return null;
}

/**
 * The address, if it is on our own origin or a configured one. It is parsed like a browser parses it, so that
 * `//evil.example`, `/\evil.example` and `javascript:` are recognised.
 */
function allowedTarget(target: string, ownOrigin: string, origins: readonly string[]): string | null {
  const url = target === "" ? null : parseUrl(target, ownOrigin);
  if (url === null) return null;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  const isAllowed = url.origin === ownOrigin || origins.includes(url.origin);
  return isWeb && isAllowed && url.username === "" && url.password === "" ? url.href : null;
}

function parseUrl(address: string, base: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

function withoutParameter(url: URL, name: string): string {
  const copy = new URL(url);
  copy.searchParams.delete(name);
  return copy.pathname + copy.search + copy.hash;
}
