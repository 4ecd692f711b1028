import type { Page } from "@playwright/test";
import { SUDO } from "../../contract/rules/roles.ts";
import { buildEvent, buildUser, testPassword } from "../../server/testing/builders.ts";
import { beSignedIn, expect, expectAccessible, open, test } from "./journey.ts";
import { mailedTo } from "./outbox.ts";
import { test as siteTest } from "./purchaseSite.ts";

const notice = (page: Page) => page.getByRole("region", { name: "Not on the home page yet" });

test.describe("a club that registers", () => {
  test.use({ expectedNoise: /status of 404/ });

  test("a new club's event appears on the home page after the address is confirmed by the mailed link", {
    tag: "@main",
  }, async ({ page, browser, baseURL }) => {
    const club = `Divers ${Date.now()}`;
    const email = `mia-${Date.now()}@example.org`;
    await open(page, "/auth/Register");
    await page.getByLabel("Your name").fill("Mia Keller");
    await page.getByLabel(/^Club name/).fill(club);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("rowing-8-oars");
    await page.getByRole("button", { name: "Register" }).click();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);
    await expect(notice(page)).toContainText(`Open the link that we mailed to ${email}.`);
    await expectAccessible(page);
    await notice(page).getByRole("button", { name: "Mail the link again" }).dblclick();
    await expect(page.locator("[data-color]")).toContainText(`A link is mailed to ${email}.`);

    await page.getByRole("link", { name: "Add event" }).first().click();
    const form = page.getByRole("form", { name: "Event" });
    await form.getByRole("textbox", { name: "Name", exact: true }).fill(`${club} Supper`);
    await form.getByLabel("When").fill("2031-05-10T19:30");
    await form.getByLabel("Price").fill("25");
    await form.getByRole("textbox", { name: "Number of places", exact: true }).fill("100");
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Published", { exact: true })).toBeVisible();
    await expect(notice(page)).toContainText("Confirm your mail address");
    await expectAccessible(page);

    const slug = (await page.getByRole("link", { name: "View event page" }).getAttribute("href"))!;
    const visitor = await browser.newPage({
      ...(baseURL !== undefined && { baseURL }),
      viewport: { width: 390, height: 844 },
    });
    await open(visitor, slug);
    await expect(visitor.getByRole("heading", { level: 1 })).toContainText(`${club} Supper`);
    const isIndexed = async (path: string) =>
      !(await (await visitor.request.get(path)).text()).includes('<meta name="robots" content="noindex"');
    const pages = [slug, `${slug}/tickets`, `/Pricing?event=${slug.slice(1)}`];
    for (const path of pages) expect(await isIndexed(path), path).toBe(false);
    const home = `/?search=${encodeURIComponent(club)}`;
    const card = visitor.getByRole("link", { name: `${club} Supper` });
    await open(visitor, home);
    await expect(card).toHaveCount(0);

    const link = await mailedTo(email, /https?:\/\/\S*\/auth\/Confirm#[\w-]+/);
    const address = new URL(link).pathname + new URL(link).hash;
    await open(visitor, address);
    await expect(visitor).toHaveTitle("Confirm Your Address | Foyer");
    await expectAccessible(visitor);
    await visitor.getByRole("button", { name: "Confirm the address" }).dblclick();
    await expect(visitor.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
    await expectAccessible(visitor);
    // Stored pages are at most a second old.
    await expect(async () => {
      await open(visitor, home);
      await expect(card.first()).toBeVisible({ timeout: 500 });
    }).toPass();
    for (const path of pages) await expect.poll(() => isIndexed(path), path).toBe(true);
    // Another page between, because the browser does not load the same address again.
    await open(visitor, "/auth/Signin");
    await open(visitor, address);
    await visitor.getByRole("button", { name: "Confirm the address" }).click();
    await expect(visitor.getByRole("heading", { name: "This link no longer works" })).toBeVisible();
    await visitor.close();

    await page.reload();
    await expect(page.getByText("Published", { exact: true })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
  });
});

siteTest("sudo approves a new club's first event, and the home page shows it", async ({ page, site }) => {
  site.app.services.approvesFirstEvents = true;
  const email = "nora@example.org";
  const registered = await page.request.post(`${site.url}/api/auth/register`, {
    data: { fullName: "Nora Field", email, password: testPassword, clubName: "Field Hockey" },
  });
  // The setting is read when a club registers. The clubs of other journeys need no approval.
  site.app.services.approvesFirstEvents = false;
  const { clubId } = (await registered.json()).payload.currentUser;
  await site.db.updateTable("clubs").set({ is_confirmed: true }).where("id", "=", clubId).execute();
  const event = await buildEvent(site.db, { clubId, name: "Hockey Night" });
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `/event/${event.id}`);
  await expect(notice(page)).toContainText("Waiting for approval");
  await expectAccessible(page);
  await open(page, `/?clubId=${clubId}`);
  await expect(page.getByText("Hockey Night")).toHaveCount(0);

  const sudo = await buildUser(site.db, SUDO, null);
  await beSignedIn(page, { email: sudo.email, password: testPassword }, site.url);
  await open(page, "/dashboard/sudo");
  await page.getByRole("link", { name: "1 event waits for approval" }).click();
  await expect(page).toHaveTitle("All Events | Foyer");
  await expect(page.getByRole("row", { name: /Hockey Night/ })).toContainText("Field Hockey");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Approve Hockey Night" }).dblclick();
  await expect(page.getByText("Hockey Night is approved.")).toBeVisible();
  // The list has only the events that wait for approval.
  await expect(page.getByText("No event found")).toBeVisible();
  await expect(async () => {
    await open(page, `/?clubId=${clubId}`);
    await expect(page.getByText("Hockey Night").first()).toBeVisible({ timeout: 500 });
  }).toPass();
});
