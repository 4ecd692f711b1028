import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import { eventGroups, eventPageAddress } from "../../web/eventFrame/eventPages.ts";
import { assetsOf, type Manifest } from "../../web/shell/assets.ts";
import { beSignedIn, demo, expect, expectAccessible, open, signIn, test, untilHydrated } from "./journey.ts";
import { partsSite } from "./partsSite.ts";
import { recordTexts } from "./remembering.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

/** The home page with a search, because other journeys add events that come before the gala. */
const galaOnHome = "/?search=Gala";
const messages = "[data-color]";
const snackbar = (page: Page) => page.locator(messages);

/** Opens a page that shows a message. The message closes by itself, so time passes only until it is shown. */
async function openWithMessage(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.goto(path);
  await expect
    .poll(
      async () => {
        await page.clock.runFor(50);
        return await snackbar(page).count();
      },
      { intervals: [50] },
    )
    .toBe(1);
}

test.describe("the guard", () => {
  test.use({ expectedNoise: /status of 404/ });

  test("the guard sends visitors to sign-in, and admins from sign-in to their dashboard", {
    tag: "@main",
  }, async ({ page }) => {
    const shownMessages = await recordTexts(page, messages);
    await open(page, "/dashboard");
    await expect(page).toHaveURL(/\/auth\/Signin$/);
    await expect(page).toHaveTitle("Sign in | Foyer");
    await expectAccessible(page);

    await signIn(page, demo.admin);
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await expect(page.getByRole("article").filter({ hasText: "Gala Night" })).toContainText(/\d/);
    await expectAccessible(page);

    await open(page, "/auth/Signin");
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    // An unknown address redirects to the dashboard once the browser has checked the session.
    await page.goto("/no/such/page");
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await untilHydrated(page);
    await page.getByRole("link", { name: "Sign out" }).click();
    await expect(page).toHaveTitle("Home | Foyer");
    await expect.poll(() => shownMessages.join()).toContain("You are signed out.");
    await open(page, "/dashboard/admin");
    await expect(page).toHaveURL(/\/auth\/Signin$/);
  });

  test("the guard sends sudo to the list of all clubs", async ({ page }) => {
    await signIn(page, demo.sudo);
    await expect(page).toHaveURL(/\/dashboard\/sudo$/);
    await expect(page.getByRole("row").filter({ hasText: "Siam Evening Society" }).first()).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "Harbour Club" }).first()).toBeVisible();
    await page.getByRole("button", { name: "Actions for Harbour Club Hamburg" }).click();
    await expect(page.getByRole("menuitem", { name: "Delete…" })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await open(page, "/dashboard/admin");
    await expect(page).toHaveURL(/\/dashboard\/sudo$/);
  });

  test.describe("a refused signing in", () => {
    test.use({ expectedNoise: /status of 401/ });

    test("a refused sign-in says why, and keeps the e-mail address", async ({ page }) => {
      await signIn(page, { email: demo.admin.email, password: "wrong-password-1" });
      await expect(page.getByRole("main").getByRole("alert")).toContainText(/password/i);
      await expect(page.getByLabel("E-mail")).toHaveValue(demo.admin.email);
      await expect(page).toHaveURL(/\/auth\/Signin$/);
    });
  });
});

test("apiQueryMsg is removed from the address and shown once, as plain text with Close", async ({ page }) => {
  await openWithMessage(page, `/${demo.onSale}?apiQueryMsg=${encodeURIComponent("<b>Welcome</b> back")}&a=1`);
  await expect(page).toHaveURL(new RegExp(`/${demo.onSale}\\?a=1$`));
  await expect(snackbar(page)).toContainText("<b>Welcome</b> back");
  // A screen reader hears the message, without the button's name.
  await expect(snackbar(page).getByRole("status")).toHaveText(/^<b>Welcome<\/b> back$/);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(snackbar(page)).toHaveCount(0);
  await page.clock.resume();
  await page.reload();
  await untilHydrated(page);
  await expect(snackbar(page)).toHaveCount(0);
});

test("backendRedirectUrl leads within our own origin, and nowhere else", async ({ page }) => {
  await open(page, `/?backendRedirectUrl=${encodeURIComponent(`/${demo.onSale}`)}`);
  await expect(page).toHaveURL(new RegExp(`/${demo.onSale}$`));
  await open(page, `/${demo.onSale}?a=1&backendRedirectUrl=${encodeURIComponent("https://evil.example/")}`);
  await expect(page).toHaveURL(new RegExp(`/${demo.onSale}\\?a=1$`));
});

