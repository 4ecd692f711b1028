import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { openDevice, openDevicePage, stateOf } from "./doorDevice.ts";
import { addGuests, addHelper, countsOnServer, doorEvent, endLink } from "./doorSite.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

test.use({
  expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED|FAILED)|status of 4(40|01|04)/,
});

async function openWith(page: Page, site: PurchaseSite, count: number) {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count, party: 2 });
  const helper = await addHelper(site, event);
  await openDevicePage(page, site);
  await openDevice(page, event.id, helper.token);
  await expect
    .poll(() => stateOf(page))
    .toMatchObject({ copy: { kept: count, isWhole: true }, isOnline: true });
  return { event, guests, helper };
}

const judge = (page: Page, text: string) =>
  page.evaluate(async (code) => {
    const { verdict, isNew, attendee, party, earlier } = await device.judgeCode(code);
    return { verdict, isNew, name: attendee?.firstName ?? null, party: party.length, gate: earlier?.gate };
  }, text);
const admit = (page: Page, codes: readonly string[]) =>
  page.evaluate(async (texts) => {
    for (const code of texts) {
      const { attendee } = await device.judgeCode(code);
      await device.admit({ code, attendeeId: attendee?.attendeeId ?? null });
    }
  }, codes);

test("a code is checked with the copy, admitted once, and sent to the server", {
  tag: "@main",
}, async ({ page, site }) => {
  const { event, guests } = await openWith(page, site, 6);
  const [first, second] = guests;
  expect(await judge(page, first!.code)).toMatchObject({ verdict: "welcome", name: "Guest 1", party: 2 });
  await admit(page, [first!.code]);
  expect(await judge(page, first!.code)).toMatchObject({ verdict: "alreadyIn", gate: "North gate" });
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 0, arrived: 1, surprises: [] });

  await page.evaluate((id) => device.undo(id), first!.attendeeId);
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 0 });
  expect(await judge(page, first!.code)).toMatchObject({ verdict: "welcome" });

  const altered = second!.code.replace(`"a":${second!.attendeeId}`, `"a":${first!.attendeeId}`);
  // A code that proves nothing reveals no name.
  expect(await judge(page, altered)).toMatchObject({ verdict: "forged", name: null, party: 0 });
  expect(await judge(page, "https://example.org")).toMatchObject({ verdict: "unknown" });
  const stranger = JSON.stringify({ r: 1, a: 999_999_999, q: randomUUID() });
  expect(await judge(page, stranger)).toMatchObject({ verdict: "unknown" });
  expect(
    await page.evaluate(async () => (await device.search("guést 3")).map((one) => one.firstName)),
  ).toEqual(["Guest 3"]);
});

test("301 offline scans survive a reload, and with 200 more are sent exactly once", async ({
  page,
  context,
  site,
}) => {
  const { event, guests, helper } = await openWith(page, site, 600);
  await context.setOffline(true);
  // A late answer may still come, and must not contain the new guest.
  await page.evaluate(() => device.syncNow());
  await expect.poll(() => stateOf(page)).toMatchObject({ isOnline: false });
  const latest = (await addGuests(site, event, { count: 1 }))[0]!;
  await admit(
    page,
    guests.slice(0, 300).map(({ code }) => code),
  );
  // Its signature is valid, but its name is not in the copy.
  expect(await judge(page, latest.code)).toMatchObject({ verdict: "welcome", isNew: true });
  await admit(page, [latest.code, latest.code]);
  expect(await judge(page, latest.code)).toMatchObject({ verdict: "alreadyIn", isNew: false });

  await page.goto("about:blank");
  await openDevicePage(page, site);
  await openDevice(page, event.id, helper.token);
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 301, arrived: 300, gate: "North gate" });
  await admit(
    page,
    guests.slice(250, 500).map(({ code }) => code),
  );
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 501, arrived: 500, isOnline: false });
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });

  await context.setOffline(false);
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 0, arrived: 501, surprises: [] });
  expect(await countsOnServer(site, event)).toEqual({ arrived: 501, scans: 501 });
});

