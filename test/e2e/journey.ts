/** Errors and warnings of the fixture `page` fail the test; other pages that a test opens are not watched. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type APIRequestContext, expect, type Page } from "@playwright/test";
import type { PayloadOf } from "../../contract/all.ts";
import { playsAll } from "../../server/testing/histories.ts";
import { test as base } from "./typed.ts";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeWindow extends Window {
  axe: typeof import("axe-core");
}

export { expect };

/** The demo world's accounts, and its events by their special feature (tools/demo/world). */
export const demo = {
  onSale: "gala-night",
  free: "harbour-regatta",
  soldOut: "street-food",
  over: "candlelight-concert",
  admin: { email: "admin@foyer.test", password: "foyer-demo-1" },
  sudo: { email: "sudo@foyer.test", password: "foyer-demo-1" },
};

interface Fixtures {
  /** Errors that a test causes on purpose: a match is not a failure. */
  expectedNoise: RegExp | null;
}

export const test = base.extend<Fixtures>({
  expectedNoise: [null, { option: true }],
  page: async ({ page, expectedNoise }, use) => {
    const noise: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) noise.push(`${message.text()} (${page.url()})`);
    });
    page.on("pageerror", (error) => noise.push(`${error.stack ?? error.message} (${page.url()})`));
    await use(page);
    expect(noise.filter((line) => !expectedNoise?.test(line))).toEqual([]);
  },
});

/** Opens an address and waits until the page is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilHydrated(page);
}

export async function untilHydrated(page: Page): Promise<void> {
  await expect(page.locator("html[data-hydrated]")).toBeAttached();
}

/**
 * Checks a page with axe (WCAG 2.2 A and AA, best practices) on a light phone and a dark desktop, with `--all` at both
 * sizes in both themes. Fails too if it is wider than the screen.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  // A table whose rows are being fetched is dimmed.
  await expect(page.locator("table[aria-busy=true]")).toHaveCount(0);
  // AxeBuilder would send axe to the page for each check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const size = page.viewportSize()!;
  const theme = await page.evaluate(() => document.documentElement.dataset.mantineColorScheme!);
  // A colour that is changing has no contrast yet.
  await page.emulateMedia({ reducedMotion: "reduce" });
  const focused = await page.evaluateHandle(() => document.activeElement);
  const problems: string[] = [];
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: size.height });
    const schemes = ["light", "dark"].filter(
      (scheme) => playsAll() || (scheme === "light") === (width === 390),
    );
    for (const scheme of schemes)
      for (const problem of await problemsIn(page, scheme))
        problems.push(`${scheme}, ${width} px: ${problem}`);
  }
  await page.setViewportSize(size);
  await page.evaluate((value) => (document.documentElement.dataset.mantineColorScheme = value), theme);
  // An element that one of the sizes hides, such as a phone's drawer, has lost the focus.
  await focused.evaluate((element) => {
    if (element instanceof HTMLElement && element !== document.body) element.focus({ preventScroll: true });
  });
  await page.emulateMedia({ reducedMotion: null });
  expect(problems).toEqual([]);
}

function problemsIn(page: Page, theme: string): Promise<string[]> {
  return page.evaluate(async (scheme) => {
    document.documentElement.dataset.mantineColorScheme = scheme;
    // The page has taken its new size and colours in the frame after the next one.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const { violations } = await (window as unknown as AxeWindow).axe.run(
      // The progress bar comes and goes, and is outside of all landmarks.
      { exclude: [["[role=progressbar]"]] },
      {
        runOnly: {
          type: "tag",
          values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
        },
        resultTypes: ["violations"],
        // Our styles are in the page: nothing has to be fetched again.
        preload: false,
      },
    );
    const problems = violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join("; ")}`,
    );
    const over = document.documentElement.scrollWidth - innerWidth;
    return over > 0 ? [...problems, `the page is ${over} px wider than the screen`] : problems;
  }, theme);
}

export interface Credentials {
  email: string;
  password: string;
}

export async function signIn(page: Page, who: Credentials): Promise<void> {
  await open(page, "/auth/Signin");
  await page.getByLabel("E-mail").fill(who.email);
  await page.getByLabel("Password").fill(who.password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Signs out and waits for the end, because a page opened too early would still be signed in. */
export async function signOut(page: Page): Promise<void> {
  await open(page, "/auth/Signout");
  await expect(page).toHaveURL((url) => url.pathname === "/");
}

/** A session as the app stores it. */
export interface Session {
  token: string;
  currentUser: PayloadOf<"auth/signin">["currentUser"];
}

/** Signs in with the API. */
export async function sessionOf(request: APIRequestContext, who: Credentials, url = ""): Promise<Session> {
  const reply = await request.post(`${url}/api/auth/signin`, { data: who });
  expect(reply.status(), await reply.text()).toBe(200);
  const { payload } = (await reply.json()) as { payload: PayloadOf<"auth/signin"> };
  return { token: reply.headers().authorization ?? "", currentUser: payload.currentUser };
}

/** Signs in without the form; the next page has the session. */
export async function beSignedIn(page: Page, who: Credentials | Session, url = ""): Promise<void> {
  const session = "token" in who ? who : await sessionOf(page.request, who, url);
  await page.goto(`${url}/api/info`);
  await page.evaluate((stored) => localStorage.setItem("foyer.session", stored), JSON.stringify(session));
}
