import type { Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import {
  buildEvent,
  buildPackage,
  buildSponsorship,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { beSignedIn, expect, expectAccessible, open, test } from "./journey.ts";
import { expectCards } from "./listCards.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";

let site: PurchaseSite;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

type Status = "pending" | "paid" | "failed" | "refunded";

/** Opens the sponsorships of an event that has one for each given state. The first is a donation. */
async function openWith(page: Page, states: readonly Status[], isActive = true): Promise<void> {
  const { id: eventId, clubId } = await buildEvent(site.db, { isActive });
  const { id: packageId } = await buildPackage(site.db, eventId, { price: 50_000 });
  for (const [index, paymentStatus] of states.entries())
    await buildSponsorship(site.db, { eventId, paymentStatus, ...(index > 0 && { packageId }) });
  const { email } = await buildUser(site.db, ADMIN, clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `${site.url}/event/${eventId}/sponsorships`);
}

const sum = (page: Page, name: string) =>
  page.locator("dl > div").filter({ has: page.getByText(name, { exact: true }) });

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect(page.getByRole("table").first()).toBeVisible();
  const tooWide = await page
    .getByRole("table")
    .evaluateAll(
      (tables) => tables.filter((table) => table.scrollWidth > table.parentElement!.clientWidth).length,
    );
  expect(tooWide).toBe(0);
}

async function expectAccessibleOnPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
}

test("without sponsorships, the page says what will appear, and links to the packages", async ({ page }) => {
  await openWith(page, []);
  await expect(page.getByText("No sponsors yet")).toBeVisible();
  await expect(page.locator("dl")).toHaveCount(0);
  await expectAccessibleOnPhone(page);
  await page.getByRole("main").getByRole("link", { name: "Sponsor packages" }).click();
  await expect(page).toHaveURL(/\/sponsorship-packages$/);
});

test("the page without sponsorships links the page for sponsors only if the event is published", async ({
  page,
}) => {
  const toSponsors = page.getByRole("link", { name: "the page for sponsors" });
  await openWith(page, [], false);
  await expect(page.getByText("donates on the page for sponsors is listed here")).toBeVisible();
  await expect(toSponsors).toHaveCount(0);
  await openWith(page, []);
  await toSponsors.click();
  await expect(page).toHaveURL(/\/Pricing\?event=/);
});

test("sponsorships are listed with their totals, and only paid ones are in the sum Paid", {
  tag: "@main",
}, async ({ page }) => {
  await openWith(page, ["paid", "paid", "pending", "failed", "refunded"]);
  await expectNoSidewaysScroll(page);
  await expect(sum(page, "Paid")).toContainText("€1,000");
  await expect(sum(page, "Paid")).toContainText("2 sponsorships");
  await expect(sum(page, "Waiting for payment")).toContainText("€500");
  await expect(sum(page, "Waiting for payment")).toContainText("1 sponsorship");
  await expect(sum(page, "Refunded")).toContainText("€500");
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(6);
  for (const [words, count] of [
    ["Donation", 1],
    ["Gold", 4],
    ["Waiting", 1],
    ["Not paid", 1],
    ["Refunded", 1],
  ] as const)
    await expect(rows.filter({ hasText: words })).toHaveCount(count);
  await expect(rows.nth(1)).toContainText("ada@example.org");
  await expectAccessible(page);
  await expectAccessibleOnPhone(page);
  await expect(sum(page, "Paid")).toBeInViewport();
});

test("staff filter by payment, and switch a sponsor's name off and on", async ({ page }) => {
  await openWith(page, ["paid", "pending"]);
  const rows = page.getByRole("table").getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByLabel("Payment").selectOption("Paid");
  await expect(rows).toHaveCount(2);
  await expect(page).toHaveURL(/\?status=paid$/);
  const nameSwitch = page.getByRole("switch");
  await expect(nameSwitch).toHaveAccessibleName("Shown: Ada");
  await nameSwitch.click();
  await expect(nameSwitch).toHaveAccessibleName("Hidden: Ada");
  await page.reload();
  await expect(nameSwitch).not.toBeChecked();
  await nameSwitch.focus();
  await page.keyboard.press("Space");
  await expect(nameSwitch).toBeChecked();
  await page.getByLabel("Payment").selectOption("Refunded");
  await expect(page.getByText("No sponsors found")).toBeVisible();
  await expectAccessible(page);
});

test("150 sponsorships are all listed, and fit a phone", async ({ page }) => {
  await openWith(
    page,
    Array.from({ length: 150 }, (_, index) => (index % 3 === 0 ? "pending" : "paid")),
  );
  await expect(sum(page, "Paid")).toContainText("€50,000");
  await expect(sum(page, "Paid")).toContainText("100 sponsorships");
  await expect(sum(page, "Waiting for payment")).toContainText("€25,000");
  await expect(page.getByRole("table").getByRole("row")).toHaveCount(151);
  await expectAccessibleOnPhone(page);
  await expectCards(page, "Sponsors", 150);
});
