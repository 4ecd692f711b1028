/** Staff make many codes at once, and let tickets share their places. */
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildEvent, buildTicket, buildUser, testPassword } from "../../server/testing/builders.ts";
import { beSignedIn, expectAccessible, open } from "./journey.ts";
import { expect, type PurchaseHouse, test } from "./purchaseHouse.ts";
import { pay, reachCheckout } from "./purchaseSteps.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

// Codes that are not known, ended or used up are refused on purpose.
test.use({ expectedNoise: /status of 4(04|09)/ });

const phone = { width: 390, height: 844 };

/** An event of "Standard" for €25, and a page of its staff. */
async function office(house: PurchaseHouse, page: Page) {
  const event = await buildEvent(house.db);
  const standard = await buildTicket(house.db, event.id, { title: "Standard", price: 2500, maxStock: 20 });
  const { email } = await buildUser(house.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, house.url);
  return { ...event, standardId: standard.id };
}

/** Somebody else, with a browser of their own. */
async function visitor(browser: Browser, house: PurchaseHouse): Promise<Page> {
  const context = await browser.newContext({ baseURL: house.url, viewport: { width: 1280, height: 860 } });
  return context.newPage();
}

/** As on a phone and on a desk, in both themes. */
async function expectShown(page: Page): Promise<void> {
  for (const theme of ["light", "dark"]) {
    await page.evaluate(
      (value) => document.documentElement.setAttribute("data-mantine-color-scheme", value),
      theme,
    );
    await expectAccessible(page);
  }
  // A message lies over the page for as long as it is read.
  await expect(page.locator("[data-color]")).toHaveCount(0);
  const wide = page.viewportSize();
  await page.setViewportSize(phone);
  await expectAccessible(page);
  await expectRoomForThumbs(page);
  if (wide !== null) await page.setViewportSize(wide);
}

test("many codes are made at once, and downloaded with their links", async ({ page, house }) => {
  const event = await office(house, page);
  await open(page, `/event/${event.id}/promo-codes`);
  await page.getByRole("button", { name: "Make many codes" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("How many codes").fill("25");
  await panel.getByLabel("They begin with").fill("CREW-");
  await panel.getByLabel("What it gives").selectOption("An amount off each ticket");
  await panel.getByLabel("Off each ticket").fill("5.50");
  await panel.getByRole("button", { name: "Make the codes" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("25 codes", { exact: true })).toBeVisible();
  const list = page.getByRole("list", { name: "Promo codes" });
  await expect(list.getByRole("heading")).toHaveCount(20);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(list.getByRole("heading")).toHaveCount(5);
  const [shown] = await list.getByRole("heading").allTextContents();
  await page.getByLabel("Search").fill(shown?.slice(-6).toLowerCase() ?? "");
  await expect(list.getByRole("heading")).toHaveText([shown ?? ""]);
  await expectShown(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all as .csv" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(26);
  expect(lines.find((line) => line.startsWith(`${shown},`))).toBe(
    `${shown},€5.50 off each ticket,For all tickets that are not hidden,0,0,1,,,Valid,${house.url}/${event.slug}?code=${shown}`,
  );

  await page.getByRole("button", { name: `Remove ${shown}` }).click();
  await page.getByRole("button", { name: "Remove the code" }).click();
  await expect(page.getByText(`${shown} is removed.`)).toBeVisible();
  await page.getByLabel("Search").fill("");
  await expect(page.getByText("24 codes", { exact: true })).toBeVisible();
});

test("two tickets share one place: who buys the one sells out the other", async ({
  page,
  browser,
  house,
}) => {
  const event = await office(house, page);
  await buildTicket(house.db, event.id, { title: "Student", price: 1000, maxStock: 20 });
  await open(page, `/event/${event.id}/tickets`);
  const panel = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit Standard" }).click();
  await panel
    .getByLabel("Shares its places with other tickets")
    .selectOption("Yes, a new number of places …");
  await panel.getByRole("button", { name: "Save the ticket" }).click();
  await expect(panel.getByLabel("What they share")).toBeFocused();
  await panel.getByLabel("What they share").fill("Main hall");
  await panel.getByLabel("How many places together").fill("1");
  await expectShown(page);
  await panel.getByRole("button", { name: "Save the ticket" }).click();
  await expect(panel).toHaveCount(0);
  await page.getByRole("button", { name: "Edit Student" }).click();
  await panel.getByLabel("Shares its places with other tickets").selectOption("Main hall (1 place)");
  await panel.getByRole("button", { name: "Save the ticket" }).click();
  await expect(panel).toHaveCount(0);
  const shared = page.getByRole("region", { name: "Shared places" });
  await expect(shared).toContainText("Shared by Standard, Student");
  await expect(shared).toContainText("0 sold · 1 left");
  await expectShown(page);

  const buyer = await visitor(browser, house);
  await reachCheckout(buyer, event.slug);
  await pay(buyer);
  await open(buyer, `/${event.slug}`);
  await expect(
    buyer.getByRole("banner").or(buyer.getByRole("article")).getByText("Sold out").first(),
  ).toBeVisible();
  await expect(buyer.getByRole("link", { name: "Get tickets" })).toHaveCount(0);

  await page.reload();
  await expect(shared).toContainText("1 sold · 0 left");
  await page.getByRole("button", { name: "Edit Main hall" }).click();
  await panel.getByLabel("How many places together").fill("0");
  await panel.getByRole("button", { name: "Save the shared number" }).click();
  await expect(panel.getByLabel("How many places together")).toHaveAccessibleDescription(
    /1 are sold or held, so there cannot be fewer/,
  );
  await panel.getByLabel("How many places together").fill("3");
  await panel.getByRole("button", { name: "Save the shared number" }).click();
  await expect(shared).toContainText("1 sold · 2 left");
  await page.getByRole("button", { name: "Remove Main hall" }).click();
  await page.getByRole("button", { name: "Remove the shared number" }).click();
  await expect(shared).toHaveCount(0);
  await expect(page.getByText("Shares its places")).toHaveCount(0);
});
