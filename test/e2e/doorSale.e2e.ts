import type { Page } from "@playwright/test";
import { buildTicket } from "../../server/testing/builders.ts";
import { testPin } from "../../server/testing/doors.ts";
import { openLine } from "./badLine.ts";
import { isPageSaved, openLink, phoneSize, status } from "./doorPhone.ts";
import { addLink, doorEvent, endLink } from "./doorSite.ts";
import { expectAccessible } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

test.use({
  viewport: phoneSize,
  expectedNoise: /net::ERR_|Failed to fetch|status of 4(09|40)/,
});

async function openTill(page: Page, site: PurchaseSite) {
  const event = await doorEvent(site);
  await buildTicket(site.db, event.id, { title: "Evening ticket", price: 1250, maxStock: 50 });
  const link = await addLink(site, event, { rights: ["scan", "search", "undo", "sell"] });
  const line = await openLine(site.url);
  await openLink(page, link.address.replace(site.url, line.url));
  const orders = async () => {
    const rows = await site.db
      .selectFrom("orders")
      .select("total_amount")
      .where("event_id", "=", event.id)
      .where("channel", "=", "door")
      .execute();
    return { count: rows.length, taken: rows.reduce((sum, { total_amount }) => sum + total_amount, 0) };
  };
  return { event, link, line, orders };
}

const sheet = (page: Page) => page.getByRole("dialog", { name: "Sell at the door" });
const notice = (page: Page) => page.getByRole("region", { name: "The last sale" });

async function sellOne(page: Page, beforePaid: () => void = () => {}): Promise<void> {
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "One Evening ticket more" }).click();
  beforePaid();
  await page.getByRole("button", { name: "Paid €12.50: let in 1 person" }).click();
}

test("a sale whose answer was lost is made once, even if the sheet is closed and the page reloaded", {
  tag: "@main",
}, async ({ page, site }) => {
  const { line, orders } = await openTill(page, site);
  try {
    await expect.poll(() => isPageSaved(page)).toBe(true);
    await sellOne(page, () => line.become("mute"));
    await expect.poll(orders).toEqual({ count: 1, taken: 1250 });
    await page.getByRole("button", { name: "Close" }).click();
    await expect(notice(page)).toContainText("Waiting for the server");
    await expect(notice(page)).toContainText("We do not know if the last sale was made");
    await expect(notice(page)).toContainText(/1\s×\sEvening ticket, €12\.50 in cash, at \d{1,2}:\d\d [AP]M/);
    await expectAccessible(page);

    // Nothing else can be sold until the outcome is known.
    await page.reload();
    await expect(notice(page)).toContainText("We do not know if the last sale was made");
    await page.getByRole("button", { name: "Sell", exact: true }).click();
    await expect(sheet(page)).toContainText("We do not know if the last sale was made");
    await expect(page.getByRole("button", { name: "One Evening ticket more" })).toHaveCount(0);
    await expectAccessible(page);

    line.become("open");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(notice(page)).toContainText("The sale was made");
    await expectAccessible(page);
    expect(await orders()).toEqual({ count: 1, taken: 1250 });
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByRole("region", { name: "Received on this device" })).toContainText("€12.50");

    await expect(status(page)).toContainText("Up to date");
    await page.getByRole("button", { name: "One Evening ticket more" }).click();
    await page.getByRole("button", { name: "Paid €12.50: let in 1 person" }).click();
    await expect(page.getByRole("dialog", { name: "Sold" })).toBeVisible();
    expect(await orders()).toEqual({ count: 2, taken: 2500 });
    await page.getByRole("button", { name: "Back to scanning" }).click();
    await expect(notice(page)).toHaveCount(0);

    await page.reload();
    await page.getByRole("button", { name: "Recent" }).click();
    await expect(page.getByRole("dialog", { name: "Recent" }).getByRole("listitem")).toHaveText([
      /1\s×\sEvening ticket.*sold/,
      /1\s×\sEvening ticket.*sold/,
    ]);
  } finally {
    await line.stop();
  }
});

