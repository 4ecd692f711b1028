import type { Locator, Page } from "@playwright/test";
import { buildTicket } from "../../server/testing/builders.ts";
import { openLine } from "./badLine.ts";
import { openLink, phoneSize, status, verdict } from "./doorPhone.ts";
import { addGuests, addLink, countsOnServer, doorEvent } from "./doorSite.ts";
import { withFullDisk } from "./fullDisk.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { expectAccessible } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

test.use({ viewport: phoneSize, expectedNoise: /net::ERR_|Failed to fetch/ });

const rights = ["scan", "search", "undo", "sell"] as const;

async function openDoorOf(page: Page, site: PurchaseSite, party: number, start?: Date) {
  const event = await doorEvent(site, start);
  await buildTicket(site.db, event.id, { title: "Supporter's evening ticket", price: 1250, maxStock: 50 });
  const guests = await addGuests(site, event, { count: party, party });
  const [cancelled] = await addGuests(site, event, { count: 1, state: "cancelled" });
  const { address } = await addLink(site, event, { rights: [...rights] });
  await openLink(page, address);
  return { event, guests, cancelled: cancelled! };
}

const enlargeText = (page: Page, percent: number) =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = `${size}%`;
  }, percent);

const fullyVisible = { ratio: 0.95 };

const isOnTop = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [top + 4, top + height / 2].every((y) =>
      element.contains(document.elementFromPoint(left + width / 2, y)),
    );
  });

/** Says whether all of the text is visible: no "…", and no broken word. */
const isTextComplete = (text: Locator) =>
  text.evaluate((element) => {
    const range = document.createRange();
    const isBroken = (node: Text) =>
      [...node.data.matchAll(/[\p{L}\p{N}'’]+/gu)].some((word) => {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        return range.getClientRects().length > 1;
      });
    const words = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let broken = false;
    while (words.nextNode()) broken ||= words.currentNode instanceof Text && isBroken(words.currentNode);
    return (
      !broken && element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight
    );
  });

test("one button on the screen admits the other seven of a party, and no ticked guest is forgotten", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  const { event, guests, cancelled } = await openDoorOf(page, site, 8);
  // Cancelled attendees are not expected.
  await expect(page.getByText("0 of 8 in")).toBeVisible();
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(page.getByRole("button", { name: "Undo" })).toBeInViewport(fullyVisible);
  await page.getByRole("button", { name: "All are here" }).click();
  const letIn = page.getByRole("button", { name: "Let 7 more in" });
  await expect(letIn).toBeInViewport(fullyVisible);
  // An undo bar would replace the card with the ticks. It also disappears by itself, so this check must not wait.
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await expect(page.getByRole("button", { name: "Next" })).toHaveCount(0);
  await expectAccessible(page);
  await verdict(page).click();
  await scanWithHandScanner(page, [cancelled.code]);
  await expect(
    page.getByRole("alert").filter({ hasText: "Not scanned. Let the ticked guests in first" }),
  ).toBeVisible();
  await letIn.click();
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 8 });
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("8 of 8 in")).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Recent" }).click();
  await page.getByRole("dialog", { name: "Recent" }).getByRole("button", { name: /^Undo/ }).first().click();
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 1 });
});

test("a small screen shows how many are in the booking, and a companion of another day stays out, offline too", async ({
  page,
  context,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  const event = await doorEvent(site);
  const guests = await addGuests(site, event, { count: 3, party: 3 });
  const later = await buildTicket(site.db, event.id, { title: "Later", price: 0, maxStock: 5 });
  const dayInTenDays = new Date(Date.now() + 240 * 3_600_000).toISOString().slice(0, 10);
  await site.db
    .updateTable("tickets")
    .set({ valid_days: [dayInTenDays] })
    .where("id", "=", later.id)
    .execute();
  await site.db
    .updateTable("attendees")
    .set({ ticket_id: later.id })
    .where("id", "=", guests[2]!.attendeeId)
    .execute();
  const { address } = await addLink(site, event, { rights: [...rights] });
  await openLink(page, address);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Name, or the text of a code").fill("guest");
  await expect(page.getByRole("button", { name: guests[2]!.name })).toContainText("Later");
  await context.setOffline(true);
  await page.getByRole("button", { name: guests[0]!.name }).click();
  await expect(page.getByRole("heading", { name: "Let in?" })).toBeVisible();
  await expect(page.getByText("+2 in this booking")).toBeInViewport(fullyVisible);
  const boxes = page.getByRole("checkbox");
  await expect(boxes).toHaveCount(1);
  await expect(page.getByText(/Another day: the ticket is for/)).toBeAttached();
  for (const forcedColors of ["none", "active"] as const) {
    await page.emulateMedia({ forcedColors });
    const look = () => boxes.evaluate((box) => getComputedStyle(box).backgroundColor);
    await boxes.uncheck();
    const unticked = await look();
    await boxes.check();
    await expect.poll(look).not.toBe(unticked);
  }
  await page.emulateMedia({ forcedColors: "none" });
  await page.getByRole("button", { name: "Let both in" }).click();
  await expect(verdict(page)).toHaveText("Welcome");
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 2, scans: 2 });
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
});

