import { readFile } from "node:fs/promises";
import type { Browser, Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildEvent, buildTicket, buildUser, testPassword } from "../../server/testing/builders.ts";
import { beSignedIn, expectAccessible, open } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";
import { choose, goOn, goToCheckout, nameBuyer, pay, reachCheckout } from "./purchaseSteps.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

test.use({ expectedNoise: /status of 4(04|09)/ });

const phone = { width: 390, height: 844 };

async function openStaffEvent(site: PurchaseSite, page: Page) {
  const event = await buildEvent(site.db);
  const standard = await buildTicket(site.db, event.id, { title: "Standard", price: 2500, maxStock: 20 });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  return { ...event, standardId: standard.id };
}

async function newVisitor(browser: Browser, site: PurchaseSite): Promise<Page> {
  const context = await browser.newContext({ baseURL: site.url, viewport: { width: 1280, height: 860 } });
  return context.newPage();
}

async function expectAccessibleToThumbs(page: Page): Promise<void> {
  await expectAccessible(page);
  // A message covers the bottom of the page while it is shown.
  await expect(page.locator("[data-color]")).toHaveCount(0);
  await expectRoomForThumbs(page);
}

test("a hidden ticket is bought with its code's link, and for the next visitor the code is used up", {
  tag: "@main",
}, async ({ page, browser, context, site }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const event = await openStaffEvent(site, page);
  await open(page, `/event/${event.id}/tickets`);
  await page.getByRole("button", { name: "Add a ticket" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Title").fill("Backstage");
  await panel.getByLabel("Price").fill("90");
  await panel.getByLabel("How many there are").fill("5");
  await panel.getByRole("switch", { name: "Hidden: sold only with a promo code" }).click({ force: true });
  await panel.getByRole("button", { name: "Add the ticket" }).click();
  await expect(page.getByText("Hidden: sold only with a promo code for it")).toBeVisible();

  await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Promo codes" }).click();
  await expect(page.getByText("No promo codes yet")).toBeVisible();
  await expectAccessibleToThumbs(page);
  await page.getByRole("button", { name: "Add a code" }).click();
  await panel.getByRole("button", { name: "Add the code" }).click();
  await expect(panel.getByRole("textbox", { name: "Code" })).toHaveAccessibleDescription(
    /Enter the code, such as SUMMER/,
  );
  await expect(panel.getByRole("textbox", { name: "Code" })).toBeFocused();
  await panel.getByRole("textbox", { name: "Code" }).fill("INSIDER");
  await panel.getByLabel("Percent off").fill("20");
  await panel.getByLabel("Standard").check();
  await panel.getByLabel("Backstage (hidden)").check();
  await panel.getByLabel("Maximum number of tickets").fill("1");
  await expectAccessibleToThumbs(page);
  await panel.getByRole("button", { name: "Add the code" }).dblclick();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("Not used yet · 1 ticket left")).toBeVisible();
  await expect(page.getByText("For Standard, Backstage (hidden)")).toBeVisible();
  await expectAccessibleToThumbs(page);
  await page.getByRole("button", { name: "Copy link with INSIDER" }).click();
  await expect(page.getByText("Link copied.")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${site.url}/${event.slug}?code=INSIDER`);

  const stranger = await page.request.get(`${site.url}/${event.slug}?code=INSIDER`);
  expect(await stranger.text()).not.toContain("Backstage");

  const buyer = await newVisitor(browser, site);
  await open(buyer, link);
  const tickets = buyer.getByRole("region", { name: "Tickets" });
  await expect(tickets.getByText("Code INSIDER", { exact: true })).toBeVisible();
  await expect(tickets.getByRole("listitem").filter({ hasText: "Backstage" })).toContainText("€90");
  await expect(tickets.getByRole("listitem").filter({ hasText: "Backstage" })).toContainText("€72");
  await expect(tickets.locator("s")).toHaveText(["Without the code €25", "Without the code €90"]);
  await expectAccessibleToThumbs(buyer);
  await tickets.getByRole("link", { name: "Get tickets" }).click();
  await expect(buyer.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
  await choose(buyer, 1, "Backstage");
  await expect(buyer.getByText("The code INSIDER can be used for 1 ticket.").first()).toBeVisible();
  await expect(buyer.getByRole("button", { name: "One more Standard" })).toBeDisabled();
  await expectAccessibleToThumbs(buyer);
  await goOn(buyer);
  await nameBuyer(buyer);
  await goToCheckout(buyer);
  const summary = buyer.getByRole("region", { name: "Your order" });
  await expect(summary).toContainText("€72");
  await expect(summary).toContainText("Code INSIDER");
  await expect(summary).toContainText("you save €18");
  await expectAccessibleToThumbs(buyer);
  await pay(buyer);
  await expect(buyer.getByRole("region", { name: /^Order/ })).toContainText("you save €18");

  const next = await newVisitor(browser, site);
  await next.setViewportSize(phone);
  await open(next, link);
  await expect(next.getByText("This code is used up.")).toBeVisible();
  await expect(next.getByText("Backstage")).toHaveCount(0);
  await expectAccessible(next);
  await next.getByLabel("Promo code").fill("NOBODY");
  await next.keyboard.press("Enter");
  await expect(next.getByLabel("Promo code")).toHaveAccessibleDescription(
    "This code is not known for this event.",
  );
  await expect(next.getByLabel("Promo code")).toBeFocused();

  await page.reload();
  await expect(page.getByText("Used for 1 ticket · 0 tickets left")).toBeVisible();
  await expect(page.getByText("Used up")).toBeVisible();
  await page.getByRole("button", { name: "Delete INSIDER" }).click();
  await expect(page.getByText(/This code was used for 1 ticket\. Switch it to inactive/)).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete the code" })).toBeDisabled();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByLabel("Let INSIDER be used").click({ force: true });
  await expect(page.getByText("Inactive")).toBeVisible();

  await open(page, `/event/${event.id}/orders`);
  await page.getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page.getByRole("row", { name: /With code INSIDER/ })).toContainText("€18 off");
});

test("many codes are created in one step, and downloaded with their links", async ({ page, site }) => {
  const event = await openStaffEvent(site, page);
  await open(page, `/event/${event.id}/promo-codes`);
  await page.getByRole("button", { name: "Create many codes" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("How many codes").fill("25");
  await panel.getByLabel("Codes begin with").fill("CREW-");
  await panel.getByLabel("What the code does").selectOption("An amount off each ticket");
  await panel.getByLabel("Off each ticket").fill("5.50");
  await panel.getByRole("button", { name: "Create the codes" }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("25 codes", { exact: true })).toBeVisible();
  const list = page.getByRole("list", { name: "Promo codes" });
  await expect(list.getByRole("heading")).toHaveCount(20);
  await page.getByRole("button", { name: "Page 2" }).click();
  await expect(list.getByRole("heading")).toHaveCount(5);
  const [shown] = await list.getByRole("heading").allTextContents();
  await page.getByLabel("Search").fill(shown?.slice(-6).toLowerCase() ?? "");
  await expect(list.getByRole("heading")).toHaveText([shown ?? ""]);
  await expectAccessibleToThumbs(page);

  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download all as .csv" }).click(),
  ]);
  const lines = (await readFile(await file.path(), "utf8")).trim().split("\r\n");
  expect(lines).toHaveLength(26);
  const cells = `${shown},€5.50 off each ticket,For all tickets that are not hidden,0,0,1,,,Valid,${site.url}/${event.slug}?code=${shown}`;
  expect(lines).toContain(`"${cells.replaceAll(",", '","')}"`);

  await page.getByRole("button", { name: `Delete ${shown}` }).click();
  await page.getByRole("button", { name: "Delete the code" }).click();
  await expect(page.getByText(`${shown} is deleted.`)).toBeVisible();
  await expect(page.getByText("No code found")).toBeVisible();
  await expectAccessibleToThumbs(page);
  await page.getByRole("button", { name: "Show all codes" }).click();
  await expect(page.getByLabel("Search")).toHaveValue("");
  await expect(page.getByText("24 codes", { exact: true })).toBeVisible();
});

test("staff who close the form of a refused ticket see the parts of it that are saved already", async ({
  page,
  site,
}) => {
  const event = await openStaffEvent(site, page);
  const { id } = await buildTicket(site.db, event.id, { title: "Student", price: 1000, maxStock: 20 });
  await site.db.updateTable("tickets").set({ sold: 2 }).where("id", "=", id).execute();
  await open(page, `/event/${event.id}/tickets`);
  const panel = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add a ticket" }).click();
  await panel.getByLabel("Title").fill("Family");
  await panel.getByLabel("Price").fill("40");
  await panel.getByLabel("How many there are").fill("5");
  await panel
    .getByLabel("Shares its places with other tickets")
    .selectOption("Yes, a new number of places …");
  await panel.getByLabel("What they share").fill("Main hall");
  await panel.getByLabel("How many places together").fill("1");
  await panel.getByLabel("Student").check();
  await panel.getByRole("button", { name: "Add the ticket" }).click();
  await expect(panel.getByText("this ticket has 2 sold or held")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page.getByRole("button", { name: "Edit Family" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Shared places" })).toContainText("Shared by Family");
});

test("two tickets share one place, so buying one sells out the other", async ({ page, browser, site }) => {
  const event = await openStaffEvent(site, page);
  await buildTicket(site.db, event.id, { title: "Student", price: 1000, maxStock: 20 });
  await open(page, `/event/${event.id}/tickets`);
  const panel = page.getByRole("dialog");
  await page.getByRole("button", { name: "Edit Standard" }).click();
  await panel
    .getByLabel("Shares its places with other tickets")
    .selectOption("Yes, a new number of places …");
  await panel.getByRole("button", { name: "Save the ticket" }).click();
  await expect(panel.getByLabel("What they share")).toBeFocused();
  await panel.getByLabel("What they share").fill("Main hall");
  await panel.getByLabel("How many places together").fill("1");
  await panel.getByRole("group", { name: "Other tickets that share them" }).getByLabel("Student").check();
  await expectAccessibleToThumbs(page);
  await panel.getByRole("button", { name: "Save the ticket" }).click();
  await expect(panel).toHaveCount(0);
  const shared = page.getByRole("region", { name: "Shared places" });
  await expect(shared).toContainText("Shared by Standard, Student");
  await expect(shared).toContainText("0 sold · 1 left");
  await expectAccessibleToThumbs(page);

  const buyer = await newVisitor(browser, site);
  await reachCheckout(buyer, event.slug);
  await pay(buyer);
  await open(buyer, `/${event.slug}`);
  await expect(
    buyer.getByRole("banner").or(buyer.getByRole("article")).getByText("Sold out").first(),
  ).toBeVisible();
  await expect(buyer.getByRole("link", { name: "Get tickets" })).toHaveCount(0);

  await page.reload();
  await expect(shared).toContainText("1 sold · 0 left");
  await page.getByRole("button", { name: "Edit Main hall" }).click();
  await panel.getByLabel("How many places together").fill("0");
  await panel.getByRole("button", { name: "Save the shared number" }).click();
  await expect(panel.getByLabel("How many places together")).toHaveAccessibleDescription(
    /1 is sold or held, so there cannot be fewer/,
  );
  await panel.getByLabel("How many places together").fill("3");
  await panel.getByRole("button", { name: "Save the shared number" }).click();
  await expect(shared).toContainText("1 sold · 2 left");
  await page.getByRole("button", { name: "Delete Main hall" }).click();
  await page.getByRole("button", { name: "Delete the shared number" }).click();
  await expect(shared).toHaveCount(0);
  await expect(page.getByText("Shares its places")).toHaveCount(0);
});

test.describe("a connection that is lost", () => {
  test.use({ expectedNoise: /net::ERR_/ });

  test("a form that was not sent is closed without a connection, and its list stays", async ({
    page,
    site,
  }) => {
    const event = await openStaffEvent(site, page);
    await open(page, `/event/${event.id}/promo-codes`);
    await expect(page.getByText("No promo codes yet")).toBeVisible();
    let requestCount = 0;
    await page.route("**/api/**", (route) => {
      requestCount++;
      return route.abort();
    });
    for (let time = 1; time <= 2; time++) {
      await page.getByRole("button", { name: "Add a code" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(page.getByText("No promo codes yet")).toBeVisible();
    }
    expect(requestCount).toBe(0);
  });

  test("if the connection is lost while many codes are created, the created ones are counted, listed when the panel is closed, and not created again", async ({
    page,
    site,
  }) => {
    const event = await openStaffEvent(site, page);
    await open(page, `/event/${event.id}/promo-codes`);
    let requestsUntilLost = 3;
    await page.route("**/api/promoCode/save", (route) =>
      --requestsUntilLost === 0 ? route.abort() : route.continue(),
    );
    const panel = page.getByRole("dialog", { name: "Many new codes" });
    async function createFive(): Promise<void> {
      await page.getByRole("button", { name: "Create many codes" }).click();
      await panel.getByLabel("How many codes").fill("5");
      await panel.getByLabel("Percent off").fill("10");
      await panel.getByRole("button", { name: "Create the codes" }).click();
      await expect(panel.getByRole("alert")).toContainText("2 of 5 codes are created.");
    }
    await createFive();
    await panel.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Leave without saving" }).click();
    await expect(page.getByText("2 codes", { exact: true })).toBeVisible();

    requestsUntilLost = 3;
    await createFive();
    await panel.getByLabel("Maximum number of tickets per code").fill("2");
    await panel.getByRole("button", { name: "Create the codes" }).click();
    await expect(panel).toHaveCount(0);
    await expect(page.getByText("7 codes", { exact: true })).toBeVisible();
  });
});