test.describe("an expired token (440)", () => {
  test.use({ expectedNoise: /status of 440/ });

  test("an expired token shows its message, signs out and opens sign-in", async ({ page }) => {
    const shownMessages = await recordTexts(page, messages);
    await signIn(page, demo.admin);
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await page.route("**/api/event/getEventCards*", (route) =>
      route.fulfill({ status: 440, json: { msg: "Please sign in again.", code: "tokenExpired" } }),
    );
    await page.goto("/dashboard/admin");
    await expect(page).toHaveURL(/\/auth\/Signin$/);
    await expect.poll(() => shownMessages.join()).toContain("Please sign in again.");
    expect(await page.evaluate(() => localStorage.getItem("foyer.session"))).toBeNull();
  });
});

test.describe("a page that cannot be loaded", () => {
  test.use({ expectedNoise: /status of 503|ERR_FAILED/ });

  test("a page that cannot be loaded says why, and not a second time in a snackbar", async ({ page }) => {
    await beSignedIn(page, demo.admin);
    const main = page.getByRole("navigation", { name: "Main" });
    const why = "We are taking a breath.";
    await page.route("**/api/event/getEventCards*", (route) =>
      route.fulfill({ status: 503, json: { msg: why, code: "busy" } }),
    );
    await open(page, "/profile");
    await main.getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("We are very busy right now");
    await expect(page.getByText(why)).toHaveCount(1);
    await expect(snackbar(page)).toHaveCount(0);

    await page.unroute("**/api/event/getEventCards*");
    await page.route("**/api/event/getEventCards*", (route) => route.abort());
    await main.getByRole("link", { name: "Profile" }).click();
    await expect(page).toHaveTitle("Your Profile | Foyer");
    await main.getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This page needs the internet");
    await expect(snackbar(page)).toHaveCount(0);
  });
});

test.describe("a page whose code cannot be loaded", () => {
  test.use({ expectedNoise: /ERR_FAILED|could not be loaded/ });

  test("a page whose code is missing is reloaded once before the failure is logged, and once more after another page has loaded", async ({
    page,
  }) => {
    const documents: string[] = [];
    const logged: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    page.on("console", (message) => {
      if (message.type() === "error" && /could not be loaded/.test(message.text()))
        logged.push(message.text());
    });
    await open(page, galaOnHome);
    documents.length = 0;

    await page.route("**/assets/Event-*.js", (route) => route.abort());
    await page.getByRole("link", { name: /Gala Night/ }).click();
    await expect.poll(() => logged.length).toBe(1);
    expect(documents).toEqual([`/${demo.onSale}`]);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gala Night on the Quay");

    await page.getByRole("link", { name: "Foyer" }).first().click();
    await expect(page).toHaveTitle("Home | Foyer");
    await untilHydrated(page);
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem("foyer.pageLoadFailed"))).toBeNull();
    await open(page, galaOnHome);
    documents.length = 0;
    await page.getByRole("link", { name: /Gala Night/ }).click();
    await expect.poll(() => logged.length).toBe(2);
    expect(documents).toEqual([`/${demo.onSale}`]);
  });
});

test("the theme is dark and can be switched, and then the server sends pages in the new theme", {
  tag: "@main",
}, async ({ page }) => {
  await open(page, "/");
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(await ground()).toBe("rgb(14, 14, 16)");
  const scrollbar = () => page.evaluate(() => getComputedStyle(document.body).scrollbarColor);
  expect(await scrollbar()).toBe("rgb(173, 172, 180) rgba(0, 0, 0, 0)");
  await page.getByRole("button", { name: "Switch theme" }).click();
  await expect(page.getByText("Light theme", { exact: true })).toBeAttached();
  await expect.poll(ground).toBe("rgb(250, 248, 244)");
  expect(await scrollbar()).toBe("rgb(93, 90, 85) rgba(0, 0, 0, 0)");
  const html = await (await page.request.get("/")).text();
  expect(html).toContain('data-mantine-color-scheme="light"');
  await page.reload();
  await untilHydrated(page);
  expect(await ground()).toBe("rgb(250, 248, 244)");
});

test("a bar of 5 px shows while a request is in progress", async ({ page }) => {
  await open(page, galaOnHome);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/event/getEventBySlug*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("link", { name: /Gala Night/ }).click();
  const bar = page.getByRole("progressbar", { name: "Loading" });
  await expect(bar).toBeVisible();
  await expect.poll(() => bar.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1280, height: 5 });
  answer();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Gala Night on the Quay");
  await expect(bar).toHaveCount(0);
});

