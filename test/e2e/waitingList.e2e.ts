import type { Browser, Page } from "@playwright/test";
import { expect, expectAccessible, open, test } from "./journey.ts";
import { expectCards } from "./listCards.ts";
import { mailedTo } from "./outbox.ts";
import { partsSite, register } from "./partsSite.ts";
import { goToCheckout, nameBuyer } from "./purchaseSteps.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

async function buildSoldOut(page: Page, name: string) {
  const site = await partsSite(page.request, { name });
  const ticket = await site.post("ticket/save", {
    eventId: site.eventId,
    title: "Balcony",
    price: 0,
    maxStock: 2,
  });
  const replies = [await register(site, ticket.id), await register(site, ticket.id)];
  return { site, ticket, registrationIds: replies.map((reply) => reply.registration.registrationId) };
}

const phone = (browser: Browser, baseURL: string | undefined) =>
  browser.newPage({ ...(baseURL !== undefined && { baseURL }), viewport: { width: 390, height: 844 } });
const inApp = (url: string) => new URL(url).pathname + new URL(url).search;
const linkTo = (email: string) => mailedTo(email, /(https?:\/\/\S+\/waiting-list\?\S+)/).then(inApp);

test("somebody joins a waiting list by keyboard on a phone, and accepts the offer on another device", {
  tag: "@main",
}, async ({ page, browser, baseURL }) => {
  const { site, ticket, registrationIds } = await buildSoldOut(page, `Moonlit Ferry ${Date.now()}`);
  const email = `nora-${Date.now()}@example.org`;
  const visitor = await phone(browser, baseURL);
  await open(visitor, `/${site.slug}`);
  await expect(
    visitor.getByText("Join the waiting list: people on the list get the first offer"),
  ).toBeVisible();
  await expectAccessible(visitor);
  await visitor
    .getByRole("region", { name: "Tickets" })
    .getByRole("link", { name: "Join the waiting list" })
    .focus();
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("heading", { name: "Join the waiting list" })).toBeVisible();
  // The page, not the browser, says what an empty form lacks.
  await visitor.getByLabel("E-mail").focus();
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByLabel("E-mail")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(visitor);
  await expectRoomForThumbs(visitor);
  await visitor.getByLabel("Your name").focus();
  await visitor.keyboard.type("Nora Field");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type(email);
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("heading", { name: "You are on the waiting list" })).toBeVisible();
  await expect(visitor.getByRole("status").filter({ hasText: email })).toBeFocused();
  await expect(visitor.getByText("keep them for up to 24 hours")).toBeVisible();
  await expect(visitor.getByRole("main").locator("dl")).toHaveText("BalconyFree");
  await expectAccessible(visitor);

  await open(visitor, await linkTo(email));
  await expect(visitor.getByRole("heading", { name: "You are on the waiting list" })).toBeVisible();
  await expect(visitor.getByText("1 × Balcony")).toBeVisible();
  await expect(visitor.getByRole("main").locator("dl")).toContainText("PriceFree");
  await expect(visitor.getByText("keep them for up to 24 hours")).toBeVisible();
  await expectAccessible(visitor);
  await expectRoomForThumbs(visitor);

  await site.post("registration/updateStatus", { id: registrationIds[0]!, status: false });
  const offered = inApp(await mailedTo(email, /Take the place\s+(https?:\/\/\S+\/waiting-list\?\S+)/));
  await open(visitor, `/${site.slug}`);
  await expect(visitor.getByRole("link", { name: "Get tickets" })).toHaveCount(0);
  await visitor.close();

  const laptop = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  // A code that was applied before does not hinder the offer, which has none.
  const code = "FERRY";
  await site.post("promoCode/save", { eventId: site.eventId, code, kind: "percent", value: 20 });
  await open(laptop, `/${site.slug}/tickets?code=${code}`);
  await expect(laptop.getByText(`Code ${code}`, { exact: true })).toBeVisible();
  await open(laptop, offered);
  await expect(laptop.getByRole("heading", { name: "There is a place for you" })).toBeVisible();
  await expect(laptop.getByRole("timer")).toHaveText(/^23:5\d:\d\d$/);
  await expectAccessible(laptop);
  await laptop.getByRole("button", { name: "Take the place" }).click();
  await expect(laptop.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await expect(laptop.getByRole("textbox", { name: "E-mail", exact: true })).toHaveValue(email);
  await expectAccessible(laptop);
  await laptop.getByRole("link", { name: "Tickets (done)" }).click();
  await expect(laptop.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
  await expect(laptop.getByText(`Code ${code}`, { exact: true })).toHaveCount(0);
  await laptop.getByRole("button", { name: "Continue" }).click();
  await expect(laptop.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await nameBuyer(laptop, "Nora Field", email);
  await goToCheckout(laptop);
  await laptop.getByRole("button", { name: /^(Confirm|Complete|Register)/ }).click();
  await expect(laptop.getByRole("heading", { name: "You're all set" })).toBeVisible();

  await open(laptop, offered);
  await expect(laptop.getByRole("heading", { name: "This place is yours" })).toBeVisible();
  await expectAccessible(laptop);
  await laptop.getByRole("link", { name: "Show my tickets" }).click();
  await expect(laptop.getByText("Balcony").first()).toBeVisible();
  await laptop.close();

  await site.open(page, `waiting-list?ticket=${ticket.id}`);
  await expect(page.getByRole("row", { name: /Nora Field/ })).toContainText("Accepted");
  await expectAccessible(page);
});

test("one form joins the waiting lists of several ticket types, and the mails say the price and time of an offer", async ({
  page,
  browser,
  baseURL,
}) => {
  const { site, ticket } = await buildSoldOut(page, `Two Piers ${Date.now()}`);
  const gallery = await site.post("ticket/save", {
    eventId: site.eventId,
    title: "Gallery",
    price: 0,
    maxStock: 1,
  });
  await register(site, gallery.id);
  await site.post("ticket/save", { id: gallery.id, eventId: site.eventId, title: "Gallery", price: 25_000 });
  const visitor = await phone(browser, baseURL);
  await open(visitor, `/${site.slug}/tickets`);
  await expect(visitor.getByRole("link", { name: "Join the waiting list" })).toHaveCount(1);
  await expectAccessible(visitor);
  await open(visitor, `/${site.slug}`);
  const bar = visitor.locator("[data-bottom-bar]");
  await expect(bar).toContainText("Sold out");
  await expect(bar.locator("a")).toHaveText("Join the waiting list");
  // The bar hides while the panel's button is in view.
  await visitor
    .getByRole("region", { name: "Tickets" })
    .getByRole("link", { name: "Join the waiting list" })
    .click();
  const form = visitor.getByRole("form", { name: "Waiting list" });
  const email = `either-${Date.now()}@example.org`;
  await form.getByLabel("Your name").fill("Ida Either");
  await form.getByLabel("E-mail").fill(email);
  await form.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(form.getByText("Choose at least one ticket type.")).toBeVisible();
  await expect(form.getByRole("checkbox", { name: "Balcony, Free" })).toBeFocused();
  await form.getByRole("checkbox", { name: "Balcony, Free" }).check();
  await form.getByRole("checkbox", { name: "Gallery, THB 250" }).check();
  await expectAccessible(visitor);
  await expectRoomForThumbs(visitor);
  await form.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(visitor.getByRole("heading", { name: "You are on the waiting list" })).toBeVisible();
  await expect(visitor.getByRole("main").locator("dl")).toHaveText(/BalconyFree\s*GalleryTHB\s250/);
  await expectAccessible(visitor);
  await mailedTo(email, /1 × Balcony, and need to do nothing else.*up\s+to\s+24\s+hours.*PRICE\s+Free/s);
  await mailedTo(email, /1 × Gallery, and need to do nothing else.*PRICE\s+THB\s250/s);
  const { items } = await site.get("waitingList/getByEventId", { eventId: site.eventId });
  expect(items.map(({ ticketId }) => ticketId)).toEqual([ticket.id, gallery.id]);
  await visitor.close();
});

test("a mistake is shown at its field; leaving a waiting list asks first, and the next person gets the offer", async ({
  page,
  browser,
  baseURL,
}) => {
  const { site, ticket, registrationIds } = await buildSoldOut(page, `Lantern Row ${Date.now()}`);
  const [first, next] = [`first-${Date.now()}@example.org`, `next-${Date.now()}@example.org`];
  const join = (email: string) =>
    site.post("waitingList/join", {
      eventId: site.eventId,
      ticketId: ticket.id,
      places: 1,
      name: "Lea",
      email,
    });
  const visitor = await phone(browser, baseURL);
  await open(visitor, `/${site.slug}/waiting-list?ticket=${ticket.id}`);
  await visitor.getByLabel("How many places?").fill("11");
  await visitor.getByRole("button", { name: "Join the waiting list" }).click();
  await expect(visitor.getByText("Enter your name.")).toBeVisible();
  await expect(visitor.getByLabel("Your name")).toBeFocused();
  await expectAccessible(visitor);

  await join(first);
  await join(next);
  await site.post("registration/updateStatus", { id: registrationIds[0]!, status: false });
  const offered = inApp(await mailedTo(first, /Take the place\s+(https?:\/\/\S+\/waiting-list\?\S+)/));
  await open(visitor, offered);
  await visitor.getByRole("button", { name: "I do not want it" }).click();
  await expect(visitor.getByText("Give the place back?")).toBeFocused();
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "No, stay" }).click();
  await visitor.getByRole("button", { name: "I do not want it" }).click();
  await visitor.getByRole("button", { name: "Yes, leave the list" }).click();
  await expect(
    visitor.getByRole("heading", { name: "You are not on the waiting list any more" }),
  ).toBeVisible();
  await expectAccessible(visitor);
  await mailedTo(next, /Take the place\s+(https?:\/\/\S+\/waiting-list\?\S+)/);
  await open(visitor, `/${site.slug}/waiting-list?entry=1&accessKey=${"A".repeat(22)}`);
  await expect(visitor.getByRole("heading", { name: "This waiting list link was not found" })).toBeVisible();
  await visitor.close();
});

