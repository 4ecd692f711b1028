import { supportedBrowsersText } from "../../web/lib/browserFloor.ts";
import { beSignedIn, demo, expect, expectAccessible, open, test, untilHydrated } from "./journey.ts";
import { notStarted, skipMessageDelay } from "./notStarted.ts";
import { test as siteTest } from "./purchaseSite.ts";
import { renderedPages } from "./renderedPages.ts";

test("pages start in a browser that gives no animation frames", async ({ page }) => {
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
    // Before a page has a layout, Firefox returns its whole text, even that for browsers without scripts.
    Object.defineProperty(HTMLElement.prototype, "innerText", {
      get(this: HTMLElement) {
        return this.textContent;
      },
    });
  });
  for (const path of ["/auth/Signin", "/auth/Register", "/door/some-secret", `/${demo.onSale}`])
    await open(page, path);
});

test("a page that has not started after 8 seconds says so, and can be reloaded", async ({ page }) => {
  // While this is true, requests for the app's script are never answered.
  let isSilent = true;
  let unanswered = 0;
  await page.route("**/assets/main-*.js", (route) => {
    if (!isSilent) return route.continue();
    unanswered += 1;
    return undefined;
  });
  for (const path of ["/auth/Signin", "/door/some-secret", `/${demo.onSale}/tickets`]) {
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await skipMessageDelay(page);
    await expect(notStarted(page)).toBeVisible();
    await expect(notStarted(page)).toContainText(supportedBrowsersText);
  }
  await expectAccessible(page);
  const before = unanswered;
  await page.goto("/auth/Signin?from=mail", { waitUntil: "domcontentloaded" });
  await skipMessageDelay(page);
  // A request that is made after this line would be answered, and the page would start before the reload.
  await expect.poll(() => unanswered).toBeGreaterThan(before);
  isSilent = false;
  await page.getByRole("link", { name: "Reload" }).click();
  await expect(page.getByRole("button", { name: "Sign in" })).toBeVisible();
  await expect(page).toHaveURL(/\/auth\/Signin\?from=mail$/);
  await expect(notStarted(page)).toHaveCount(0);
});

test("presses of + before the page's script has arrived are counted when it arrives", async ({ page }) => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/main-*.js", async (route) => {
    await arrived;
    await route.continue();
  });
  const more = page.getByRole("button", { name: "One more Dinner and dance", exact: true });
  const count = page.getByRole("spinbutton", { name: "Number of Dinner and dance", exact: true });
  // When the app is requested, the starter, which keeps the presses, has run.
  const requested = page.waitForRequest("**/assets/main-*.js");
  await page.goto(`/${demo.onSale}/tickets`, { waitUntil: "domcontentloaded" });
  await requested;
  const before = Number(await count.inputValue());
  await more.click();
  await more.click();
  await expect(count).toHaveValue(String(before));
  arrive();
  await expect(count).toHaveValue(String(before + 2));
  // React now counts them itself.
  await untilHydrated(page);
  await more.click();
  await expect(count).toHaveValue(String(before + 3));
});

siteTest(
  "only the server-rendered pages that need a script say that they have not started",
  async ({ page, site }) => {
    const { needScript, complete } = await renderedPages(site, page.request);
    await page.route("**/assets/main-*.js", () => undefined);
    for (const { path, heading } of needScript)
      await siteTest.step(path, async () => {
        await page.goto(path, { waitUntil: "domcontentloaded" });
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await skipMessageDelay(page);
        await expect(notStarted(page)).toBeVisible();
        await expect(notStarted(page).getByRole("link", { name: "Reload" })).toBeVisible();
        await expectAccessible(page);
      });
    for (const { path, heading } of complete)
      await siteTest.step(path, async () => {
        await page.goto(path, { waitUntil: "domcontentloaded" });
        await expect(page.getByRole("heading", { name: heading })).toBeVisible();
        await expect(notStarted(page)).toHaveCount(0);
      });
  },
);

test("without JavaScript the page says that it needs it, and can be reloaded", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto("/auth/Signin");
  await expect(page.locator("noscript p")).toContainText("This page needs JavaScript.");
  await expect(page.getByRole("link", { name: "Reload" })).toBeVisible();
  await context.close();
});

test("a browser that is too old shows which browsers work, in a purchase and at the door", async ({
  page,
}) => {
  const words = page.getByRole("complementary", { name: "Your browser" });
  await beSignedIn(page, demo.admin);
  for (const path of [`/${demo.onSale}/tickets`, "/event/1/checkin/scan", "/door/some-secret"]) {
    await open(page, path);
    await expect(words).toBeHidden();
  }
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "CompressionStream");
  });
  for (const path of [
    `/${demo.onSale}/tickets`,
    `/${demo.onSale}/checkout`,
    "/event/1/checkin/scan",
    "/door/some-secret",
  ]) {
    await page.goto(path);
    await expect(words).toContainText(supportedBrowsersText);
  }
  await expectAccessible(page);
});

test.describe("browsers at the floor and just below it", () => {
  for (const { browser, makeOld, isTooOld } of [
    {
      browser: "Chrome 108",
      isTooOld: true,
      makeOld: () => void Reflect.deleteProperty(window, "MathMLElement"),
    },
    {
      browser: "Safari 16.3",
      isTooOld: true,
      makeOld: () => void Reflect.deleteProperty(window, "CompressionStream"),
    },
    {
      browser: "Firefox 114",
      isTooOld: true,
      makeOld: () => {
        Object.assign(window, { mozInnerScreenX: 0 });
        Reflect.deleteProperty(Array.prototype, "toSorted");
      },
    },
    {
      browser: "Firefox 115",
      isTooOld: false,
      makeOld: () => void Object.assign(window, { mozInnerScreenX: 0 }),
    },
    {
      browser: "Chrome 109",
      isTooOld: false,
      makeOld: () => void Reflect.deleteProperty(Array.prototype, "toSorted"),
    },
  ])
    test(`${browser} ${isTooOld ? "shows" : "does not show"} that it is too old`, async ({ page }) => {
      await page.addInitScript(makeOld);
      await page.goto("/auth/Signin");
      await expect(page.locator("html[data-hydrated]")).toBeAttached();
      await expect(page.getByRole("complementary", { name: "Your browser" })).toBeVisible({
        visible: isTooOld,
      });
    });
});
