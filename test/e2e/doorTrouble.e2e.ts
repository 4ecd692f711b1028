/** What comes between a scanner and its guests: a disk that is full, and a new version in the middle of the evening. */
import { markAfter, openDeploy } from "./deploy.ts";
import { addGuests, addLink, doorEvent, serverStanding } from "./doorHouse.ts";
import { isKept, openLink, phoneSize, status, verdict } from "./doorPhone.ts";
import { withFullDisk } from "./fullDisk.ts";
import { beam } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { expect, test } from "./purchaseHouse.ts";

test.use({ viewport: phoneSize, expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/ });

test("a full disk is said at once, and nobody is shown as let in who was not kept", async ({
  page,
  context,
  house,
}) => {
  const event = await doorEvent(house);
  const guests = await addGuests(house, event, { count: 4 });
  const { address } = await addLink(house, event);
  await withFullDisk(page);
  await openLink(page, address);
  await context.setOffline(true);
  await beam(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await beam(page, [guests[1]!.code]);
  await expect(status(page)).toHaveText(/Storage is full · 1 waiting/);
  await expect(page.getByRole("alert").filter({ hasText: "This device has no room left" })).toBeVisible();
  await expect(page.getByText("Nothing is scanned until there is room")).toBeVisible();
  await expect(page.getByText("Welcome")).toHaveCount(0);
  await expect(page.getByText("1 of 4 in")).toBeVisible();
  await expectAccessible(page);
  // Who comes now is not scanned at all, and not shown as if.
  await beam(page, [guests[2]!.code]);
  await expect(page.getByText("1 of 4 in")).toBeVisible();

  // What was kept before is told all the same; with room on the disk the page is as it was.
  await page.evaluate(() => {
    globalThis.isDiskFull = false;
  });
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · 0 waiting");
  expect(await serverStanding(house, event)).toEqual({ arrived: 1, scans: 1 });
  await beam(page, [guests[2]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect.poll(() => serverStanding(house, event)).toEqual({ arrived: 2, scans: 2 });

  // What the server tells finds the disk full too: the welcome that stands there is not for whoever comes next.
  await expect(verdict(page)).toHaveText("Welcome");
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await addGuests(house, event, { count: 1 });
  await expect(status(page)).toContainText("Storage is full");
  await expect(page.getByText("Welcome")).toHaveCount(0);
});

test("a deploy leaves an open scanner alone, and is taken on when it is opened next", async ({
  page,
  context,
  house,
}) => {
  const event = await doorEvent(house);
  const guests = await addGuests(house, event, { count: 6 });
  const deploy = await openDeploy(house.url);
  try {
    const address = (await addLink(house, event)).address.replace(house.url, deploy.url);
    const version = async () => {
      const device = house.db
        .selectFrom("door_devices")
        .select("app_version")
        .where("event_id", "=", event.id);
      return (await device.executeTakeFirstOrThrow()).app_version;
    };
    await openLink(page, address);
    await expect.poll(() => isKept(page)).toBe(true);
    const before = await version();
    await beam(page, [guests[0]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");

    // The new version comes while somebody is shown; its worker takes over at once. The browser may look for one by
    // itself, so it is waited for before it is there.
    await page.evaluate(() => {
      document.body.dataset.opened = "before the deploy";
      const taken = () => (document.body.dataset.taken = "yes");
      navigator.serviceWorker.addEventListener("controllerchange", taken, { once: true });
    });
    deploy.replace();
    // A browser that is looking already answers with what it finds, which may be from before: it is asked until it knows.
    // The new worker waits for as long as the old one has something to do, which may be minutes while a page is open;
    // then the browser stops the old one, and so do we.
    const browserOf = await context.newCDPSession(page);
    await browserOf.send("ServiceWorker.enable");
    const look = async () => {
      const found = await page.evaluate(async () => {
        const known = await navigator.serviceWorker.ready;
        await known.update();
        const { installing, waiting, active } = known;
        return document.body.dataset.taken ?? [installing, waiting, active].map((worker) => worker?.state);
      });
      if (found[1] === "installed") await browserOf.send("ServiceWorker.stopAllWorkers");
      return found;
    };
    await expect.poll(look).toBe("yes");
    await expect(verdict(page)).toHaveText("Welcome");
    await expect(page.locator("body")).toHaveAttribute("data-opened", "before the deploy");
    await beam(page, [guests[1]!.code]);
    await expect.poll(() => serverStanding(house, event)).toEqual({ arrived: 2, scans: 2 });
    expect(await version()).toBe(before);

    // Without a network the old one opens, with all that it is made of.
    await context.setOffline(true);
    const cold = await context.newPage();
    await cold.goto(address);
    await expect(status(cold)).toHaveText(/Offline/);
    await beam(cold, [guests[2]!.code]);
    await expect(verdict(cold)).toHaveText("Welcome");
    await cold.close();
    await context.setOffline(false);
    await expect(page.locator("body")).toHaveAttribute("data-opened", "before the deploy");

    // Opened again, it is the new one, also without a network.
    await page.reload();
    await expect(status(page)).toContainText("Up to date · 0 waiting");
    await beam(page, [guests[3]!.code]);
    await expect.poll(() => serverStanding(house, event)).toEqual({ arrived: 4, scans: 4 });
    await expect.poll(version).toBe(markAfter(before));
    const isNewKept = () =>
      page.evaluate(async () => {
        const kept = await caches.match(location.href, { ignoreVary: true });
        return /-new[\w-]{5}\.js/.test((await kept?.text()) ?? "");
      });
    await expect.poll(isNewKept).toBe(true);
    await context.setOffline(true);
    await page.reload();
    await expect(status(page)).toHaveText(/Offline/);
    await beam(page, [guests[4]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");
  } finally {
    await deploy.stop();
  }
});