test("staff see who waits, filter, remove somebody, and set how long an offer lasts", {
  tag: "@main",
}, async ({ page }) => {
  const { site, ticket } = await buildSoldOut(page, `Paper Boats ${Date.now()}`);
  await site.open(page, "waiting-list");
  await expect(page.getByText("Nobody is waiting")).toBeVisible();
  await expectAccessible(page);
  for (const [name, places] of [
    ["Ann Archer", 1],
    ["Ben Baker", 2],
  ] as const)
    await site.post("waitingList/join", {
      eventId: site.eventId,
      ticketId: ticket.id,
      places,
      name,
      email: `${name.split(" ")[0]!.toLowerCase()}-${Date.now()}@example.org`,
    });
  await page.reload();
  await expect(page.getByRole("status").filter({ hasText: "2 entries" })).toBeVisible();
  const inNavigation = page
    .getByRole("navigation", { name: "Event" })
    .getByRole("link", { name: "Waiting list" });
  await expect(inNavigation).toHaveAccessibleName("Waiting list 2 waiting");
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Search" }).fill("ben");
  await expect(page.getByRole("status").filter({ hasText: "1 entry" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Ben Baker" }).click();
  const dialog = page.getByRole("dialog", { name: "Remove Ben Baker from the list?" });
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Remove from the list" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("row", { name: /Ben Baker/ })).toContainText("Left the list");
  await expect(page.getByRole("button", { name: "Remove Ben Baker" })).toHaveCount(0);
  await expect(inNavigation).toHaveAccessibleName("Waiting list 1 waiting");
  // A success message covers the bottom of the page.
  await page.getByRole("button", { name: "Close" }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("searchbox", { name: "Search" }).fill("");
  await expectCards(page, "Waiting list", 2);
  await expect(page.getByRole("row").filter({ hasText: "Ann Archer" })).toBeVisible();
  await expectAccessible(page);
  await expectRoomForThumbs(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByRole("link", { name: "Waiting list settings" }).click();
  await page.getByLabel("Hours to accept an offer").fill("200");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.getByText("Enter whole hours from 1 to 168, which is a week.")).toBeVisible();
  await page.getByLabel("Hours to accept an offer").fill("2");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await site.open(page, "waiting-list");
  await expect(page.getByText("has 2 hours to accept it")).toBeVisible();
});
