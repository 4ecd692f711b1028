import type { Page, Route } from "@playwright/test";
import { buildTicket } from "../../server/testing/builders.ts";
import type { SaleRequest } from "../../web/door/sale.ts";
import { openDevice, openDevicePage, stateOf } from "./doorDevice.ts";
import { openLink, phoneSize, status } from "./doorPhone.ts";
import { addHelper, addLink, doorEvent } from "./doorSite.ts";
import { withFullDisk } from "./fullDisk.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

test.use({
  viewport: phoneSize,
  expectedNoise: /QuotaExceededError|database connection is clos|net::ERR_|status of 440/,
});

async function tillAt(site: PurchaseSite) {
  const event = await doorEvent(site);
  const { id: ticketId } = await buildTicket(site.db, event.id, {
    title: "Evening ticket",
    price: 1250,
    maxStock: 50,
  });
  const orders = async () => {
    const rows = site.db.selectFrom("orders").select("id").where("event_id", "=", event.id);
    return (await rows.where("channel", "=", "door").execute()).length;
  };
  const wish: SaleRequest = {
    tickets: [{ ticketId, quantity: 1 }],
    name: "",
    email: null,
    paidBy: "cash",
    totalAmount: 1250,
    what: "1 × Evening ticket",
    sum: "€12.50",
  };
  return { event, orders, wish };
}

async function openTab(
  page: Page,
  site: PurchaseSite,
  { eventId, token }: { eventId: number; token: string },
) {
  await openDevicePage(page, site);
  await openDevice(page, eventId, token);
  await expect.poll(() => stateOf(page)).toMatchObject({ copy: { isWhole: true }, isOnline: true });
}

/** Holds the page's requests to sell. `request` resolves to the first one. */
async function holdSell(page: Page): Promise<{ request: Promise<Route> }> {
  let onRequest: (route: Route) => void = () => {};
  const request = new Promise<Route>((resolve) => {
    onRequest = resolve;
  });
  await page.route("**/api/door/sell", onRequest);
  return { request };
}

/** `route.continue()` may hang on a busy machine, so this sends the request itself. */
async function answerBySite(route: Route): Promise<void> {
  const request = route.request();
  const reply = await fetch(request.url(), {
    method: request.method(),
    headers: request.headers(),
    body: request.postData(),
  });
  await route.fulfill({ status: reply.status, json: await reply.json() });
}

const sessionEnded = {
  status: 440,
  json: { code: "tokenExpired", msg: "Your session has ended.", payload: null },
};

test("every tab shows a sale that one tab waits for, and can check it after that tab is closed", {
  tag: "@main",
}, async ({ page, context, site }) => {
  const { event, orders, wish } = await tillAt(site);
  const { token } = await addHelper(site, event);
  await openTab(page, site, { eventId: event.id, token });
  const tab = await context.newPage();
  await openTab(tab, site, { eventId: event.id, token });
  const { request } = await holdSell(page);
  await page.evaluate((sale) => void device.sell(sale), wish);
  await request;
  await expect.poll(() => stateOf(tab)).toMatchObject({ sale: { isUnderWay: true, sum: "€12.50" } });
  const later = await context.newPage();
  await openTab(later, site, { eventId: event.id, token });
  await expect.poll(() => stateOf(later)).toMatchObject({ sale: { isUnderWay: true } });

  await page.close();
  await expect.poll(() => stateOf(tab)).toMatchObject({ sale: { isUnderWay: false } });
  expect(await tab.evaluate(() => device.askAgain())).toMatchObject({ kind: "sold" });
  await expect.poll(() => stateOf(later)).toMatchObject({ sale: null });
  expect(await orders()).toBe(1);
});

test("a refused sale is reported as sold if another tab has made it meanwhile", async ({
  page,
  context,
  site,
}) => {
  const { event, orders, wish } = await tillAt(site);
  const { token } = await addHelper(site, event);
  // A page without https has no locks, so its tabs cannot wait for each other.
  await context.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "locks"));
  await openTab(page, site, { eventId: event.id, token });
  const tab = await context.newPage();
  await openTab(tab, site, { eventId: event.id, token });
  const { request } = await holdSell(page);
  const outcome = page.evaluate((sale) => device.sell(sale), wish);
  const route = await request;
  expect(await tab.evaluate(() => device.askAgain())).toMatchObject({ kind: "sold" });
  await route.fulfill(sessionEnded);
  expect(await outcome).toMatchObject({ kind: "sold" });
  expect(await orders()).toBe(1);
});

test("a sale is reported as sold even if the page has to close its database meanwhile, and no sale stays pending", async ({
  page,
  site,
}) => {
  const { event, orders, wish } = await tillAt(site);
  const { token } = await addHelper(site, event);
  await openTab(page, site, { eventId: event.id, token });
  const { request } = await holdSell(page);
  const outcome = page.evaluate((sale) => device.sell(sale), wish);
  const route = await request;
  await expect.poll(() => stateOf(page)).toMatchObject({ sale: { isUnderWay: true } });
  // A newer page opens the database, so the older page has to close it.
  await page.evaluate(async (name) => {
    const opening = indexedDB.open(name, 1_000);
    await new Promise((resolve) => opening.addEventListener("success", resolve));
    opening.result.close();
  }, `foyer-door-${event.id}`);
  await answerBySite(route);
  expect(await outcome).toMatchObject({ kind: "sold" });
  expect(await stateOf(page)).toMatchObject({ sale: null });
  expect(await orders()).toBe(1);
});

test("a sale is reported as sold even if the disk is full by then, and the sheet says that it cannot store another", async ({
  page,
  site,
}) => {
  const { event, orders } = await tillAt(site);
  const { address } = await addLink(site, event, { rights: ["scan", "search", "undo", "sell"] });
  await withFullDisk(page);
  await openLink(page, address);
  const { request } = await holdSell(page);
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "One Evening ticket more" }).click();
  await page.getByRole("button", { name: "Paid €12.50: let in 1 person" }).click();
  const route = await request;
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await answerBySite(route);
  await expect(page.getByRole("dialog", { name: "Sold" })).toContainText("1 × Evening ticket");
  await page.getByRole("button", { name: "Sell more" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "it cannot store a sale" })).toBeVisible();
  await expect(page.getByLabel("Number of Evening ticket")).toHaveText("0");
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("region", { name: "The last sale" })).toHaveCount(0);

  await page.evaluate(() => {
    globalThis.isDiskFull = false;
  });
  await expect(status(page)).toContainText("Up to date");
  expect(await orders()).toBe(1);
});
