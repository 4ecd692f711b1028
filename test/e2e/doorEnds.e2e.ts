import type { BrowserContext, Page } from "@playwright/test";
import { isPageSaved, openLink, phoneOf, phoneSize, status, verdict } from "./doorPhone.ts";
import { addGuests, addLink, addStaff, countsOnServer, doorEvent, endLink } from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { beSignedIn, expectAccessible, open, signOut } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";

test.use({
  viewport: phoneSize,
  expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|status of 4(40|01)/,
});

const dayMs = 24 * 3_600_000;

const storedCounts = (page: Page, eventId: number) =>
  page.evaluate(async (name) => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const db = await result(indexedDB.open(name));
    const tx = db.transaction(["attendees", "queue"]);
    const counts = {
      names: await result(tx.objectStore("attendees").count()),
      scans: await result(tx.objectStore("queue").count()),
    };
    db.close();
    return counts;
  }, `foyer-door-${eventId}`);

const tokenOf = (page: Page) =>
  page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => /^foyer\.(doorLink\.|session$)/.test(key));
    return (JSON.parse(localStorage.getItem(name ?? "") ?? "{}") as { token: string }).token;
  });

async function loseNetwork(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true);
  await expect(status(page)).toHaveText(/Offline/);
}

/** `fetch` is disabled first, because a page that is being closed is online for a moment. */
async function closeOffline(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.fetch = () => new Promise(() => {});
  });
  await page.close();
}

test("when the link of an offline phone expires, the names are deleted, and queued scans are sent later", async ({
  page,
  context,
  browser,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const { address, linkId } = await addLink(site, event);
  // One phone is open when the link ends; the other is opened afterwards.
  await context.clock.install();
  await openLink(page, address);
  const closedPhone = await phoneOf(browser, { baseURL: site.url });
  await openLink(closedPhone.page, address);
  await expect.poll(() => isPageSaved(closedPhone.page)).toBe(true);
  await loseNetwork(context, page);
  await loseNetwork(closedPhone.context, closedPhone.page);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await scanWithHandScanner(closedPhone.page, [guests[1]!.code]);
  await expect(verdict(closedPhone.page)).toHaveText("Welcome");
  await closeOffline(closedPhone.page);
  await endLink(site, event, { linkId, token: await tokenOf(page), how: "expired" });

  await context.clock.fastForward(dayMs + 1_000);
  await closedPhone.context.clock.install({ time: Date.now() + dayMs + 1_000 });
  const opened = await closedPhone.context.newPage();
  await opened.goto(address);
  for (const phone of [page, opened]) {
    await expect(phone.getByRole("heading", { name: "This link has expired" })).toBeVisible();
    await expect(phone.getByText("The names were deleted from this device.")).toBeVisible();
    await expect(phone.getByText(/1 scan waits on this device\./)).toBeVisible();
    expect(await storedCounts(phone, event.id)).toEqual({ names: 0, scans: 1 });
  }
  await expectAccessible(page);
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });

  await context.setOffline(false);
  await closedPhone.context.setOffline(false);
  for (const phone of [page, opened]) {
    await phone.getByRole("button", { name: "Enter a PIN" }).click();
    await expect(phone.getByRole("heading", { name: "Help at the door" })).toBeVisible();
  }
  expect(await countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
  await closedPhone.context.close();
});

test("when staff end the link of an offline phone, its names are deleted at the next contact", {
  tag: "@main",
}, async ({ page, browser, site }) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const { address } = await addLink(site, event);
  await beSignedIn(page, await addStaff(site, event), site.url);
  const phone = await phoneOf(browser, { baseURL: site.url });
  await openLink(phone.page, address);
  await loseNetwork(phone.context, phone.page);
  await scanWithHandScanner(phone.page, [guests[0]!.code]);
  await expect(status(phone.page)).toHaveText(/1 scan to send/);

  await open(page, `/event/${event.id}/checkin`);
  await page.getByRole("button", { name: "End the link of South gate" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "End the link" }).click();
  await expect(page.getByText("Ended").first()).toBeVisible();
  // The phone does not know yet that the link has ended, and continues.
  await scanWithHandScanner(phone.page, [guests[1]!.code]);
  await expect(status(phone.page)).toHaveText(/2 scans to send/);

  await phone.context.setOffline(false);
  await expect(phone.page.getByRole("heading", { name: "This link was ended" })).toBeVisible();
  await expect(phone.page.getByRole("button", { name: "Enter a PIN" })).toBeEnabled();
  expect(await storedCounts(phone.page, event.id)).toEqual({ names: 0, scans: 0 });
  // Staff see the phone's scans, but the scans admit nobody.
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 2 });
  await page.reload();
  const conflicts = page.getByRole("region", { name: "To check (2)" });
  await expect(conflicts).toContainText("Scanned by a device after its access ended");
  await phone.context.close();
});

