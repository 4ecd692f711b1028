import { demo, expect, expectAccessible, open, test } from "./journey.ts";

test("a visitor finds an event by search and opens it", { tag: "@main" }, async ({ page }) => {
  await open(page, "/");
  await expect(page).toHaveTitle("Home | Foyer");
  await page.getByRole("searchbox", { name: "Search events" }).fill("quay");
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/\?search=quay/);
  await expect(page.getByText("1 event found")).toBeVisible();
  await page.getByRole("link", { name: /Gala Night/ }).click();
  await expect(page).toHaveURL(new RegExp(`/${demo.onSale}$`));
  await expect(page).toHaveTitle("Gala Night on the Quay: Event Registration | Foyer");
});

test("a visitor sees only one club's events, and then all again", { tag: "@main" }, async ({ page }) => {
  await open(page, "/");
  const cards = page.getByRole("article");
  const all = await cards.count();
  // A browser's default list would be grey beside the search field (WebKit).
  await expect(page.getByLabel("Club", { exact: true })).toHaveCSS("appearance", "none");
  await page.getByLabel("Club", { exact: true }).selectOption({ label: "Siam Evening Society" });
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/clubId=/);
  await expect(cards.first()).toContainText("Siam Evening Society");
  await expect(cards.filter({ hasNotText: "Siam Evening Society" })).toHaveCount(0);
  await expect.poll(() => cards.count()).toBeLessThan(all);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(cards).toHaveCount(all);
  await expect(page.getByLabel("Club", { exact: true })).toHaveValue("");
});

test("a visitor finds events by place", async ({ page }) => {
  await open(page, "/");
  const search = page.getByRole("searchbox", { name: "Search events by name, place or club" });
  await search.fill("lumphini");
  await search.press("Enter");
  await expect(page.getByRole("article")).toHaveCount(1);
  await expect(page.getByRole("article")).toContainText("Lumphini Park");
});

test("a visitor sees only the events of the next 30 days, and then all events again", async ({ page }) => {
  await open(page, "/");
  const cards = page.getByRole("article");
  const all = await cards.count();
  await page.getByLabel("Date").selectOption({ label: "Next 30 days" });
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]when=30days/);
  // Gala Night is more than 30 days away.
  await expect(page.getByRole("link", { name: /Gala Night/ })).toHaveCount(0);
  await expect(page.getByRole("link", { name: /Harbour Regatta/ })).toBeVisible();
  await expect(page.getByText(/^\d+ events found$/)).toBeVisible();
  await expect(page.getByLabel("Date")).toHaveValue("30days");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Clear" }).click();
  await expect(cards).toHaveCount(all);
});

test("a search that finds nothing says so and leads back to all events", async ({ page }) => {
  await open(page, "/?search=nothing-like-this");
  await expect(page.getByText("Nothing matches your search.")).toBeVisible();
  await page.getByRole("link", { name: "Show all upcoming events" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("a past event is not listed, and a sold-out event says so", async ({ page }) => {
  await open(page, "/");
  await expect(page.getByRole("link", { name: "Concert by Candlelight" })).toHaveCount(0);
  const soldOut = page.getByRole("article").filter({ hasText: "Sold out" });
  await expect(soldOut).toHaveCount(1);
  // A screen reader reads the name before the rest, though the picture is shown on top.
  expect(await soldOut.evaluate((card) => card.querySelector("h2, time, span")?.localName)).toBe("h2");
  const top = async (selector: string) => (await soldOut.locator(selector).boundingBox())!.y;
  expect(await top("img")).toBeLessThan(await top("time"));
  expect(await top("time")).toBeLessThan(await top("h2"));
});

test.describe("without any script", () => {
  test.use({ javaScriptEnabled: false });

  test("the home page's search and links work without scripts", { tag: "@main" }, async ({ page }) => {
    await page.goto("/");
    await page.getByRole("searchbox", { name: "Search events" }).fill("quay");
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page.getByText("1 event found")).toBeVisible();
    await page.getByRole("link", { name: /Gala Night/ }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/Gala Night/);
    await page.goto("/");
    await page.getByLabel("Date").selectOption({ label: "Next 7 days" });
    await page.getByRole("button", { name: "Search" }).click();
    await expect(page).toHaveURL(/[?&]when=7days/);
    await expect(page.getByLabel("Date")).toHaveValue("7days");
    await expect(page.getByRole("link", { name: /Gala Night/ })).toHaveCount(0);
  });
});

test("the home page is accessible", async ({ page }) => {
  await open(page, "/");
  await expectAccessible(page);
});