test("after a navigation the keyboard starts at the new heading, and its title is announced", {
  tag: "@main",
}, async ({ page }) => {
  await open(page, galaOnHome);
  await page.getByRole("link", { name: /Gala Night/ }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(
    page
      .locator("[aria-live=polite]")
      .filter({ hasText: "Gala Night on the Quay: Event Registration | Foyer" }),
  ).toBeAttached();
});

test("the keyboard can skip to the content", async ({ page }) => {
  await open(page, `/${demo.onSale}`);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
});

test("a snackbar pauses under the pointer, and closes with a swipe of more than 50 px", async ({ page }) => {
  await openWithMessage(page, "/?apiQueryMsg=A message that is wide enough to be swiped");
  const shown = snackbar(page);
  await expect(shown).toHaveAttribute("data-color", "info");
  const box = await shown.boundingBox();
  expect(box?.x).toBe(16);
  const y = (box?.y ?? 0) + 10;
  await page.mouse.move(100, y);
  await expect(shown).toHaveAttribute("data-paused", "true");
  await page.mouse.down();
  await page.mouse.move(150, y);
  await page.mouse.up();
  await expect(shown).toBeVisible();
  await page.mouse.down();
  await page.mouse.move(201.5, y, { steps: 4 });
  await page.mouse.up();
  await expect(shown).toHaveCount(0);
});

test("the time of a snackbar stays stopped until both the pointer and the focus have left it", async ({
  page,
}) => {
  await openWithMessage(page, "/?apiQueryMsg=Saved");
  const shown = snackbar(page);
  const button = shown.getByRole("button");
  await button.focus();
  await shown.hover();
  await page.mouse.move(600, 5);
  await expect(shown).toHaveAttribute("data-paused", "true");
  await shown.hover();
  await button.blur();
  await expect(shown).toHaveAttribute("data-paused", "true");
  await page.mouse.move(600, 5);
  await expect(shown).not.toHaveAttribute("data-paused");
});

async function oneTicketPath(request: APIRequestContext): Promise<string> {
  const { eventId, slug, post } = await partsSite(request);
  await post("ticket/save", { eventId, title: "Entry", price: 2500, maxStock: 9 });
  return `/${slug}`;
}

for (const [what, mostRequests, mostKb, pathOf] of [
  ["an event page", 12, 115, async () => `/${demo.onSale}`],
  ["the page of an event with one ticket type", 14, 120, oneTicketPath],
] as const)
  test(`${what} needs at most ${mostRequests} requests without its picture, and ${mostKb} KB of script`, {
    tag: "@main",
  }, async ({ page, request }) => {
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("Network.enable");
    const requests: { path: string; isScript: boolean; bytes: number }[] = [];
    const paths = new Map<string, { path: string; isScript: boolean }>();
    cdp.on("Network.responseReceived", ({ requestId, response, type }) => {
      paths.set(requestId, { path: new URL(response.url).pathname, isScript: type === "Script" });
    });
    cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const known = paths.get(requestId);
      if (known) requests.push({ ...known, bytes: encodedDataLength });
    });
    await open(page, await pathOf(request));
    await page.waitForLoadState("networkidle");

    const withoutPicture = requests.filter(({ path }) => !path.startsWith("/api/event-banner/"));
    expect(withoutPicture.length).toBeLessThanOrEqual(mostRequests);
    const scriptBytes = requests
      .filter(({ isScript }) => isScript)
      .reduce((sum, { bytes }) => sum + bytes, 0);
    expect(scriptBytes).toBeLessThanOrEqual(mostKb * 1024);
    expect(scriptBytes).toBeGreaterThan(50 * 1024);
  });

test("no page of visitors loads the code of staff pages", async () => {
  const manifest = JSON.parse(await readFile("dist/client/manifest.json", "utf8")) as Manifest;
  const staffCode = (key: string) =>
    assetsOf(manifest, [key]).modules.filter((path) => /^\/assets\/staff(Pages)?-/.test(path));
  const visitorPages = Object.keys(manifest).filter((key) => /^web\/pages\/public\/[A-Z]\w*\.tsx$/.test(key));
  expect(visitorPages.length).toBeGreaterThan(10);
  expect(visitorPages.flatMap(staffCode)).toEqual([]);
  // Control: a staff page does.
  expect(staffCode("web/pages/dashboard/AdminDashboard.tsx")).toHaveLength(1);
});

test.describe("the typeface", () => {
  // The event's time zone, so that no line with the visitor's time is added.
  test.use({ timezoneId: "Europe/Berlin" });

  test("an event page loads its typeface in 60 KB at most, and nothing on the page moves", {
    tag: "@main",
  }, async ({ page }) => {
    await page.addInitScript(() => {
      const moved: number[] = [];
      Object.assign(window, { moved });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if ("value" in entry) moved.push(Number(entry.value));
      }).observe({ type: "layout-shift", buffered: true });
    });
    const fonts: Promise<number>[] = [];
    page.on("requestfinished", (request) => {
      if (request.resourceType() !== "font") return;
      fonts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    });
    await open(page, `/${demo.onSale}`);
    await page.waitForLoadState("networkidle");

    const sizes = await Promise.all(fonts);
    expect(sizes).toHaveLength(2);
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(60 * 1024);
    expect(await page.evaluate(() => document.fonts.check('1rem "Foyer Sans"', "Gala"))).toBe(true);
    expect(await page.evaluate(() => "moved" in window && window.moved)).toEqual([]);
  });
});

