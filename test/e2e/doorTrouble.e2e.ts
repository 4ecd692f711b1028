import { randomUUID } from "node:crypto";
import { testPin } from "../../server/testing/doors.ts";
import { hashAfterDeploy, openDeploy } from "./deploy.ts";
import { isPageSaved, openLink, phoneSize, status, verdict } from "./doorPhone.ts";
import { addGuests, addLink, countsOnServer, doorEvent } from "./doorSite.ts";
import { withFullDisk } from "./fullDisk.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { notStarted, skipMessageDelay } from "./notStarted.ts";
import { holdOlderStore } from "./olderStore.ts";
import { expect, test } from "./purchaseSite.ts";

declare global {
  /** The database that the page used last. */
  var usedStore: IDBDatabase;
}

// The browser ends a transaction that is open when a test clears the storage.
const expectedNoise = /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch|Force close delete origin/;
test.use({ viewport: phoneSize, expectedNoise });

test("a full disk is reported immediately, and no guest is shown as admitted without being stored", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 4 });
  const { address } = await addLink(site, event);
  await withFullDisk(page);
  await openLink(page, address);
  await context.setOffline(true);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await scanWithHandScanner(page, [guests[1]!.code]);
  await expect(status(page)).toHaveText(/Storage is full · 1 scan to send/);
  await expect(page.getByRole("alert").filter({ hasText: "This device has no storage left" })).toBeVisible();
  await expect(page.getByText("Nothing is scanned until there is free storage")).toBeVisible();
  await expect(page.getByText("Welcome")).toHaveCount(0);
  await expect(page.getByText("1 of 4 in")).toBeVisible();
  await expectAccessible(page);
  await scanWithHandScanner(page, [guests[2]!.code]);
  await expect(page.getByText("1 of 4 in")).toBeVisible();

  await page.evaluate(() => {
    globalThis.isDiskFull = false;
  });
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await scanWithHandScanner(page, [guests[2]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });

  // The old welcome must go, because it could be taken for the next guest's.
  await expect(verdict(page)).toHaveText("Welcome");
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await addGuests(site, event, { count: 1 });
  await expect(status(page)).toContainText("Storage is full");
  await expect(page.getByText("Welcome")).toHaveCount(0);
});

test("a PIN typed offline stays in its field, and opens the door once online", async ({ page, site }) => {
  const { address } = await addLink(site, await doorEvent(site));
  await page.route("**/api/door/openLink", (route) => route.abort());
  await page.goto(address);
  await page.getByLabel("PIN").fill(testPin);
  await expect(page.getByRole("alert").filter({ hasText: "You are offline" })).toBeVisible();
  await expect(page.getByLabel("PIN")).toHaveValue(testPin);
  await page.unroute("**/api/door/openLink");
  await page.getByRole("button", { name: "Open check-in" }).click();
  await expect(status(page)).toContainText("Up to date · all sent");
});

test("a click enables the sound without any other touch event", async ({ page, site }) => {
  const { address } = await addLink(site, await doorEvent(site));
  await page.addInitScript(() => {
    globalThis.AudioContext = class extends AudioContext {
      constructor() {
        super();
        document.documentElement.dataset.sound = "awake";
      }
    };
  });
  await openLink(page, address);
  await expect(page.locator("html")).not.toHaveAttribute("data-sound");
  await status(page).evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.locator("html")).toHaveAttribute("data-sound", "awake");
});

test("a door whose database never opens says that it has not started, and can be reloaded", async ({
  page,
  site,
}) => {
  const { address } = await addLink(site, await doorEvent(site));
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      // The page never hears that the database is open.
      request.addEventListener = () => {};
      return request;
    };
  });
  await page.goto(address);
  await page.getByLabel("PIN").fill(testPin);
  await skipMessageDelay(page);
  await expect(notStarted(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "Reload" })).toBeVisible();
});

test("a door blocked by an older tab says so, continues when that tab is closed, and sends its scans", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const [guest] = await addGuests(site, event, { count: 2 });
  const { address } = await addLink(site, event);
  await page.goto(`${site.url}/favicon.svg`);
  await holdOlderStore(page, event.id, {
    scanId: randomUUID(),
    sequence: 1,
    kind: "admit",
    attendeeId: guest!.attendeeId,
    purchaseId: null,
    code: guest!.code,
    undoes: [],
    decided: true,
    claimedAt: new Date().toISOString(),
    gate: "South gate",
  });
  const newer = await context.newPage();
  await newer.goto(address);
  await newer.getByLabel("PIN").fill(testPin);
  await expect(newer.getByRole("heading", { name: "This door is open in another tab" })).toBeVisible();
  await expectAccessible(newer);
  await page.close();
  await expect(status(newer)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await scanWithHandScanner(newer, [guest!.code]);
  await expect(verdict(newer)).toHaveText("Already in");
});

