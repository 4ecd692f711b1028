/** The eight steps of docs/product.md §2, in order. Pure. */
import { ADMIN, homeOf, type Role, SUDO } from "../contract/rules/roles.ts";
import { type PageFlags, paths } from "./paths.ts";
import type { Journey } from "./stores/navigation.ts";

export type GuardedPage = Pick<
  PageFlags,
  "requiresAuth" | "requiresNoAuth" | "requiresAdmin" | "requiresSudo"
> & { unmatched?: true };

export interface Navigation {
  url: URL;
  /** On the server the configured one, because the request's could be forged. */
  origin: string;
  page: GuardedPage;
  /** The target recorded before; null if there is none. */
  from: string | null;
  /**
   * Null for a visitor; on a page without flags also for a signed-in user whose session is not restored yet. "unknown"
   * on the server, which has no token.
   */
  role: Role | null | "unknown";
  /** Other origins to which backendRedirectUrl may lead. */
  redirectOrigins: readonly string[];
}

export type GuardDecision =
  /** Step 1, with an allowed target. */
  | { kind: "leave"; url: string }
  /** Step 1, with a target that is not allowed. */
  | { kind: "drop"; to: string; refusedUrl: string }
  /** Steps 3 to 7. */
  | { kind: "redirect"; to: string; journey: Journey }
  /** Step 8: `to` is the address without the parameter. */
  | { kind: "keepMessage"; to: string; message: string; journey: Journey }
  | { kind: "proceed"; journey: Journey };

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

/** Steps 3 to 7. */
function redirectFor(page: GuardedPage, role: Role | null): string | null {
  const isSignedIn = role !== null;
  if (page.requiresNoAuth && isSignedIn) return homeOf(role);
  if (page.requiresAuth && !isSignedIn) return paths.signin();
  if (page.requiresAdmin && role !== ADMIN) return paths.signin();
  if (page.requiresSudo && role !== SUDO) return paths.signin();
  if (page.unmatched && isSignedIn) return homeOf(role);
  return null;
}

/** The target is parsed as browsers do, so that `//evil.example`, `/\evil.example` and `javascript:` are recognised. */
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
