/** The eight steps of docs/product.md §2. */
import { describe, expect, test } from "vitest";
import { ADMIN, SUDO } from "../contract/rules/roles.ts";
import { type GuardDecision, type GuardedPage, guard, type Navigation } from "./guard.ts";

const origin = "https://foyer.example";

function decide(address: string, page: GuardedPage, role: Navigation["role"] = null): GuardDecision {
  const url = new URL(address, origin);
  return guard({ url, origin, page, from: "/source", role, redirectOrigins: ["https://pay.example"] });
}

function decisionText(decision: GuardDecision): string {
  if (decision.kind === "leave") return `leave ${decision.url}`;
  if (decision.kind === "proceed") return "proceed";
  return `${decision.kind} ${decision.to}`;
}

describe("1. If a query parameter named backendRedirectUrl is present, it is handled and navigation stops", () => {
  test.each([
    ["a path of ours", "/gala/tickets?a=1", `leave ${origin}/gala/tickets?a=1`],
    ["our own origin", `${origin}/gala#top`, `leave ${origin}/gala#top`],
    ["a configured origin", "https://pay.example/done", "leave https://pay.example/done"],
    ["another origin", "https://evil.example/", "drop /gala?keep=1"],
    ["an origin that only begins like ours", "https://foyer.example.evil.example/", "drop /gala?keep=1"],
    ["another scheme of a configured host", "http://pay.example/", "drop /gala?keep=1"],
    ["another port of our host", "https://foyer.example:8443/", "drop /gala?keep=1"],
    ["an address without a scheme", "//evil.example/", "drop /gala?keep=1"],
    ["backslashes that browsers read as slashes", "/\\evil.example/", "drop /gala?keep=1"],
    ["tabs that browsers leave out", "/\t/evil.example/", "drop /gala?keep=1"],
    ["our host as the user name of another host", `https://foyer.example@evil.example/`, "drop /gala?keep=1"],
    ["a name and password for our host", "https://a:b@foyer.example/", "drop /gala?keep=1"],
    ["a script", "javascript:alert(1)", "drop /gala?keep=1"],
    ["data", "data:text/html,x", "drop /gala?keep=1"],
    ["no address at all", "https://", "drop /gala?keep=1"],
    ["nothing", "", "drop /gala?keep=1"],
  ])("the guard answers a backendRedirectUrl with %s (%j) with: %s", (_, target, expected) => {
    const address = `/gala?keep=1&backendRedirectUrl=${encodeURIComponent(target)}`;
    expect(decisionText(decide(address, {}))).toBe(expected);
  });

  test("a backendRedirectUrl is compared with the configured origin, whatever origin the request has", () => {
    const url = new URL("https://evil.example/?backendRedirectUrl=/x");
    const navigation = { url, page: {}, from: null, role: "unknown", redirectOrigins: [] } as const;
    expect(guard({ ...navigation, origin })).toEqual({ kind: "leave", url: `${origin}/x` });
    const foreignUrl = new URL("https://evil.example/?backendRedirectUrl=https://evil.example/x");
    expect(guard({ ...navigation, url: foreignUrl, origin })).toMatchObject({ kind: "drop" });
  });

  test("a backendRedirectUrl is handled before any other step: no record, no flag check, no message", () => {
    const decision = decide("/dashboard?backendRedirectUrl=/x&apiQueryMsg=Hi", { requiresAuth: true });
    expect(decision).toEqual({ kind: "leave", url: `${origin}/x` });
  });

  test("a redirect address that was refused can be logged", () => {
    const decision = decide("/gala?backendRedirectUrl=https://evil.example/", {});
    expect(decision).toEqual({ kind: "drop", to: "/gala", refusedUrl: "https://evil.example/" });
  });
});

test("2. After step 1 a decision contains the target and the source of the navigation, to be recorded", () => {
  const journey = { to: "/gala?a=1", from: "/source" };
  expect(decide("/gala?a=1", {})).toEqual({ kind: "proceed", journey });
  expect(decide("/gala?a=1", { requiresAuth: true })).toMatchObject({ kind: "redirect", journey });
});