test("a page whose database the browser has closed says so, and another tab sends scans instead", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 2 });
  const { address } = await addLink(site, event);
  await page.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      globalThis.usedStore = this;
      return transaction.apply(this, args);
    };
  });
  await openLink(page, address);
  const other = await context.newPage();
  await other.goto(address);
  await expect(status(other)).toContainText("Up to date · all sent");
  await page.evaluate(() => {
    usedStore.close();
    usedStore.dispatchEvent(new Event("close"));
  });
  await expect(
    page.getByRole("alert").filter({ hasText: "This page can no longer store scans" }),
  ).toBeVisible();
  await expect(status(page)).toHaveText(/Load this page again/);
  await expectAccessible(page);
  await scanWithHandScanner(other, [guests[0]!.code]);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await page.getByRole("link", { name: "Load it again" }).click();
  await expect(status(page)).toContainText("Up to date · all sent");
});

test("a device whose storage was cleared asks for its PIN again, and knows the scans that were sent before", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const [sent, unsent] = await addGuests(site, event, { count: 2 });
  const { address } = await addLink(site, event);
  await openLink(page, address);
  await scanWithHandScanner(page, [sent!.code]);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await context.setOffline(true);
  await scanWithHandScanner(page, [unsent!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(status(page)).toContainText("1 scan to send");

  // This is what "Clear site data" of a browser does: the waiting scan is lost.
  const cdp = await context.newCDPSession(page);
  await cdp.send("Storage.clearDataForOrigin", { origin: site.url, storageTypes: "all" });
  await expect(
    page.getByRole("alert").filter({ hasText: "This page can no longer store scans" }),
  ).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("link", { name: "Load it again" }).click();
  await page.getByLabel("PIN").fill(testPin);
  await expect(status(page)).toContainText("Up to date · all sent");
  await expect(page.getByText("1 of 2 in")).toBeVisible();
  await scanWithHandScanner(page, [sent!.code]);
  await expect(verdict(page)).toHaveText("Already in");
  await scanWithHandScanner(page, [unsent!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect.poll(async () => (await countsOnServer(site, event)).arrived).toBe(2);
});

test("a deploy does not change an open scanner, which uses the new version when it is next opened online", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 6 });
  const deploy = await openDeploy(site.url);
  try {
    const address = (await addLink(site, event)).address.replace(site.url, deploy.url);
    const version = async () => {
      const device = site.db
        .selectFrom("door_devices")
        .select("app_version")
        .where("event_id", "=", event.id);
      return (await device.executeTakeFirstOrThrow()).app_version;
    };
    await openLink(page, address);
    await expect.poll(() => isPageSaved(page)).toBe(true);
    const before = await version();
    await scanWithHandScanner(page, [guests[0]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");

    // The browser may look for a new version by itself, so the page listens already before the deploy.
    await page.evaluate(() => {
      document.body.dataset.opened = "before the deploy";
      const markTaken = () => (document.body.dataset.taken = "yes");
      navigator.serviceWorker.addEventListener("controllerchange", markTaken, { once: true });
    });
    deploy.replace();
    // A running check may miss the deploy, so repeat it. The new worker waits while the old one is busy, for minutes if
    // a page is open; then the browser stops the old one, and so do we.
    const cdp = await context.newCDPSession(page);
    await cdp.send("ServiceWorker.enable");
    const workerStates = async () => {
      const states = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update();
        const [installing, waiting, active] = [
          registration.installing?.state,
          registration.waiting?.state,
          registration.active?.state,
        ];
        return { isTaken: document.body.dataset.taken === "yes", installing, waiting, active };
      });
      if (!states.isTaken && states.waiting === "installed") await cdp.send("ServiceWorker.stopAllWorkers");
      return states;
    };
    await expect.poll(workerStates).toMatchObject({ isTaken: true });
    await expect(verdict(page)).toHaveText("Welcome");
    await expect(page.locator("body")).toHaveAttribute("data-opened", "before the deploy");
    await scanWithHandScanner(page, [guests[1]!.code]);
    await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
    expect(await version()).toBe(before);

    await context.setOffline(true);
    const offlinePage = await context.newPage();
    await offlinePage.goto(address);
    await expect(status(offlinePage)).toHaveText(/Offline/);
    await scanWithHandScanner(offlinePage, [guests[2]!.code]);
    await expect(verdict(offlinePage)).toHaveText("Welcome");
    await offlinePage.close();
    await context.setOffline(false);
    await expect(page.locator("body")).toHaveAttribute("data-opened", "before the deploy");

    await page.reload();
    await expect(status(page)).toContainText("Up to date · all sent");
    await scanWithHandScanner(page, [guests[3]!.code]);
    await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 4, scans: 4 });
    await expect.poll(version).toBe(hashAfterDeploy(before));
    const isNewPageSaved = () =>
      page.evaluate(async () => {
        const stored = await caches.match(location.href, { ignoreVary: true });
        return /-new[\w-]{5}\.js/.test((await stored?.text()) ?? "");
      });
    await expect.poll(isNewPageSaved).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(status(page)).toHaveText(/Offline/);
    await scanWithHandScanner(page, [guests[4]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");
  } finally {
    await deploy.stop();
  }
});
