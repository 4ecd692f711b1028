import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { cancelEventTask } from "../../server/desk/cancelEvent.ts";
import { ProviderRefused } from "../../server/payments/provider.ts";
import { createTestProvider } from "../../server/payments/testProvider.ts";
import { refundOrderTask } from "../../server/refunds/refundOrder.ts";
import { backgroundTasks } from "../../server/tasks.ts";
import { buildUser, testPassword } from "../../server/testing/builders.ts";
import { buyOrder } from "./boughtOrder.ts";
import { beSignedIn, demo, expect, expectAccessible, open, test } from "./journey.ts";
import { mailedTo } from "./outbox.ts";
import { partsSite } from "./partsSite.ts";
import { startSite } from "./purchaseSite.ts";
import { choose, goOn, goToCheckout, nameBuyer, openTickets, pay, simpleEvent } from "./purchaseSteps.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

type Site = Awaited<ReturnType<typeof partsSite>>;

const progress = (page: Page) => page.getByRole("region", { name: /^Cancelled on/ });
const figure = (page: Page, label: string) =>
  progress(page)
    .locator("dl > div")
    .filter({ has: page.getByText(label, { exact: true }) });

async function eventOnSale(page: Page, name: string) {
  const site = await partsSite(page.request, { name, currency: "usd" });
  const { eventId } = site;
  const save = (title: string, price: number) =>
    site.post("ticket/save", { eventId, title, price, maxStock: 50 });
  return { site, paid: await save("Standard", 2500), free: await save("Helper", 0) };
}

async function buy(visitor: Page, slug: string, email: string): Promise<void> {
  await openTickets(visitor, slug);
  await choose(visitor);
  await goOn(visitor);
  await nameBuyer(visitor, "Ada Lovelace", email);
  await goToCheckout(visitor);
  await pay(visitor);
}

async function register(site: Site, ticketId: number, email: string): Promise<void> {
  const tickets = [{ ticketId, quantity: 1 }];
  const attendees = [{ ticketId, firstName: "Mia", lastName: "Keller", email }];
  await site.post("registration/express", { eventId: site.eventId, tickets, attendees });
}
async function sellAtDoor(site: Site, ticketId: number, totalAmount: number): Promise<void> {
  const tickets = [{ ticketId, quantity: 1 }];
  const sale = { eventId: site.eventId, deviceId: randomUUID(), tickets, paidBy: "cash" as const };
  await site.post("door/sell", { ...sale, totalAmount, name: "", email: null });
}

async function openCancelDialog(page: Page, site: Site, name: string) {
  await site.open(page, "");
  await page.getByRole("button", { name: "Cancel event" }).click();
  const dialog = page.getByRole("dialog", { name: `Cancel ${name}?` });
  await expect(dialog).toBeVisible();
  return dialog;
}

test("staff cancel an event once: everybody with an address gets a mail, online payments are refunded, and its pages sell nothing any more", {
  tag: "@main",
}, async ({ page, browser, baseURL }) => {
  const name = `Boathouse Supper ${Date.now()}`;
  const [ada, mia] = [`ada-${Date.now()}@example.org`, `mia-${Date.now()}@example.org`];
  const { site, paid, free } = await eventOnSale(page, name);
  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await buy(visitor, site.slug, ada);
  await register(site, free.id, mia);
  await sellAtDoor(site, paid.id, 2500);

  const dialog = await openCancelDialog(page, site, name);
  for (const line of [
    "Nothing is sold any more, neither on the web nor at the door.",
    "$25 is refunded to the buyer of 1 order.",
    "$25 was paid at the door or by bank transfer (1 order). You pay it back by hand.",
    "2 people get a mail.",
  ])
    await expect(dialog.getByRole("listitem").filter({ hasText: line })).toHaveCount(1);
  const letter = dialog.getByRole("region", { name: "Preview of the mail" });
  await dialog
    .getByLabel("Your message to everybody who registered")
    .fill("The quay is under water.\n\nSee you in spring.");
  await expect(letter.getByText("See you in spring.", { exact: true })).toBeVisible();
  await expect(letter).toContainText("What you paid online is refunded in full");
  await dialog.getByRole("switch", { name: "Refund all payments" }).click();
  await expect(letter).not.toContainText("refunded");
  await expect(dialog).toContainText("$25 of 1 order stays with you");
  await dialog.getByRole("switch", { name: "Refund all payments" }).click();

  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("/api/event/cancel"))
      sent.push(request.headers()["idempotency-key"] ?? "none");
  });
  await dialog.getByRole("button", { name: "Cancel the event" }).dblclick();
  await expect(progress(page)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(sent).toEqual([expect.stringMatching(/^[\w-]{36}$/)]);

  // The page shows "$25" and, without a space between, "1 order".
  await expect(figure(page, "Refunded")).toContainText("$251 order");
  await expect(figure(page, "Mails sent")).toContainText("2 of 2");
  await expect(figure(page, "Refund pending")).toHaveCount(0);
  await expect(figure(page, "To pay back by hand")).toContainText("$25");
  await expect(progress(page).getByRole("status")).toHaveText(
    "You still have to pay back by hand what was paid at the door or by bank transfer.",
  );
  await expect(progress(page)).toContainText("The quay is under water.");
  await expect(page.getByRole("button", { name: "Cancel event" })).toHaveCount(0);
  for (const who of [ada, mia]) await mailedTo(who, /is cancelled\.[\s\S]*The quay is under water\./);
  await mailedTo(ada, /\$25\s+is\s+refunded\s+in\s+full/);

  const { search } = new URL(visitor.url());
  await open(visitor, `/${site.slug}/tickets${search}`);
  await expect(visitor.getByText("This event was cancelled.")).toBeVisible();
  await open(visitor, `/${site.slug}`);
  await expect(
    visitor.getByRole("banner").or(visitor.locator("header")).getByText("Cancelled", { exact: true }),
  ).toBeVisible();
  await expect(visitor.getByRole("region", { name: "Tickets" })).toContainText("This event was cancelled");
  await expect(visitor.getByRole("link", { name: "Get tickets" })).toHaveCount(0);
  await expectAccessible(visitor);
  await open(visitor, `/${site.slug}/tickets`);
  await expect(visitor.getByText("This event was cancelled").first()).toBeVisible();
  await expect(visitor.getByRole("spinbutton")).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Continue" })).toHaveCount(0);
  await open(visitor, `/?search=${encodeURIComponent(name)}`);
  const card = visitor.getByRole("article").filter({ hasText: name });
  await expect(card).toContainText("Cancelled");
  await expect(card).not.toContainText("$");
  await visitor.close();
});

