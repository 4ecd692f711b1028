import type { Page } from "@playwright/test";
import { expect, expectAccessible, test, untilHydrated } from "./journey.ts";
import { expectFitsPhone, partsSite, register } from "./partsSite.ts";
import { recordTexts } from "./remembering.ts";

const side = (page: Page) => page.getByRole("navigation", { name: "Event", exact: true });
const current = (page: Page) => side(page).locator("[aria-current]");
const drawer = (page: Page) => page.getByRole("dialog", { name: "Event pages" });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

test("the navigation is beside a page, in groups, marks the open page, and is not printed", {
  tag: "@main",
}, async ({ page }) => {
  const site = await partsSite(page.request);
  await site.open(page, "tickets");
  await expect(page.getByRole("button", { name: /^Event pages/ })).toBeHidden();
  await expect(side(page).getByRole("list", { name: "Sell" }).getByRole("link")).toHaveText([
    "Tickets",
    "Extras",
    "Promo codes",
    "Sponsor packages",
  ]);
  await expect(current(page)).toHaveText(["Tickets"]);
  await expect(current(page)).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);

  await side(page).getByRole("link", { name: "Codes and badges" }).click();
  await expect(heading(page)).toHaveText("Codes and badges");
  await expect(current(page)).toHaveText(["Codes and badges"]);
  await side(page).getByRole("link", { name: "Final accounts" }).click();
  await expect(heading(page)).toHaveText("Final accounts");
  await expect(current(page)).toHaveText(["Final accounts"]);
  await page.emulateMedia({ media: "print" });
  await expect(side(page)).toBeHidden();
  await expect(heading(page)).toBeVisible();
});

test("a long name in the breadcrumbs is cut on a phone, also between two others and alone", async ({
  page,
}) => {
  const long = "A very long name of a summer event with dinner and dance at the old boathouse";
  const site = await partsSite(page.request, { name: long });
  const ticket = await site.post("ticket/save", {
    eventId: site.eventId,
    title: "Standard",
    price: 0,
    maxStock: 5,
  });
  await register(site, ticket.id);
  const orders = await site.get("order/getOrders", { eventId: site.eventId });
  await site.open(page, `orders/${orders.items[0]?.id}`);
  await expect(page.getByRole("link", { name: long })).toBeVisible();
  await expectFitsPhone(page);
  const { clubId } = await site.get("event/getEvent", { eventId: site.eventId });
  await page.route("**/api/club/getClub?*", async (route) => {
    const reply = await route.fetch();
    const { payload } = await reply.json();
    await route.fulfill({ response: reply, json: { payload: { ...payload, name: long } } });
  });
  await page.goto(`/club/team/${clubId}`);
  await expect(page.getByRole("link", { name: long })).toBeVisible();
  await expectFitsPhone(page);
});

test("the former addresses of the pages of texts and of questions lead to the present ones", async ({
  page,
}) => {
  const site = await partsSite(page.request);
  for (const [former, present, title] of [
    ["landing-config", "page-texts", "Page texts"],
    ["form-builder", "questions", "Questions"],
  ] as const) {
    await site.open(page, former);
    // The preview has another heading, that of the public page.
    await expect(heading(page).first()).toHaveText(title);
    await expect(page).toHaveURL(`/event/${site.eventId}/${present}`);
    await expect(current(page)).toHaveText([title]);
  }
});

test("a page does not wait for the counts in the navigation", async ({ page }) => {
  const site = await partsSite(page.request);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/api/door/getConflicts*", async (route) => {
    await held;
    await route.continue();
  });
  await site.open(page, "final-accounts");
  await side(page).getByRole("link", { name: "Extras" }).click();
  await expect(heading(page)).toHaveText("Extras");
  await expect(current(page)).toHaveText(["Extras"]);
  release();
});

