import { type MiddlewareFunction, redirect, replace } from "react-router";
import { type GuardDecision, guard } from "./guard.ts";
import { saveMessage, showKeptMessage } from "./keptMessage.ts";
import { type PageHandle, type PageName, pages } from "./paths.ts";
import { latestJourney, recordJourney } from "./stores/navigation.ts";
import { restoreSession, session } from "./stores/session.ts";

/** Guards the page that the browser has loaded. False if the browser leaves it. */
export function enterFirstPage(handle: PageHandle, redirectOrigins: readonly string[]): boolean {
  const decision = decide(new URL(location.href), handle, redirectOrigins);
  switch (decision.kind) {
    case "leave":
      location.replace(decision.url);
      return false;
    case "redirect":
      location.replace(decision.to);
      return false;
    case "drop":
      logRefused(decision.refusedUrl);
      history.replaceState(history.state, "", decision.to);
      return true;
    case "keepMessage":
      saveMessage(decision.message);
      history.replaceState(history.state, "", decision.to);
      return true;
    case "proceed":
      return true;
  }
}

export function guardNavigation(redirectOrigins: readonly string[]): MiddlewareFunction {
  return async ({ url, pattern }, next) => {
    const decision = decide(url, handleOf(pattern), redirectOrigins);
    switch (decision.kind) {
      case "leave":
        location.assign(decision.url);
        // Show nothing while the document is being left.
        return new Promise(() => {});
      case "redirect":
        throw redirect(decision.to);
      case "drop":
        logRefused(decision.refusedUrl);
        throw replace(decision.to);
      case "keepMessage":
        saveMessage(decision.message);
        throw replace(decision.to);
      case "proceed": {
        const result = await next();
        showKeptMessage();
        return result;
      }
    }
  };
}

function decide(url: URL, page: PageHandle, redirectOrigins: readonly string[]): GuardDecision {
  const from = latestJourney()?.to ?? null;
  if (hasRules(page)) restoreSession();
  const role = session.get()?.currentUser.role ?? null;
  const decision = guard({ url, origin: location.origin, page, from, role, redirectOrigins });
  if ("journey" in decision) recordJourney(decision.journey);
  return decision;
}

/** Whether the guard must know who is signed in. */
function hasRules(page: PageHandle): boolean {
  const { requiresAuth, requiresNoAuth, requiresAdmin, requiresSudo, unmatched } = page;
  return Boolean(requiresAuth || requiresNoAuth || requiresAdmin || requiresSudo || unmatched);
}

const handleByPattern = new Map<string, PageHandle>(
  (Object.keys(pages) as PageName[]).map((name) => [pages[name].path, { ...pages[name], name }]),
);

function handleOf(pattern: string): PageHandle {
  return handleByPattern.get(pattern) ?? { ...pages.notFound, name: "notFound", unmatched: true };
}

function logRefused(url: string): void {
  console.warn(`backendRedirectUrl is neither ours nor configured, and was dropped: ${url}`);
}