test("payments that staff do not refund at first are refunded later with one button", async ({
  page,
  browser,
  baseURL,
}) => {
  const name = `Kept Supper ${Date.now()}`;
  const ada = `ada-kept-${Date.now()}@example.org`;
  const { site } = await eventOnSale(page, name);
  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await buy(visitor, site.slug, ada);
  await visitor.close();

  const dialog = await openCancelDialog(page, site, name);
  await dialog.getByRole("switch", { name: "Refund all payments" }).click();
  await dialog.getByRole("button", { name: "Cancel the event" }).click();
  await expect(figure(page, "Not refunded")).toContainText("$25");
  await expect(figure(page, "Mails sent")).toContainText("1 of 1");
  await expect(progress(page).getByRole("status")).toHaveText(
    "All mails are sent. Nothing has been refunded yet.",
  );

  await progress(page).getByRole("button", { name: "Refund all payments" }).click();
  const question = page.getByRole("dialog", { name: "Refund $25?" });
  await question.getByRole("button", { name: "Refund everything" }).dblclick();
  await expect(figure(page, "Refunded")).toContainText("$25");
  await expect(progress(page).getByRole("status")).toHaveText(
    "All mails are sent, and everything is refunded.",
  );
  await expect(progress(page).getByRole("button")).toHaveCount(0);
});

test.describe("with a provider that refuses", () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ });

  test("a refund that the provider refuses appears on the open page, with a link to the orders that need attention", async ({
    page,
  }) => {
    // This server runs no jobs, so the test sees the page before and after it runs them.
    const site = await startSite((db, clock) => ({
      ...createTestProvider(db, clock),
      refund: async () => {
        throw new ProviderRefused("charge_not_refundable", "This charge cannot be refunded.");
      },
    }));
    try {
      const event = await simpleEvent(site);
      const { email } = await buildUser(site.db, ADMIN, event.clubId);
      const { order } = await buyOrder(site, {
        eventId: event.id,
        ticketId: event.ticketId,
        names: [["Mia", "Keller"]],
      });
      await beSignedIn(page, { email, password: testPassword }, site.url);
      await open(page, `${site.url}/event/${event.id}`);
      await page.getByRole("button", { name: "Cancel event" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cancel the event" }).click();
      await expect(progress(page).getByRole("status")).toHaveText(/in progress/);
      await expect(figure(page, "Refund pending")).toContainText("€25");
      await expect(figure(page, "Mails sent")).toContainText("0 of 1");

      await page.context().setOffline(true);
      await expect(progress(page).getByRole("status")).toHaveText(/could not be reached/);
      await page.context().setOffline(false);
      await expect(progress(page).getByRole("status")).toHaveText(/in progress/);

      const tasks = backgroundTasks(site.app);
      await tasks[cancelEventTask]!({ eventId: event.id, actor: "user:1" });
      await tasks[refundOrderTask]!({ orderId: order.id });
      await expect(figure(page, "Refused by the provider")).toContainText("€25");
      await expectAccessible(page);
      await progress(page).getByRole("link", { name: "See these orders" }).click();
      await expect(page).toHaveURL(new RegExp(`/event/${event.id}/orders\\?attention=true$`));
      await expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
    } finally {
      await page.goto("about:blank");
      await site.stop();
    }
  });
});