test("the typeface has files for Thai, Greek, Cyrillic, Vietnamese and Polish letters", async ({ page }) => {
  await open(page, `/${demo.onSale}`);
  const filesFor = (text: string) =>
    page.evaluate(async (letters) => (await document.fonts.load('1rem "Foyer Sans"', letters)).length, text);
  for (const text of ["สวัสดี", "Καλημέρα", "Привет", "Ữ", "Ł"]) expect(await filesFor(text), text).toBe(1);
});

test("an event can be read before any script except the starter is requested", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const name = /([^/]+)-[\w-]{8}\.js$/.exec(new URL(request.url()).pathname)?.[1];
    if (name !== undefined) scripts.push(name);
  });
  // Time advances only as the test allows, so the machine's speed does not matter.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.goto(`/${demo.onSale}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual(["start"]);

  await page.clock.runFor(1_000);
  await expect.poll(() => scripts).toContain("main");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, expectedNoise: /status of 404/ });

  test("on visitors' main pages, all controls are large enough for a thumb", async ({ page }) => {
    const event = `/${demo.onSale}`;
    for (const path of [
      "/",
      event,
      `${event}/tickets`,
      "/find-tickets",
      `/${demo.soldOut}`,
      `/${demo.over}`,
      "/club",
      await clubPath(page),
      "/auth",
    ])
      await expectRoomAt(page, path);
    for (const path of ["/auth/Signin", "/auth/Register", "/auth/Forgot", "/auth/Reset", "/NotFound"])
      await expectRoomAt(page, path);
  });

  test("on the main pages of staff and sudo, all controls are large enough for a thumb", async ({ page }) => {
    await beSignedIn(page, demo.admin);
    for (const path of [
      "/dashboard/admin",
      "/profile",
      "/club/edit",
      "/club/team",
      "/club/taxes",
      "/event/add",
    ])
      await expectRoomAt(page, path);
    await open(page, "/dashboard/admin");
    await page.getByRole("link", { name: "Gala Night on the Quay", exact: true }).click();
    await page.getByRole("button", { name: "Event pages: Overview" }).click();
    await expect(page.getByRole("dialog", { name: "Event pages" })).toBeVisible();
    await expectRoomForThumbs(page);
    const overview = new URL(page.url()).pathname;
    const eventId = Number(overview.split("/")[2]);
    for (const entry of eventGroups.flatMap(({ entries }) => entries))
      await expectRoomAt(page, eventPageAddress(entry, eventId));
    await expectRoomAt(page, `${overview}/qr`);
    await open(page, `${overview}/orders`);
    await page.locator('main a[href*="/orders/"]').first().click();
    await expect(page.getByRole("heading", { name: /^Order / })).toBeVisible();
    await expectRoomForThumbs(page);

    await open(page, `${overview}/page-texts`);
    // The editor loads later and moves the content below it; a picker whose field is out of sight is hidden.
    await expect(page.locator("[contenteditable=true]").first()).toBeVisible();
    await page.getByLabel("Colour", { exact: true }).click();
    await expect(page.getByRole("button", { name: "#8e5bb5" })).toBeVisible();
    await expectRoomForThumbs(page);

    await beSignedIn(page, demo.sudo);
    for (const path of ["/dashboard/sudo", "/club/add", "/club"]) await expectRoomAt(page, path);
  });
});

async function clubPath(page: Page): Promise<string> {
  const { payload } = await (await page.request.get("/api/club/getAllClubs")).json();
  return `/club/${payload[0].id}`;
}

/** Opens a page. Checks the room for thumbs, and that the page does not scroll sideways at 320 px (WCAG 1.4.10). */
async function expectRoomAt(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.getByRole("heading", { level: 1 }).first()).toBeVisible();
  await expectRoomForThumbs(page);
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: size.height });
  const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(wider, `${path} at 320 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize(size);
}

test("a page has no inline scripts but data, and its content policy allows our scripts and forbids framing", {
  tag: "@main",
}, async ({ page }) => {
  const reply = await page.goto("/");
  const policy = reply?.headers()["content-security-policy"] ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/script-src 'self'(;| https:\/\/js\.stripe\.com)/);
  expect(policy).toContain("frame-ancestors 'none'");
  const inline = await page
    .locator("script:not([src])")
    .evaluateAll((scripts) => scripts.map((script) => script.getAttribute("type")));
  expect(inline.every((type) => type === "application/json" || type === "application/ld+json")).toBe(true);
});
