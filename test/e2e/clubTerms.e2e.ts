import { readFile } from "node:fs/promises";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildUser, testPassword } from "../../server/testing/builders.ts";
import { pdfWords } from "../../server/testing/pdfWords.ts";
import { beSignedIn, expectAccessible, open } from "./journey.ts";
import { expect, refusals, test } from "./purchaseSite.ts";
import { fillCard, reachCheckout, simpleEvent } from "./purchaseSteps.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

test.use({ expectedNoise: refusals });

test("a club shows its mail address and phone on its event's page only after it has switched that on", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, "/club/edit");
  await page.getByLabel("Contact e-mail").fill("ahoi@rowers.example");
  await page.getByLabel("Phone", { exact: true }).fill("+49 (40) 123-456");
  await page.getByRole("button", { name: "Save club" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The club is saved." })).toBeVisible();
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("link", { name: "ahoi@rowers.example" })).toHaveCount(0);

  await open(page, "/club/edit");
  await page.getByRole("switch", { name: "Show e-mail and phone on event pages" }).focus();
  await page.keyboard.press("Space");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save club" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The club is saved." })).toBeVisible();
  await expect(async () => {
    await open(page, `/${event.slug}`);
    await expect(page.getByRole("link", { name: "ahoi@rowers.example" })).toHaveAttribute(
      "href",
      "mailto:ahoi@rowers.example",
      { timeout: 500 },
    );
  }).toPass();
  await expect(page.getByRole("link", { name: "+49 (40) 123-456" })).toHaveAttribute(
    "href",
    "tel:+4940123456",
  );
  await expectAccessible(page);
});

test("a buyer sees the receipt's number, and the receipt has the seller's data that the club has entered", {
  tag: "@main",
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const event = await simpleEvent(site);
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, "/club/edit");
  await page.getByLabel("Legal name").fill("Harbour Rowers e.V.");
  await page.getByLabel("Address").fill("Pier 7, Hamburg");
  await page.getByLabel("Country").selectOption("Germany");
  await page.getByLabel("Tax number").fill("DE123456789");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save club" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The club is saved." })).toBeVisible();
  await open(page, "/club/edit");
  await expect(page.getByLabel("Country")).toHaveValue("DE");

  await reachCheckout(page, event.slug);
  await fillCard(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText(/^Receipt number \d+$/)).toBeVisible();
  const { orderId } = await site.db
    .selectFrom("orders")
    .select("id as orderId")
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  await open(page, `/event/${event.id}/orders/${orderId}`);
  await expect(page.getByText("Receipt number")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Receipt", exact: true }).click();
  const words = pdfWords(await readFile(await (await download).path())).join("\n");
  expect(words).toContain("Harbour Rowers e.V.\nPier 7, Hamburg, Germany");
  expect(words).toMatch(/Tax number DE123456789[\s\S]*Receipt number\n\d+/);
});

test("a club's terms are linked in the footer and beside Pay, with its rule about cancelling", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const event = await simpleEvent(site, { config: { cancelUntilHours: 48, cancelFeePercent: 10 } });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, "/club/edit");
  const terms = page.getByLabel("Terms page");
  await terms.fill("rowers.example/terms");
  await page.getByRole("button", { name: "Save club" }).click();
  await expect(terms).toHaveAccessibleDescription(/like https:\/\/example\.org\/terms/);
  await terms.fill("https://rowers.example/terms");
  await page.getByLabel("Refund policy page").fill("https://rowers.example/refunds");
  await page.getByLabel("Imprint page").fill("https://rowers.example/imprint");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save club" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The club is saved." })).toBeVisible();

  await reachCheckout(page, event.slug);
  const form = page.locator("form").filter({ has: page.getByLabel("Card number") });
  await expect(form).toContainText(/You can cancel until .*\. The club keeps 10% of what you paid\./);
  await expect(form).toContainText(/By paying you accept the club’s terms.* and refund policy/);
  await expect(form.getByRole("link", { name: /^terms/ })).toHaveAttribute(
    "href",
    "https://rowers.example/terms",
  );
  const foot = page.getByRole("contentinfo").getByRole("navigation").last();
  await expect(foot.getByRole("link", { name: /^(Imprint|Terms|Refund policy)/ })).toHaveCount(3);
  await expectAccessible(page);
  await expectRoomForThumbs(page);
  await fillCard(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
});
