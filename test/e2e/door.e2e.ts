import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { testPin } from "../../server/testing/doors.ts";
import { isPageSaved, openLink, phoneOf, phoneSize, status, verdict } from "./doorPhone.ts";
import {
  addGuests,
  addLink,
  addPurchase,
  countsOnServer,
  type DoorEvent,
  doorEvent,
  importOldTicket,
} from "./doorSite.ts";
import { fakeCamera, type ShownCode } from "./fakeCamera.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";
import { recordTexts } from "./remembering.ts";

test.use({
  viewport: phoneSize,
  expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)|Failed to fetch/,
});

async function withCamera(
  codes: readonly ShownCode[],
  { url }: PurchaseSite,
  then: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const { executablePath, args = [] } = test.info().project.use.launchOptions ?? {};
  const camera = await fakeCamera({ codes });
  const browser = await chromium.launch({ executablePath, args: [...args, ...camera.args] });
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: phoneSize,
      permissions: ["camera"],
    });
    await then(await context.newPage(), context);
  } finally {
    await browser.close();
    await camera.remove();
  }
}

async function guestsOf(site: PurchaseSite, count: number, party = 1) {
  const event: DoorEvent = await doorEvent(site);
  return {
    event,
    guests: await addGuests(site, event, { count, party }),
    ...(await addLink(site, event)),
  };
}

test("a camera reads codes one after another, and the verdict on each is shown", { tag: "@main" }, async ({
  site,
}) => {
  const { event, guests, address } = await guestsOf(site, 3, 3);
  const [cancelled] = await addGuests(site, event, { count: 1, state: "cancelled" });
  const forged = guests[1]!.code.replace(`"a":${guests[1]!.attendeeId}`, `"a":${guests[2]!.attendeeId}`);
  await withCamera([guests[0]!.code, cancelled!.code, forged], site, async (page) => {
    const verdicts = await recordTexts(page, "[role=alert] h2");
    await page.goto(address);
    await page.getByLabel("PIN").fill(testPin);
    // The fake camera's film starts again after the third code.
    await expect.poll(() => verdicts.join()).toMatch(/Welcome.*Cancelled.*Forged.*Already in/);
    await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 1 });
  });
});

test("a guest whom the server finds while the names are still loading can be admitted", async ({
  page,
  site,
}) => {
  const { event, guests, address } = await guestsOf(site, 1);
  const isLoading = Promise.withResolvers<void>();
  await page.route("**/api/door/getCopy**", async (route) => {
    await isLoading.promise;
    // The page may be closed.
    await route.continue().catch(() => {});
  });
  await page.goto(address);
  await page.getByLabel("PIN").fill(testPin);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await page.getByRole("searchbox").fill(guests[0]!.name);
  await page.getByRole("button", { name: new RegExp(guests[0]!.name) }).click();
  await page.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(verdict(page)).toContainText("Welcome");
  isLoading.resolve();
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 1 });
});

test("the barcode of another system's ticket is read, and its guest is admitted", async ({ site }) => {
  const event = await doorEvent(site);
  const { address } = await addLink(site, event);
  const barcode = "1121191224318441583423001";
  await importOldTicket(site, event, barcode);
  await withCamera([{ barcode }], site, async (page) => {
    await page.goto(address);
    await page.getByLabel("PIN").fill(testPin);
    await expect(verdict(page)).toHaveText("Welcome");
    await expect(page.getByText("Old ticket.")).toBeVisible();
    await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 1 });
  });
});

test("two of a party of three are admitted with one code, and an admission is undone", {
  tag: "@main",
}, async ({ page, site }) => {
  const { event, guests, address } = await guestsOf(site, 3, 3);
  await openLink(page, address);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: guests[2]!.name }).check();
  await page.getByRole("button", { name: "Let 1 more in" }).click();
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
  await page.getByRole("button", { name: /undo/i }).first().click();
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 1 });
});

test("the door opens offline, keeps 260 scans over a reload, and sends all five hundred once", {
  tag: "@main",
}, async ({ page, context, site }) => {
  const { event, guests, address } = await guestsOf(site, 520);
  await openLink(page, address);
  await expect.poll(() => isPageSaved(page)).toBe(true);
  await page.close();
  await context.setOffline(true);

  const offlinePage = await context.newPage();
  await offlinePage.goto(address);
  await expect(status(offlinePage)).toHaveText(/Offline/);
  await scanWithHandScanner(
    offlinePage,
    guests.slice(0, 260).map(({ code }) => code),
  );
  await expect(status(offlinePage)).toHaveText(/260 scans to send/);
  await offlinePage.reload();
  await expect(status(offlinePage)).toHaveText(/260 scans to send/);
  await scanWithHandScanner(
    offlinePage,
    guests.slice(250, 500).map(({ code }) => code),
  );
  await expect(status(offlinePage)).toHaveText(/500 scans to send/);
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });

  await context.setOffline(false);
  await expect(status(offlinePage)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 500, scans: 500 });
});

