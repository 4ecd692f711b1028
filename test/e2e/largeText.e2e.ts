import { chromium, type Page } from "@playwright/test";
import { beSignedIn, demo, expect, open, test } from "./journey.ts";
import { choose, fillCard, goOn, nameBuyer } from "./purchaseSteps.ts";

async function expectFits(page: Page, path: string): Promise<void> {
  const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  expect(size).toBe("32px");
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wider, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
  const themeSwitch = page.getByRole("button", { name: "Switch theme" });
  if ((await themeSwitch.count()) > 0) {
    const box = await themeSwitch.boundingBox();
    expect(box !== null && box.x >= 0 && box.x + box.width <= 390, `the theme switch of ${path}`).toBe(true);
  }
}

test("with text at twice its size, no page of a purchase scrolls sideways, and nothing covers an event's name", async () => {
  test.slow();
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const browser = await chromium.launch({
    executablePath,
    args: [...args, "--blink-settings=defaultFontSize=32"],
  });
  try {
    const context = await browser.newContext({
      baseURL: test.info().project.use.baseURL,
      viewport: { width: 390, height: 844 },
    });
    const page = await context.newPage();
    for (const path of ["/", `/${demo.onSale}`, `/${demo.soldOut}`, "/auth/Signin"]) {
      await open(page, path);
      await expectFits(page, path);
    }
    await open(page, `/${demo.onSale}`);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    const covered = await page.getByRole("heading", { level: 1 }).evaluate((name) => {
      const { left, top, width, bottom } = name.getBoundingClientRect();
      const inFront = new Set<Element | null>();
      for (let y = Math.max(top, 0) + 2; y < Math.min(bottom, innerHeight); y += 8)
        for (const across of [0.05, 0.3, 0.5, 0.7, 0.95])
          inFront.add(document.elementFromPoint(left + width * across, y));
      return [...inFront].flatMap((one) => (one && name.contains(one) ? [] : [one?.outerHTML.slice(0, 80)]));
    });
    expect(covered).toEqual([]);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await open(page, `/${demo.soldOut}`);
    const waiting = page.locator('a[href*="waiting-list"]').first();
    await open(page, (await waiting.getAttribute("href")) ?? "");
    await expectFits(page, "the waiting list");

    await open(page, `/${demo.free}/tickets`);
    await expectFits(page, "tickets");
    await open(page, `/${demo.onSale}/tickets`);
    await expectFits(page, "tickets");
    await choose(page, 1, "Dinner and dance");
    await goOn(page);
    await nameBuyer(page);
    await page.getByText("Plaice with brown butter").click();
    await expectFits(page, "people");
    await page.getByRole("button", { name: /^Continue/ }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await fillCard(page);
    await expectFits(page, "checkout");
    await page.getByRole("button", { name: /^Pay/ }).click();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    await expectFits(page, "success");
    await beSignedIn(page, demo.admin);
    await open(page, "/dashboard/admin");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectFits(page, "the dashboard");
  } finally {
    await browser.close();
  }
});