test("while a staff page loads it says so, and then screen readers hear its title", { tag: "@main" }, async ({
  page,
}) => {
  const site = await partsSite(page.request);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await site.open(page, "tickets");
  await page.route("**/api/event/getExtras*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/event/${site.eventId}/extras`);
  const spoken = page.locator("div[aria-live=polite][aria-atomic=true]");
  await expect(page.getByRole("main").getByText("Loading…")).toBeVisible();
  await expect(spoken.filter({ hasText: /^Loading$/ })).toHaveCount(1);
  release();
  await expect(heading(page)).toHaveText("Extras");
  await expect(spoken.filter({ hasText: /Extras \| Foyer$/ })).toHaveCount(1);
});

test.describe("a page that cannot be shown", () => {
  test.use({ expectedNoise: /status of (404|503)/ });

  test("a page that cannot be shown still has the navigation beside it", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "orders/999999999");
    await expect(heading(page)).toHaveText("Order not found");
    await expect(current(page)).toHaveText(["Orders"]);
    await expect(current(page)).toHaveAttribute("aria-current", "true");

    const notFound = { status: 404, json: { msg: "There is no such event.", code: "notFound" } };
    await page.route("**/api/event/getClosing*", (route) => route.fulfill(notFound));
    await side(page).getByRole("link", { name: "Final accounts" }).click();
    await expect(page).toHaveTitle("Not Found | Foyer");
    await expect(current(page)).toHaveText(["Final accounts"]);
    await expect(page.getByRole("main").getByRole("link", { name: "See all events" })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Go to your dashboard" }).click();
    await expect(page).toHaveURL(/\/dashboard\/admin$/);

    await site.open(page, "orders");
    await page.route("**/api/event/getClosing*", (route) =>
      route.fulfill({ status: 503, json: { msg: "We are taking a breath.", code: "busy" } }),
    );
    await side(page).getByRole("link", { name: "Final accounts" }).click();
    await expect(page.getByText("We are taking a breath.")).toBeVisible();
    await expect(current(page)).toHaveText(["Final accounts"]);
    await expectAccessible(page);
    await page.reload();
    await expect(page.getByText("We are taking a breath.")).toBeVisible();
    await expect(page.getByRole("main").getByRole("link", { name: "Go to your dashboard" })).toBeVisible();
    await side(page).getByRole("link", { name: "Overview" }).click();
    await expect(page.getByRole("heading", { name: "Cancel or delete" })).toBeVisible();
  });
});

test.describe("an event that does not exist", () => {
  test.use({ expectedNoise: /status of 404/ });

  test("an event that does not exist has no navigation", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "orders");
    for (const path of ["999999999/orders", "x/orders", "999999999"]) {
      await page.goto(`/event/${path}`);
      await expect(heading(page)).toHaveText("Page not found");
      await expect(side(page)).toHaveCount(0);
    }
  });
});

test("the same page of another event has that event's values, also when the browser's history leads to it", async ({
  page,
}) => {
  const note = page.getByLabel("Note in the ticket mail");
  const [first, second] = [await partsSite(page.request), await partsSite(page.request)];
  for (const { post, eventId } of [first, second])
    await post("event/saveConfig", { eventId, config: { ticketNote: `Note of ${eventId}` } });
  const openSettings = () => side(page).getByRole("link", { name: "Settings" }).click();
  const historyIndex = () => page.evaluate(() => (history.state as { idx: number }).idx);

  await first.open(page, "");
  await openSettings();
  await expect(note).toHaveValue(`Note of ${first.eventId}`);
  const firstIndex = await historyIndex();
  const crumbs = page.getByRole("navigation", { name: "You are here" });
  await crumbs.getByRole("link", { name: "Your events" }).click();
  const { name } = await second.get("event/getEvent", { eventId: second.eventId });
  await page.getByRole("searchbox", { name: "Search your events" }).fill(name);
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await openSettings();
  await expect(note).toHaveValue(`Note of ${second.eventId}`);
  await side(page).evaluate((element) => element.setAttribute("data-kept", ""));
  await page.evaluate((steps) => history.go(steps), firstIndex - (await historyIndex()));
  await expect(page).toHaveURL(`/event/${first.eventId}/config`);
  await expect(note).toHaveValue(`Note of ${first.eventId}`);
  await expect(side(page)).toHaveAttribute("data-kept");
});

test("a list's heading and the navigation beside it stay when a filter changes the address", async ({
  page,
}) => {
  const site = await partsSite(page.request);
  await site.open(page, "attendees");
  const kept = [heading(page), side(page)];
  for (const part of kept) await part.evaluate((element) => element.setAttribute("data-kept", ""));
  await page.getByRole("searchbox").fill("Nobody");
  await expect(page).toHaveURL(/\?.*Nobody/);
  await expect(page.getByRole("main")).toContainText("Nobody found");
  for (const part of kept) await expect(part).toHaveAttribute("data-kept");
});