test("practice before the day admits the event's attendees, offline, and leaves no trace", async ({
  page,
  context,
  site,
}) => {
  const inAMonth = new Date(Date.now() + 30 * 24 * 3_600_000);
  const { event, guests } = await openDoorOf(page, site, 2, inAMonth);
  await scanWithHandScanner(page, [guests[1]!.code]);
  await expect(verdict(page)).toHaveText("Another day");
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("switch", { name: "Practice" }).click();
  await expect(page.getByText("Practice: nobody is counted")).toBeVisible();
  await context.setOffline(true);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await expect(page.getByText("Practice: nobody is counted")).toBeInViewport(fullyVisible);
  await expectAccessible(page);
  await page.getByRole("checkbox", { name: guests[1]!.name }).check();
  await page.getByRole("button", { name: "Let 1 more in" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText("2 of 2 in")).toBeVisible();
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "One Supporter's evening ticket more" }).click();
  // Practice sells nothing.
  await expect(page.getByRole("dialog", { name: "Sell at the door" })).not.toContainText("Sales are real");
  await page.getByRole("button", { name: "Paid €12.50: let in 1 person" }).click();
  await expect(page.getByRole("dialog", { name: "Sold" })).toBeVisible();
  await page.getByRole("button", { name: "Back to scanning" }).click();
  await page.getByRole("button", { name: "End practice" }).click();
  await expect(page.getByText("0 of 2 in")).toBeVisible();
  await page.getByRole("button", { name: "Recent" }).click();
  await expect(
    page.getByText("People admitted and sales made on this device are listed here."),
  ).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();
  await context.setOffline(false);
  await expect(status(page)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });
  const sold = await site.db
    .selectFrom("orders")
    .select("id")
    .where("channel", "=", "door")
    .where("event_id", "=", event.id)
    .execute();
  expect(sold).toEqual([]);
});

test("a refusal is shown without the message about the previous guest", async ({ page, site }) => {
  const { guests, cancelled } = await openDoorOf(page, site, 1);
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(page.getByText(`${guests[0]!.name} let in`)).toBeVisible();
  await scanWithHandScanner(page, [cancelled.code]);
  await expect(verdict(page)).toHaveText("Cancelled");
  await expect(page.getByText(`${guests[0]!.name} let in`)).toHaveCount(0);
});