test.describe("when it cannot be done", () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED|status of 40\d/ });

  test("while offline, the cancel dialog keeps the typed message, and once online it cancels with the same key", async ({
    page,
  }) => {
    const name = `Far Supper ${Date.now()}`;
    const { site, free } = await eventOnSale(page, name);
    await register(site, free.id, `far-${Date.now()}@example.org`);
    const dialog = await openCancelDialog(page, site, name);
    await expect(dialog).toContainText("Nobody has paid, so there is nothing to refund.");
    await expect(dialog.getByRole("switch")).toHaveCount(0);
    await dialog.getByLabel("Your message to everybody who registered").fill("Snow.");
    const keys: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/event/cancel"))
        keys.push(request.headers()["idempotency-key"] ?? "none");
    });
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Cancel the event" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(/We could not reach the server/);
    await expect(dialog.getByLabel("Your message to everybody who registered")).toHaveValue("Snow.");
    await page.context().setOffline(false);
    await dialog.getByRole("button", { name: "Cancel the event" }).click();
    await expect(progress(page)).toContainText("Snow.");
    expect(keys).toEqual([expect.stringMatching(/^[\w-]{36}$/), keys[0]]);
  });

  test("a refusal to cancel an event appears in the dialog", async ({ page }) => {
    const name = `Gone Supper ${Date.now()}`;
    const { site } = await eventOnSale(page, name);
    const dialog = await openCancelDialog(page, site, name);
    await expect(dialog).toContainText("No mails are sent, because nobody has registered.");
    await site.post("event/removeEvent", { eventId: site.eventId });
    await dialog.getByRole("button", { name: "Cancel the event" }).click();
    await expect(dialog.getByRole("alert")).toContainText(/There is no such event/);
    await dialog.getByRole("button", { name: "Keep the event" }).click();
    await expect(dialog).toBeHidden();
  });
});

test("the dialog that cancels an event works by keyboard only, and leaving it with an unsaved message asks first", {
  tag: "@main",
}, async ({ page }) => {
  const name = `Keyboard Picnic ${Date.now()}`;
  const { site, free } = await eventOnSale(page, name);
  await register(site, free.id, `keys-${Date.now()}@example.org`);
  await site.open(page, "");
  await open(page, `/dashboard/admin?search=${encodeURIComponent(name)}`);
  const message = page.getByLabel("Your message to everybody who registered");

  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Cancel event" }).focus();
  await page.keyboard.press("Enter");
  await expect(message).toBeFocused();
  await page.keyboard.type("Rain.");
  await page.goBack();
  const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
  await leaving.getByRole("button", { name: "Stay here" }).press("Enter");
  await expect(message).toHaveValue("Rain.");
  await page.goBack();
  await leaving.getByRole("button", { name: "Leave without saving" }).press("Enter");

  await page.getByRole("button", { name: `More for ${name}` }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "View event page" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Cancel the event" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(message).toBeFocused();
  await page.keyboard.type("Hail.");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Keep the event" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/event/${site.eventId}$`));
  await expect(progress(page)).toContainText("Hail.");
});

test("a message typed for one event is kept for it, and is not offered for another event", async ({
  page,
}) => {
  const mark = `Twins ${Date.now()}`;
  const [first, second] = [`${mark} One`, `${mark} Two`];
  const events = [await eventOnSale(page, first), await eventOnSale(page, second)] as const;
  for (const { site, free } of events) await register(site, free.id, `twins-${Date.now()}@example.org`);
  await events[0].site.open(page, "");
  await open(page, `/dashboard/admin?search=${encodeURIComponent(mark)}`);
  const openFor = async (name: string) => {
    await page.getByRole("button", { name: `More for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Cancel the event" }).click();
    return page.getByRole("dialog", { name: `Cancel ${name}?` });
  };
  const message = page.getByLabel("Your message to everybody who registered");
  const keep = page.getByRole("button", { name: "Keep the event" });

  await openFor(first);
  await message.fill("The boat sank.");
  await keep.click();
  await openFor(second);
  await expect(message).toHaveValue("");
  await keep.click();
  await openFor(first);
  await expect(message).toHaveValue("The boat sank.");
  await keep.click();
});

test("the pages are accessible while an event is cancelled and afterwards", async ({ page }) => {
  const name = `Looked-at Supper ${Date.now()}`;
  const { site, paid } = await eventOnSale(page, name);
  await sellAtDoor(site, paid.id, 2500);
  await register(
    site,
    (await site.get("ticket/getTicketsByEventId", { eventId: site.eventId }))[1]!.id,
    demo.admin.email,
  );
  const dialog = await openCancelDialog(page, site, name);
  await dialog.getByLabel("Your message to everybody who registered").fill("The quay is under water.");
  await expectAccessible(page);
  await expectRoomForThumbs(page);
  await dialog.getByRole("button", { name: "Cancel the event" }).click();
  await expect(progress(page)).toBeVisible();
  // Opens the page again, because the success message covers its bottom.
  await site.open(page, "");
  await expectAccessible(page);
  await expectRoomForThumbs(page);
});