test.describe("an ended session", () => {
  test.use({ expectedNoise: /status of 440/ });

  test("when the session has ended, the frame stays until the sign-in page is shown", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "tickets");
    await page.evaluate(() => {
      new MutationObserver(() => {
        const isSignin = location.pathname === "/auth/Signin";
        const hasFrame = document.querySelector("nav[aria-label=Event]") !== null;
        if (!isSignin && !hasFrame) document.documentElement.dataset.lostFrame = location.pathname;
      }).observe(document.body, { childList: true, subtree: true });
    });
    await page.route("**/api/event/getClosing*", (route) =>
      route.fulfill({ status: 440, json: { msg: "Please sign in again.", code: "tokenExpired" } }),
    );
    await side(page).getByRole("link", { name: "Final accounts" }).click();
    await expect(page).toHaveURL(/\/auth\/Signin$/);
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    expect(await page.locator("html").getAttribute("data-lost-frame")).toBeNull();
  });

  test("when the session has ended, an event is not called published", async ({ page }) => {
    const messages = "[data-color]";
    const shownMessages = await recordTexts(page, messages);
    const site = await partsSite(page.request, { isActive: false });
    await site.post("ticket/save", { eventId: site.eventId, title: "Seat", price: 0, maxStock: 9 });
    await site.open(page, "");
    await page.route("**/api/event/save", (route) =>
      route.fulfill({ status: 440, json: { msg: "Please sign in again.", code: "tokenExpired" } }),
    );
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByLabel("Password", { exact: true })).toBeVisible();
    await expect.poll(() => shownMessages.join()).toContain("Please sign in again.");
    // A further message would follow at once.
    await expect(page.locator(messages)).toHaveCount(0);
    expect(shownMessages.join()).not.toContain("Published.");
  });
});

test.describe("on a low screen", () => {
  test.use({ viewport: { width: 1280, height: 420 } });

  test("the navigation shows the entry of the open page, and the page stays at its top", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "config");
    await expect(current(page)).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a button with the open page's name opens the drawer; Escape closes it and returns the focus", {
    tag: "@main",
  }, async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "questions");
    await expect(side(page)).toBeHidden();
    const opener = page.getByRole("button", { name: "Event pages: Questions" });
    await expect(opener).toHaveAttribute("aria-expanded", "false");
    await opener.focus();
    await page.keyboard.press("Enter");
    await expect(drawer(page)).toBeVisible();
    await expect(current(page)).toHaveText(["Questions"]);
    await expectAccessible(page);
    const hasFocus = () => drawer(page).evaluate((dialog) => dialog.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    await page.keyboard.press("Escape");
    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();

    await page.keyboard.press("Enter");
    await drawer(page).getByRole("button", { name: "Close" }).click();
    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();

    await page.setViewportSize({ width: 390, height: 1600 });
    await opener.click();
    await expect(drawer(page)).toBeVisible();
    // The first click is below the drawer's list, the second beside the drawer.
    await page.mouse.click(100, 1590);
    await expect(drawer(page)).toBeVisible();
    await page.mouse.click(380, 400);
    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("choosing a page closes the drawer, and the new page's heading has the focus", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "questions");
    const opener = page.getByRole("button", { name: /^Event pages/ });
    await opener.click();
    await drawer(page).getByRole("link", { name: "Waiting list" }).focus();
    await page.keyboard.press("Enter");
    await expect(drawer(page)).toBeHidden();
    await expect(heading(page)).toHaveText("Waiting list");
    await expect(heading(page)).toBeFocused();
    await expect(opener).toHaveAccessibleName("Event pages: Waiting list");

    await opener.click();
    await drawer(page).getByRole("link", { name: "Waiting list" }).click();
    await expect(drawer(page)).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("the drawer's button says that something needs attention on another page", async ({ page }) => {
    const site = await partsSite(page.request);
    const ticket = await site.post("ticket/save", {
      eventId: site.eventId,
      title: "Balcony",
      price: 0,
      maxStock: 0,
    });
    await site.post("waitingList/join", {
      eventId: site.eventId,
      ticketId: ticket.id,
      places: 1,
      name: "Lea",
      email: `lea-${Date.now()}@example.org`,
    });
    await site.open(page, "tickets");
    await page.getByRole("button", { name: "Event pages: Tickets (something needs attention)" }).click();
    await drawer(page).getByRole("link", { name: "Waiting list 1 waiting" }).click();
    await untilHydrated(page);
    await expect(page.getByRole("button", { name: "Remove Lea" })).toBeVisible();
  });

  test("leaving a changed form through the drawer asks first", async ({ page }) => {
    const site = await partsSite(page.request);
    await site.open(page, "config");
    await page.getByLabel("Maximum tickets in one registration").fill("7");
    await page.getByRole("button", { name: "Event pages: Settings" }).click();
    await drawer(page).getByRole("link", { name: "Extras" }).click();
    await expect(drawer(page)).toBeHidden();
    await page
      .getByRole("dialog", { name: "Leave without saving?" })
      .getByRole("button", { name: "Stay here" })
      .click();
    await expect(page.getByLabel("Maximum tickets in one registration")).toHaveValue("7");
  });
});
