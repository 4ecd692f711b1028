import type { Page } from "@playwright/test";
import { supportedBrowsersText } from "../../web/lib/browserFloor.ts";
import { knownApis } from "../browsers/newerApis.ts";
import { isPageSaved, openLink, phoneSize, status, verdict } from "./doorPhone.ts";
import { addGuests, addLink, countsOnServer, doorEvent } from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { open } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";
import { keptProof, pay, reachCheckout, simpleEvent } from "./purchaseSteps.ts";

test.use({ viewport: phoneSize, expectedNoise: /net::ERR_INTERNET_DISCONNECTED|Failed to fetch/ });

/** Deletes the APIs that the oldest supported browsers lack (web/lib/browserFloor.ts). */
async function deleteNewerApis(page: Page): Promise<void> {
  const { newer } = knownApis();
  await page.addInitScript((apis) => {
    const world = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
    const deleted: string[] = [];
    for (const { owner, member, place } of apis) {
      const owned = world[owner];
      if (owned === undefined || owned === null) continue;
      const places = [
        place === "instance" ? undefined : owned,
        place === "static" ? undefined : (owned.prototype as Record<string, unknown> | undefined),
      ];
      if (member === null) {
        if (Reflect.deleteProperty(world, owner)) deleted.push(owner);
      } else
        for (const one of places)
          if (one && Object.hasOwn(one, member) && Reflect.deleteProperty(one, member))
            deleted.push(`${owner}.${member}`);
    }
    world.deleted = deleted as unknown as Record<string, unknown>;
  }, newer);
}

const deletedIn = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { deleted: string[] }).deleted);

test("a buyer pays for two and finds the tickets again in the oldest browsers", async ({ page, site }) => {
  const event = await simpleEvent(site);
  await deleteNewerApis(page);
  await open(page, `/${event.slug}`);
  expect(await deletedIn(page)).toEqual(
    expect.arrayContaining([
      "AbortSignal.any",
      "Promise.withResolvers",
      "Map.groupBy",
      "URL.canParse",
      "Array.toSorted",
      "String.isWellFormed",
    ]),
  );
  await reachCheckout(page, event.slug, 2);
  const { query } = await keptProof(page, event.slug);
  await pay(page);
  await expect(page.getByText("Ada Lovelace").first()).toBeVisible();
  await open(page, `/${event.slug}/tickets?${query}`);
  await expect(page.getByText("Guest 1").first()).toBeVisible();
  // The browser itself fetches the tickets of this page, not the server.
  await open(page, `/${event.slug}/success?${query}`);
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
});

test("a helper lets people in, also without a network, in the oldest browsers", async ({
  page,
  context,
  site,
}) => {
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 2 });
  const { address } = await addLink(site, event);
  await deleteNewerApis(page);
  await openLink(page, address);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect.poll(() => isPageSaved(page)).toBe(true);
  await context.setOffline(true);
  await page.reload();
  await expect(status(page)).toBeVisible();
  await scanWithHandScanner(page, [guests[1]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await context.setOffline(false);
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 2 });
});

test("a scanner in a browser that is too old shows which browsers work", async ({ page, site }) => {
  const event = await doorEvent(site);
  const { address } = await addLink(site, event);
  await page.addInitScript(() => void Reflect.deleteProperty(window, "CompressionStream"));
  await openLink(page, address);
  const inFront = () =>
    page.evaluate(() => document.elementFromPoint(innerWidth / 2, 10)?.closest(".tooOld")?.textContent ?? "");
  await expect.poll(inFront).toContain(supportedBrowsersText);
  // The message does not cover the line below it.
  await status(page).click({ trial: true });
});