test("an extra is handed over with its own code, also offline", async ({ page, context, site }) => {
  const { event, address } = await guestsOf(site, 1);
  const [first, second] = [await addPurchase(site, event), await addPurchase(site, event)];
  await openLink(page, address);
  await scanWithHandScanner(page, [first]);
  await page.getByRole("button", { name: "Hand over all 2" }).click();
  await expect(verdict(page)).toHaveText("Handed over");
  await expect(page.getByText("2 × Badge", { exact: true })).toBeVisible();
  const redeemScans = () =>
    site.db
      .selectFrom("door_scans")
      .select(["kind", "is_admitted"])
      .where("event_id", "=", event.id)
      .execute();
  const redeemed = (length: number) => Array.from({ length }, () => ({ kind: "redeem", is_admitted: true }));
  await expect.poll(redeemScans).toEqual(redeemed(1));
  await expect(status(page)).toContainText("Up to date · all sent");
  await context.setOffline(true);
  await scanWithHandScanner(page, [second]);
  await page.getByRole("button", { name: "Hand over all 2" }).click();
  await expect(status(page)).toContainText("1 scan to send");
  await expect(verdict(page)).toHaveText("Handed over");
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · all sent");
  await expect.poll(redeemScans).toEqual(redeemed(2));
});

test("one of three badges is handed over, and then two phones without a signal both hand over the other two", {
  tag: "@main",
}, async ({ page, browser, context, site }) => {
  const { event, address } = await guestsOf(site, 1);
  const code = await addPurchase(site, event, 3);
  await openLink(page, address);
  const other = await phoneOf(browser);
  await openLink(other.page, address);
  const handed = async () =>
    (
      await site.db.selectFrom("extras_purchases").select("handed").where("event_id", "=", event.id).execute()
    )[0]?.handed;

  await scanWithHandScanner(page, [code]);
  await page.getByRole("button", { name: "One Badge less" }).click();
  await page.getByRole("button", { name: "One Badge less" }).click();
  await page.getByRole("button", { name: "Hand over 1 of 3", exact: true }).click();
  await expect(verdict(page)).toHaveText("Handed over");
  await expect(page.getByText("2 × Badge left")).toBeVisible();
  await expectAccessible(page);
  await expect.poll(handed).toEqual([1]);
  await page.getByRole("button", { name: "Next" }).click();

  // Once the other phone's copy has the handover, it shows how many are left.
  const copiedHandovers = () =>
    other.page.evaluate(
      (name) =>
        new Promise<number>((resolve) => {
          indexedDB.open(name).onsuccess = ({ target }) => {
            const { result: db } = target as IDBOpenDBRequest;
            const request = db.transaction("purchases").objectStore("purchases").getAll();
            request.onsuccess = () => {
              db.close();
              resolve(request.result.flatMap(({ handovers }) => handovers).length);
            };
          };
        }),
      `foyer-door-${event.id}`,
    );
  await expect.poll(copiedHandovers).toBe(1);
  await scanWithHandScanner(other.page, [code]);
  await expect(other.page.getByText("2 of 3 left")).toBeVisible();
  await expectAccessible(other.page);

  await context.setOffline(true);
  await other.context.setOffline(true);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Name, or the text of a code").fill("Mia");
  await page.getByRole("button", { name: /^Mia Keller/ }).click();
  const extras = page.getByRole("region", { name: "Extras" });
  await expect(extras).toContainText("1 × Badge handed over");
  await extras.getByRole("button", { name: "Hand over all 2" }).click();
  await expect(extras).toContainText("All 3 handed over");
  await expectAccessible(page);
  await other.page.getByRole("button", { name: "Hand over all 2", exact: true }).click();
  await expect(verdict(other.page)).toHaveText("Handed over");
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · all sent");
  await expect.poll(handed).toEqual([3]);
  await other.context.setOffline(false);
  const correction = other.page.getByRole("alertdialog");
  await expect(correction).toContainText("Take back 2 × Badge: already handed over");
  await correction.getByRole("button", { name: "Seen" }).click();

  // The first phone's handover of one badge remains after both undo the other two.
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await page.getByRole("button", { name: "Recent" }).click();
  await page.getByRole("button", { name: "Undo: 2 × Badge", exact: true }).click();
  await other.page.getByRole("button", { name: "Next" }).click();
  await other.page.getByRole("button", { name: "Recent" }).click();
  await other.page.getByRole("button", { name: "Undo: 2 × Badge", exact: true }).click();
  await expect.poll(handed).toEqual([1]);
  await other.context.close();
});

test("a ticket sold after the last sync is admitted, and its card shows the name after the next sync", {
  tag: "@main",
}, async ({ page, context, site }) => {
  const event = await doorEvent(site);
  await addGuests(site, event, { count: 1 });
  const { address } = await addLink(site, event);
  await openLink(page, address);
  await context.setOffline(true);
  // A request under way may still be answered, and its answer must not contain the new guest.
  await status(page).click();
  await expect(status(page)).toHaveText(/Offline/);
  const [latest] = await addGuests(site, event, { count: 1 });
  await scanWithHandScanner(page, [latest!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(page.getByText("A new ticket", { exact: true })).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("alert").getByText(latest!.name)).toBeVisible();
  await expect(page.getByText("A new ticket", { exact: true })).toHaveCount(0);
  await expect(verdict(page)).toHaveText("Welcome");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Recent" }).click();
  await expect(page.getByRole("dialog", { name: "Recent" }).getByRole("listitem")).toContainText(
    latest!.name,
  );
});

test("the app manifest of a door opens the same page, and never a page of another site", async ({
  page,
  site,
}) => {
  const { address } = await guestsOf(site, 1);
  await openLink(page, address);
  const manifest = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
    return (await (await fetch(link!.href)).json()) as { start_url: string; icons: { src: string }[] };
  });
  expect(manifest.start_url).toBe(new URL(address).pathname);
  for (const { src } of manifest.icons) expect((await page.request.get(site.url + src)).status()).toBe(200);
  const foreignPage = await page.request.get(`${site.url}/door.webmanifest?page=//evil.example`);
  expect(await foreignPage.json()).toMatchObject({ start_url: "/" });
});