for (const { what, viewport, percent } of [
  { what: "on a phone in landscape", viewport: { width: 844, height: 390 }, percent: 100 },
  { what: "with text at 150 %", viewport: phoneSize, percent: 150 },
  { what: "with text at 200 %", viewport: phoneSize, percent: 200 },
])
  test(`${what} the verdict, the name, the gate and the next button are on the screen`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(viewport);
    const { guests } = await openDoorOf(page, site, 1);
    await enlargeText(page, percent);
    const card = page.getByRole("alert").filter({ has: page.getByRole("heading", { level: 2 }) });
    const gate = page.getByRole("heading", { name: "South gate" });
    await expect(gate).toBeInViewport(fullyVisible);
    await expect.poll(() => isTextComplete(gate)).toBe(true);
    await scanWithHandScanner(page, [guests[0]!.code]);
    await expect(verdict(page)).toHaveText("Welcome");
    await expect(card.getByText(guests[0]!.name)).toBeInViewport(fullyVisible);
    await expect(page.getByRole("button", { name: "Next" })).toBeInViewport(fullyVisible);
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByLabel("Name, or the text of a code").fill("guest");
    // A name has at most two lines: its row wraps instead.
    const name = page.getByRole("button", { name: guests[0]!.name }).getByRole("strong");
    await expect.poll(() => name.evaluate((text) => text.getClientRects().length)).toBeLessThanOrEqual(2);
    await page.getByRole("button", { name: guests[0]!.name }).click();
    await expect(verdict(page)).toHaveText("Already in");
    await expect(card.getByText(/at South gate/)).toBeInViewport(fullyVisible);
    await expect(card.getByText(guests[0]!.name)).toBeInViewport(fullyVisible);
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
    await expect.poll(isWider).toBe(false);
    const title = sheet.getByText("Supporter's evening ticket", { exact: true });
    await expect.poll(() => isTextComplete(title)).toBe(true);
    const pay = page.getByRole("button", { name: "Paid €12.50: let in 1 person" });
    await pay.scrollIntoViewIfNeeded();
    await expect(pay).toBeInViewport(fullyVisible);
  });

test("with text at 200 % and the bars of Safari, an unanswered sale covers no button, and its own last button can be reached", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 664 });
  await openDoorOf(page, site, 1);
  await enlargeText(page, 200);
  await page.route("**/api/door/sell", (route) => route.abort());
  await page.getByRole("button", { name: "Sell", exact: true }).click();
  await page.getByRole("button", { name: "One Supporter's evening ticket more" }).click();
  await page.getByRole("button", { name: "Paid €12.50: let in 1 person" }).click();
  const notice = page.getByRole("region", { name: "The last sale" });
  await expect(notice).toContainText("We do not know if the last sale was made");
  await page.getByRole("button", { name: "Close" }).click();
  for (const name of ["Search", "Sell", "Recent"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeInViewport(fullyVisible);
    await button.click({ trial: true });
  }
  const cancel = notice.getByRole("button", { name: "Cancel the sale" });
  await cancel.scrollIntoViewIfNeeded();
  await expect(cancel).toBeInViewport(fullyVisible);
  await cancel.click({ trial: true });
});

test("on a phone in landscape, an error message covers no button beside the video", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await withFullDisk(page);
  const { guests } = await openDoorOf(page, site, 1);
  await page.evaluate(() => {
    globalThis.isDiskFull = true;
  });
  await scanWithHandScanner(page, [guests[0]!.code]);
  await expect(page.getByRole("alert").filter({ hasText: "This device has no storage left" })).toBeVisible();
  for (const name of ["Search", "Sell", "Recent"]) {
    const button = page.getByRole("button", { name, exact: true });
    await expect(button).toBeInViewport(fullyVisible);
    expect(await isOnTop(button)).toBe(true);
  }
});

test("a network that loses everything is shown as a late answer, then as offline, and then as back", async ({
  page,
  site,
}) => {
  const event = await doorEvent(site);
  const [guest] = await addGuests(site, event, { count: 1 });
  const { address } = await addLink(site, event);
  const line = await openLine(site.url);
  try {
    await openLink(page, address.replace(site.url, line.url));
    const statusTexts = status(page).evaluate(
      (button) =>
        new Promise<string[]>((resolve) => {
          const shownTexts: string[] = [];
          const note = () => {
            const [words = ""] =
              /No answer from the server|Offline|Up to date/.exec(button.textContent) ?? [];
            if (shownTexts.at(-1) !== words) shownTexts.push(words);
            if (words === "Offline") resolve(shownTexts);
          };
          new MutationObserver(note).observe(button, { characterData: true, childList: true, subtree: true });
          note();
        }),
    );
    line.become("hole");
    await scanWithHandScanner(page, [guest!.code]);
    expect(await statusTexts).toEqual(["Up to date", "No answer from the server", "Offline"]);
    await expect(status(page)).toContainText("1 scan to send");
    line.become("open");
    await expect(status(page)).toContainText("Up to date · all sent");
    expect(await countsOnServer(site, event)).toEqual({ arrived: 1, scans: 1 });
  } finally {
    await line.stop();
  }
});