const visitor = null;
const rules: [step: string, page: GuardedPage, role: Navigation["role"], expected: string][] = [
  [
    "3. A requiresNoAuth route visited while signed in redirects to the user's home",
    { requiresNoAuth: true },
    ADMIN,
    "redirect /dashboard/admin",
  ],
  [
    "3. A requiresNoAuth route redirects sudo to the dashboard of sudo",
    { requiresNoAuth: true },
    SUDO,
    "redirect /dashboard/sudo",
  ],
  ["3. A requiresNoAuth route is open to visitors", { requiresNoAuth: true }, visitor, "proceed"],
  [
    "4. A requiresAuth route while signed out redirects to signin",
    { requiresAuth: true },
    visitor,
    "redirect /auth/Signin",
  ],
  ["4. A requiresAuth route is open to an admin", { requiresAuth: true }, ADMIN, "proceed"],
  ["4. A requiresAuth route is open to sudo", { requiresAuth: true }, SUDO, "proceed"],
  [
    "5. A requiresAdmin route redirects to signin if signed out",
    { requiresAdmin: true },
    visitor,
    "redirect /auth/Signin",
  ],
  [
    "5. A requiresAdmin route redirects sudo to signin",
    { requiresAdmin: true },
    SUDO,
    "redirect /auth/Signin",
  ],
  [
    "5. A requiresAdmin route redirects sudo to signin, also if requiresAuth is set",
    { requiresAuth: true, requiresAdmin: true },
    SUDO,
    "redirect /auth/Signin",
  ],
  ["5. A requiresAdmin route is open to an admin", { requiresAdmin: true }, ADMIN, "proceed"],
  [
    "6. A requiresSudo route redirects to signin if signed out",
    { requiresSudo: true },
    visitor,
    "redirect /auth/Signin",
  ],
  [
    "6. A requiresSudo route redirects an admin to signin",
    { requiresSudo: true },
    ADMIN,
    "redirect /auth/Signin",
  ],
  ["6. A requiresSudo route is open to sudo", { requiresSudo: true }, SUDO, "proceed"],
  [
    "7. An unmatched route while signed in redirects to home",
    { unmatched: true },
    ADMIN,
    "redirect /dashboard/admin",
  ],
  [
    "7. An unmatched route redirects sudo to the dashboard of sudo",
    { unmatched: true },
    SUDO,
    "redirect /dashboard/sudo",
  ],
  ["7. An unmatched route is shown to visitors", { unmatched: true }, visitor, "proceed"],
  ["a page without flags is open to visitors", {}, visitor, "proceed"],
  ["a page without flags is open to signed-in users", {}, ADMIN, "proceed"],
  [
    "the server, which has no token, leaves steps 3 to 7 to the browser",
    { requiresNoAuth: true, requiresAuth: true, requiresAdmin: true, requiresSudo: true, unmatched: true },
    "unknown",
    "proceed",
  ],
];

test.each(rules)("%s", (_, page, role, expected) => {
  expect(decisionText(decide("/target", page, role))).toBe(expected);
});

describe("8. Otherwise a query parameter named apiQueryMsg is checked and handled, and navigation proceeds", () => {
  test("the message of apiQueryMsg is kept, and removed from the address", () => {
    expect(decide("/gala?apiQueryMsg=You%20are%20<b>in</b>%20&a=1#map", {})).toMatchObject({
      kind: "keepMessage",
      to: "/gala?a=1#map",
      message: "You are <b>in</b>",
    });
  });

  test("a message of apiQueryMsg is cut after 500 characters", () => {
    const decision = decide(`/gala?apiQueryMsg=${"x".repeat(10_000)}`, {});
    expect(decision).toMatchObject({ kind: "keepMessage", message: "x".repeat(500) });
  });

  test("the message of apiQueryMsg is not handled if an earlier step redirects", () => {
    expect(decisionText(decide("/dashboard?apiQueryMsg=Hi", { requiresAuth: true }))).toBe(
      "redirect /auth/Signin",
    );
  });
});