test("a sale that never reached the server is cancelled, and not made", async ({ page, site }) => {
  const { line, orders } = await openTill(page, site);
  try {
    await sellOne(page, () => line.become("hole"));
    await expect(sheet(page)).toContainText("We do not know if the last sale was made");
    // Without a network, the sale cannot be cancelled either.
    await page.getByRole("button", { name: "Cancel the sale" }).click();
    await expect(notice(page)).toContainText("Waiting for the server");
    await expect(notice(page)).toContainText("We do not know if the last sale was made");
    line.become("open");
    await page.getByRole("button", { name: "Cancel the sale" }).click();
    await expect(notice(page)).toContainText("The sale was not made");
    await expect(notice(page)).toContainText("Give the €12.50 back.");
    await page.getByRole("button", { name: "OK" }).click();
    await expect(page.getByRole("button", { name: "One Evening ticket more" })).toBeVisible();
    expect(await orders()).toEqual({ count: 0, taken: 0 });
  } finally {
    await line.stop();
  }
});

test("a device that forgets the event keeps an unanswered sale, and shows its outcome later", async ({
  page,
  site,
}) => {
  const { line, orders } = await openTill(page, site);
  try {
    await sellOne(page, () => line.become("mute"));
    await expect.poll(orders).toEqual({ count: 1, taken: 1250 });
    await expect(sheet(page)).toContainText("We do not know if the last sale was made");
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Menu/ }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    const forget = menu.getByRole("button", { name: "Forget this event on this device" });
    await forget.click();
    await expect(menu.getByRole("alert")).toContainText(
      "We do not know yet whether the last sale was made: 1 × Evening ticket, €12.50 in cash. Check again first",
    );
    await forget.click();
    const pin = page.getByLabel("PIN");
    await expect(pin).toBeVisible();

    line.become("open");
    await pin.fill(testPin);
    await expect(status(page)).toContainText("Up to date · all sent");
    await expect(notice(page)).toContainText("We do not know if the last sale was made");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(notice(page)).toContainText("The sale was made");
    await page.getByRole("button", { name: "OK" }).click();
    await page.getByRole("button", { name: "Sell", exact: true }).click();
    await expect(page.getByRole("button", { name: "One Evening ticket more" })).toBeVisible();
    expect(await orders()).toEqual({ count: 1, taken: 1250 });

    // Nothing is pending, so the database is deleted with the names.
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: /^Menu/ }).click();
    await forget.click();
    await expect(menu.getByRole("alert")).not.toContainText("the last sale");
    await forget.click();
    await expect(pin).toBeVisible();
    await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBe(0);
  } finally {
    await line.stop();
  }
});

test("a login page of a hotel's network does not count as the answer to a sale", async ({ page, site }) => {
  const { line, orders } = await openTill(page, site);
  try {
    await page.route("**/api/door/sell", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Welcome to our hotel</title>" }),
    );
    await sellOne(page);
    await expect(sheet(page)).toContainText("We do not know if the last sale was made");
    await page.unroute("**/api/door/sell");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(notice(page)).toContainText("The sale was made");
    expect(await orders()).toEqual({ count: 1, taken: 1250 });
  } finally {
    await line.stop();
  }
});

test("a link that was ended meanwhile still shows the outcome of its last sale", async ({ page, site }) => {
  const { event, link, line, orders } = await openTill(page, site);
  try {
    await page.route("**/api/door/sell", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await sellOne(page);
    await expect(sheet(page)).toContainText("We do not know if the last sale was made");
    const token = await page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith("foyer.doorLink."));
      return (JSON.parse(localStorage.getItem(name ?? "") ?? "{}") as { token: string }).token;
    });
    await endLink(site, event, { linkId: link.linkId, token });
    await status(page).click();
    await expect(page.getByRole("heading", { name: "This link was ended" })).toBeVisible();
    await expect(notice(page)).toContainText("We do not know if the last sale was made");
    await expectAccessible(page);
    await page.unroute("**/api/door/sell");
    await page.getByRole("button", { name: "Check again" }).click();
    await expect(notice(page)).toContainText("The sale was made");
    expect(await orders()).toEqual({ count: 1, taken: 1250 });
  } finally {
    await line.stop();
  }
});