test("when a session ends at the door, scanning continues, and signing in sends the queued scans", async ({
  page,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const staff = await addStaff(site, event);
  await beSignedIn(page, staff, site.url);
  await open(page, `/event/${event.id}/checkin/scan`);
  await page.getByRole("textbox", { name: "Gate" }).fill("Desk");
  await page.getByRole("button", { name: "Start scanning" }).click();
  await expect(status(page)).toContainText("Up to date · all sent");
  const ended = await page.request.post(`${site.url}/api/auth/signoutEverywhere`, {
    headers: { authorization: await tokenOf(page) },
  });
  expect(ended.status()).toBe(200);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(status(page)).toHaveText(/Signed out · 1 scan to send/);
  await scanWithHandScanner(page, [guests[1]!.code]);
  await expect(status(page)).toHaveText(/Signed out · 2 scans to send/);
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You are signed out." })).toContainText(
    "Scans are kept on this device",
  );
  await expectAccessible(page);
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });

  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(staff.email);
  await page.getByLabel("Password").fill(staff.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${site.url}/event/${event.id}/checkin/scan`);
  await expect(status(page)).toContainText("Up to date · all sent");
  await expect(page.getByRole("heading", { name: "Desk" })).toBeVisible();
  expect(await countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
});

test("the scanner of staff opens offline, and knows its gate", async ({ page, context, site }) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  await beSignedIn(page, await addStaff(site, event), site.url);
  const address = `/event/${event.id}/checkin/scan`;
  await open(page, address);
  await page.getByRole("textbox", { name: "Gate" }).fill("Desk");
  await page.getByRole("button", { name: "Start scanning" }).click();
  await expect(status(page)).toContainText("Up to date · all sent");
  await expect.poll(() => isPageSaved(page)).toBe(true);
  await page.close();
  await context.setOffline(true);

  const offlinePage = await context.newPage();
  await offlinePage.goto(address);
  await expect(status(offlinePage)).toHaveText(/Offline/);
  await expect(offlinePage.getByRole("heading", { name: "Desk" })).toBeVisible();
  await scanWithHandScanner(offlinePage, [guests[0]!.code]);
  await expect(verdict(offlinePage)).toHaveText("Welcome");
  await expect(status(offlinePage)).toHaveText(/1 scan to send/);
  await context.setOffline(false);
  await expect(status(offlinePage)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
});

test("signing out deletes the names from the device, and keeps queued scans", { tag: "@main" }, async ({
  page,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const staff = await addStaff(site, event);
  await beSignedIn(page, staff, site.url);
  await open(page, `/event/${event.id}/checkin/scan`);
  await page.getByRole("textbox", { name: "Gate" }).fill("Desk");
  await page.getByRole("button", { name: "Start scanning" }).click();
  await expect(status(page)).toContainText("Up to date · all sent");
  await page.route("**/api/door/sync", (route) => route.abort());
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect.poll(() => storedCounts(page, event.id)).toEqual({ names: 4, scans: 1 });
  await signOut(page);
  expect(await storedCounts(page, event.id)).toEqual({ names: 0, scans: 1 });

  await page.unroute("**/api/door/sync");
  await beSignedIn(page, staff, site.url);
  await open(page, `/event/${event.id}/checkin/scan`);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
});

test("two days after an event, opening another page deletes its names from a helper's phone", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const { address } = await addLink(site, event);
  await openLink(page, address);
  await page.route("**/api/door/sync", (route) => route.abort());
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect.poll(() => storedCounts(page, event.id)).toEqual({ names: 4, scans: 1 });
  await page.goto("about:blank");
  const other = await context.newPage();
  await other.goto("/");
  await expect(other.locator("html[data-hydrated]")).toBeAttached();
  expect((await storedCounts(other, event.id)).names).toBe(4);
  await context.clock.install({ time: Date.now() + 2 * dayMs });
  const later = await context.newPage();
  await later.goto("/");
  await expect.poll(() => storedCounts(later, event.id)).toEqual({ names: 0, scans: 1 });
});
