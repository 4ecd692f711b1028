import { createServer } from "node:net";
import type { BrowserContext, Page } from "@playwright/test";
import { expectAccessible } from "./journey.ts";
import { expect, startSite, test } from "./purchaseSite.ts";
import { pay, reachCheckout, simpleEvent } from "./purchaseSteps.ts";

test.use({ expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)|Failed to fetch/ });

async function savedAddresses(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(origin.length));
  });
}

async function buyAndOpenTickets(page: Page, slug: string, quantity = 1): Promise<string> {
  await reachCheckout(page, slug, quantity);
  await pay(page);
  await page.getByRole("link", { name: "Open your ticket page" }).click();
  await expect(page.getByRole("heading", { name: /^Your tickets?$/ })).toBeVisible();
  await waitUntilSaved(page);
  return page.url();
}

async function waitUntilSaved(page: Page): Promise<void> {
  await expect
    .poll(
      async () =>
        (await savedAddresses(page)).filter((path) => /\/tickets\?|getRegistration\?/.test(path)).length,
    )
    .toBe(2);
  await expect
    .poll(async () => (await savedAddresses(page)).some((path) => path.startsWith("/assets/Tickets-")))
    .toBe(true);
}

async function whileOffline(context: BrowserContext, then: () => Promise<void>): Promise<void> {
  await context.setOffline(true);
  await then();
  await context.setOffline(false);
}

test("a ticket page that was opened once works offline, and says that it is a copy", async ({
  page,
  context,
  site,
}) => {
  const event = await simpleEvent(site);
  const address = await buyAndOpenTickets(page, event.slug, 2);
  await whileOffline(context, async () => {
    await page.close();
    const atTheDoor = await context.newPage();
    await atTheDoor.goto(address);
    await expect(atTheDoor.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
    await expect(atTheDoor.getByText("Saved copy")).toBeVisible();
    await expectAccessible(atTheDoor);
    await atTheDoor.getByRole("button", { name: /QR code of Guest 1/ }).click();
    await expect(atTheDoor.getByRole("dialog", { name: "Ticket" })).toContainText("2 of 2");
    await atTheDoor.keyboard.press("Escape");

    // Later changes show as soon as there is a network again.
    await site.db
      .updateTable("attendees")
      .set({ first_name: "Augusta" })
      .where("event_id", "=", event.id)
      .where("first_name", "=", "Ada")
      .execute();
    await context.setOffline(false);
    await expect(atTheDoor.getByRole("img", { name: "QR code of Augusta Lovelace" })).toBeVisible();
    await expect(atTheDoor.getByText("Saved copy")).toHaveCount(0);
  });
});

test("without a service worker a ticket page shows no copy any more once the server answers again", async ({
  page,
  context,
  site,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, "serviceWorker"));
  const event = await simpleEvent(site);
  await reachCheckout(page, event.slug);
  await pay(page);
  await page.getByRole("link", { name: "Open your ticket page" }).click();
  await expect(page.getByRole("heading", { name: "Your ticket" })).toBeVisible();
  await whileOffline(context, async () => {
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(page.getByText("Saved copy")).toBeVisible();
  });
  await expect(page.getByText("Saved copy")).toHaveCount(0);
});

test("the last page of a purchase saves the tickets too", async ({ page, context, site }) => {
  const event = await simpleEvent(site);
  await reachCheckout(page, event.slug);
  await pay(page);
  await waitUntilSaved(page);
  await whileOffline(context, async () => {
    await page.getByRole("link", { name: "Open your ticket page" }).click();
    await expect(page.getByRole("heading", { name: "Your ticket" })).toBeVisible();
    await expect(page.getByText("Saved copy")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
  });
});

test("a saved ticket opens without waiting for a server that hangs", async ({ browser }) => {
  const site = await startSite();
  const port = Number(new URL(site.url).port);
  // Accepts connections and never answers, like a bad signal.
  const silence = createServer();
  const context = await browser.newContext({ baseURL: site.url });
  const page = await context.newPage();
  try {
    const event = await simpleEvent(site);
    const address = await buyAndOpenTickets(page, event.slug);
    await site.stop();
    await new Promise<void>((resolve) => silence.listen(port, "localhost", resolve));
    await page.goto(address);
    await expect(page.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
    await expect(page.getByText("Saved copy")).toBeVisible();
  } finally {
    await context.close();
    silence.close();
    await site.stop();
  }
});

test("the saved pages and replies have no personal data but the tickets, and the event page has no service worker", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  await page.goto(`/${event.slug}`);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  await buyAndOpenTickets(page, event.slug);
  await page.goto(`/${event.slug}/tickets`);
  await page.goto("/");
  const personal = (await savedAddresses(page)).filter(
    (path) => !/^\/(assets|icons)\/|^\/favicon/.test(path),
  );
  expect(personal.filter((path) => !path.startsWith("/api/club-logo/"))).toEqual([
    expect.stringMatching(new RegExp(`^/${event.slug}/tickets\\?registrationId=\\d+&accessKey=`)),
    expect.stringMatching(/^\/api\/registration\/getRegistration\?registrationId=\d+&accessKey=/),
  ]);
});