test("while the server has not answered a scan, the device knows since when it waits", async ({
  page,
  site,
}) => {
  const { guests } = await openWith(page, site, 1);
  let answer = () => {};
  const reply = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/door/sync", async (route) => {
    await reply;
    await route.continue();
  });
  await admit(page, [guests[0]!.code]);
  await expect.poll(async () => typeof (await stateOf(page)).askedAt).toBe("number");
  expect(await stateOf(page)).toMatchObject({ waiting: 1 });
  answer();
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 0, askedAt: null });
});

test("a guest whom an offline door admits too counts once, and that door learns of it once online", {
  tag: "@main",
}, async ({ page, context, browser, site }) => {
  const { event, guests } = await openWith(page, site, 4);
  const [guest] = guests;
  const south = await addHelper(site, event, "South gate");
  const otherContext = await browser.newContext();
  const other = await otherContext.newPage();
  await openDevicePage(other, site);
  await openDevice(other, event.id, south.token);
  await expect.poll(() => stateOf(other)).toMatchObject({ copy: { isWhole: true }, isOnline: true });
  await context.setOffline(true);
  await admit(page, [guest!.code]);
  await admit(other, [guest!.code]);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  await context.setOffline(false);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 1, scans: 2 });
  await expect
    .poll(async () => (await stateOf(page)).surprises)
    .toMatchObject([
      {
        name: guest!.name,
        answer: { verdict: "alreadyIn", conflict: true, earlier: { gate: "South gate" } },
      },
    ]);
  await admit(other, [guests[1]!.code]);
  await expect
    .poll(() => judge(page, guests[1]!.code))
    .toMatchObject({ verdict: "alreadyIn", gate: "South gate" });
  await otherContext.close();
});

test("two tabs of one device send each scan once, and both know its result", async ({
  page,
  context,
  site,
}) => {
  const { event, guests, helper } = await openWith(page, site, 4);
  const tab = await context.newPage();
  await openDevicePage(tab, site);
  await openDevice(tab, event.id, helper.token);
  await admit(tab, [guests[0]!.code]);
  await admit(page, [guests[1]!.code, guests[0]!.code]);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
  await expect.poll(() => stateOf(tab)).toMatchObject({ waiting: 0, arrived: 2 });
  await expect.poll(() => stateOf(page)).toMatchObject({ waiting: 0, arrived: 2 });
  // The leader tab is closed: the other one takes over.
  await page.close();
  await admit(tab, [guests[2]!.code]);
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 3, scans: 3 });
});

test("a tab opened later knows that the server does not answer, even if the browser says it is online", async ({
  page,
  context,
  site,
}) => {
  const { event, helper } = await openWith(page, site, 1);
  await context.route("**/api/**", (route) => route.abort());
  await page.evaluate(() => device.syncNow());
  await expect.poll(() => stateOf(page)).toMatchObject({ isOnline: false });
  const tab = await context.newPage();
  await openDevicePage(tab, site);
  await openDevice(tab, event.id, helper.token);
  expect(await tab.evaluate(() => navigator.onLine)).toBe(true);
  await expect.poll(() => stateOf(tab)).toMatchObject({ isOnline: false });
  await context.unroute("**/api/**");
  await expect.poll(() => stateOf(tab)).toMatchObject({ isOnline: true });
});

test("a revoked device deletes its copy at the next contact, and still sends its scans", async ({
  page,
  context,
  site,
}) => {
  const { event, guests, helper } = await openWith(page, site, 4);
  await context.setOffline(true);
  await admit(page, [guests[0]!.code]);
  await endLink(site, event, helper);
  await context.setOffline(false);
  await expect
    .poll(async () => {
      await page.evaluate(() => device.syncNow());
      return stateOf(page);
    })
    .toMatchObject({ problem: "revoked", copy: { kept: 0, isWhole: false }, waiting: 0 });
  // The scan is stored, but admits nobody.
  await expect.poll(() => countsOnServer(site, event)).toEqual({ arrived: 0, scans: 1 });
  expect(await page.evaluate(async () => (await device.search("guest")).length)).toBe(0);
});
