/** The door on small screens: Safari with its bars, a telephone on its side, and text at twice its size. */
import type { Page } from "@playwright/test";
import { buildTicket } from "../../server/testing/builders.ts";
import { openLine } from "./badLine.ts";
import { addGuests, addLink, doorEvent, serverStanding } from "./doorHouse.ts";
import { openLink, phoneSize, status, verdict } from "./doorPhone.ts";
import { beam } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { expect, type PurchaseHouse, test } from "./purchaseHouse.ts";

test.use({ viewport: phoneSize, expectedNoise: /net::ERR_|Failed to fetch/ });

const rights = ["scan", "search", "undo", "sell"] as const;

async function openDoorOf(page: Page, house: PurchaseHouse, party: number) {
  const event = await doorEvent(house);
  await buildTicket(house.db, event.id, { title: "Supporter's evening ticket", price: 1250, maxStock: 50 });
  const guests = await addGuests(house, event, { count: party, party });
  const [cancelled] = await addGuests(house, event, { count: 1, state: "cancelled" });
  const { address } = await addLink(house, event, { rights: [...rights] });
  await openLink(page, address);
  return { event, guests, cancelled: cancelled! };
}

/** Text as somebody sets it who needs it larger. */
const enlargeText = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

const whole = { ratio: 0.95 };

test("a party of eight comes in by one button that is on the screen, and nobody who is ticked is left behind", async ({
  page,
  house,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const { event, guests, cancelled } = await openDoorOf(page, house, 8);
  // Who is cancelled is not waited for.
  await expect(page.getByText("0 of 8 in")).toBeVisible();
  await beam(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport(whole);
  await page.getByRole("button", { name: "All are here" }).click();
  const letIn = page.getByRole("button", { name: "Let 7 more in" });
  await expect(letIn).toBeInViewport(whole);
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
  await expectAccessible(page);
  // Neither a tap beside the buttons nor another guest's code leaves them behind.
  await verdict(page).click();
  await beam(page, [cancelled.code]);
  await expect(
    page.getByRole("alert").filter({ hasText: "Not scanned. Let the ticked guests in first" }),
  ).toBeVisible();
  await letIn.click();
  await expect.poll(() => serverStanding(house, event)).toMatchObject({ arrived: 8 });
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("8 of 8 in")).toBeVisible();
  // What was done is listed after a reload too.
  await page.reload();
  await page.getByRole("button", { name: "Recent" }).click();
  await page.getByRole("dialog", { name: "Recent" }).getByRole("button", { name: /^Undo/ }).first().click();
  await expect.poll(() => serverStanding(house, event)).toMatchObject({ arrived: 1 });
});

test("a refusal stands without the news of the one before", async ({ page, house }) => {
  const { guests, cancelled } = await openDoorOf(page, house, 1);
  await beam(page, [guests[0]!.code]);
  await expect(page.getByText(`${guests[0]!.name} let in`)).toBeVisible();
  await beam(page, [cancelled.code]);
  await expect(verdict(page)).toHaveText("Cancelled");
  await expect(page.getByText(`${guests[0]!.name} let in`)).toHaveCount(0);
});

for (const { what, viewport, percent } of [
  { what: "on a telephone on its side", viewport: { width: 844, height: 390 }, percent: 100 },
  { what: "with text at 150 %", viewport: phoneSize, percent: 150 },
  { what: "with text at 200 %", viewport: phoneSize, percent: 200 },
])
  test(`${what} the verdict, who it is, where they are in and the next button are on the screen`, async ({
    page,
    house,
  }) => {
    await page.setViewportSize(viewport);
    const { guests } = await openDoorOf(page, house, 1);
    await enlargeText(page, percent);
    const card = page.getByRole("alert").filter({ has: page.getByRole("heading", { level: 2 }) });
    await expect(page.getByRole("heading", { name: "South gate" })).toBeInViewport(whole);
    await beam(page, [guests[0]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");
    await expect(card.getByText(guests[0]!.name)).toBeInViewport(whole);
    await expect(page.getByRole("button", { name: "Next" })).toBeInViewport(whole);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByLabel("Name, or the text of a code").fill("guest");
    // No name is broken into pieces: the row gives it the line it needs.
    const name = page.getByRole("button", { name: guests[0]!.name }).getByRole("strong");
    await expect.poll(() => name.evaluate((text) => text.getClientRects().length)).toBeLessThanOrEqual(2);
    await page.getByRole("button", { name: guests[0]!.name }).click();
    await expect(verdict(page)).toHaveText("Already in");
    await expect(card.getByText(/at South gate/)).toBeInViewport(whole);
    await expect(card.getByText(guests[0]!.name)).toBeInViewport(whole);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Next" }).click();

    await page.getByRole("button", { name: "Sell", exact: true }).click();
    const sheet = page.getByRole("dialog", { name: "Sell at the door" });
    await page.getByRole("button", { name: "One Supporter's evening ticket more" }).click();
    const isWider = () =>
      sheet.evaluate((element) =>
        [...element.querySelectorAll("*")].some(
          (one) => getComputedStyle(one).overflowY === "auto" && one.scrollWidth > one.clientWidth,
        ),
      );
    expect(await isWider()).toBe(false);
    const pay = page.getByRole("button", { name: "Paid €12.50: let in 1 person" });
    await pay.scrollIntoViewIfNeeded();
    await expect(pay).toBeInViewport(whole);
  });

test("a network that swallows everything is said within seconds, and when it is back", async ({
  page,
  house,
}) => {
  const event = await doorEvent(house);
  const { address } = await addLink(house, event);
  const line = await openLine(house.url);
  try {
    await openLink(page, address.replace(house.url, line.url));
    const heard = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          const look = () => {
            if (/No answer from the server|Offline/.test(document.body.innerText))
              resolve(performance.now() - from);
            else setTimeout(look, 100);
          };
          look();
        }),
    );
    line.become("hole");
    await expect(status(page)).toContainText(/No answer from the server for|Offline for/);
    // The beat, the wait for its answer and the tick of the words, with much for a busy machine; it was 54 s.
    expect(await heard).toBeLessThan(40_000);
    line.become("open");
    await expect(status(page)).toContainText("Up to date · 0 waiting");
  } finally {
    await line.stop();
  }
});
