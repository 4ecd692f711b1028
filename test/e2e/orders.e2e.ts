import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import { sql } from "kysely";
import { ADMIN } from "../../contract/rules/roles.ts";
import { ask } from "../../server/testing/app.ts";
import {
  buildEvent,
  buildExtras,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { card } from "../../server/testing/buying.ts";
import { beginOrder, buyOrder, sellAtDoor } from "./boughtOrder.ts";
import { beSignedIn, type Credentials, expect, expectAccessible, open, test } from "./journey.ts";
import { expectCards } from "./listCards.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

let site: PurchaseSite;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

test.use({ expectedNoise: /status of 40[049]/ });

async function openStaffEvent(page: Page) {
  const event = await buildEvent(site.db, { taxAmount: 10, currency: "usd" });
  const ticket = await buildTicket(site.db, event.id, { price: 2000, title: "Standard", maxStock: 20 });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  const who: Credentials = { email, password: testPassword };
  await beSignedIn(page, who, site.url);
  return { eventId: event.id, ticketId: ticket.id, who };
}

const names = [
  ["Mia", "Keller"],
  ["Ada", "Lovelace"],
] as const;
const ordersUrl = (eventId: number, more = "") => `${site.url}/event/${eventId}/orders${more}`;
const refundForm = (page: Page) => page.getByRole("form", { name: "Refund" });
const outcome = (page: Page) => page.getByRole("region", { name: "What will happen" });
const history = (page: Page) => page.getByRole("list", { name: "History" });
const facts = (page: Page) => page.getByRole("region", { name: "Order", exact: true });

test("the refund of one line and one ticket of an order is shown as pending, and then as done", {
  tag: "@main",
}, async ({ page }) => {
  const { eventId, ticketId, who } = await openStaffEvent(page);
  const { order } = await buyOrder(site, { eventId, ticketId, names });
  await buyOrder(site, { eventId, ticketId, names: [["Zoë", "Groß"]], email: "zoe@example.org" });

  await open(page, ordersUrl(eventId));
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
  // The browser is in New York, and the event in Berlin.
  await expect(page.getByText("All times are Berlin time.")).toHaveCount(1);
  await page.getByLabel("Search").fill("keller");
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await expect(page.getByRole("row").nth(1)).toContainText("2 × Standard");
  await expect(page.getByRole("row").nth(1)).toContainText("$44");
  await page.getByRole("link", { name: order.orderNumber }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.orderNumber}` })).toBeVisible();
  await expect(history(page)).toContainText("$44 was paid.");
  await expectAccessible(page);
  await expectRoomForThumbs(page);

  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const form = refundForm(page);
  await form.getByRole("button", { name: "Refund", exact: true }).click();
  await expect(form.getByLabel("How much")).toHaveAccessibleDescription("Please choose how much to refund.");
  await form.getByLabel("How much").selectOption("Everything that is left: $44");
  await expect(outcome(page)).toContainText("$44 is refunded to the card or account of Mia Keller");
  await form.getByLabel("How much").selectOption("Some of what was bought, with its share of the tax");
  await form.getByLabel("Standard", { exact: true }).fill("1");
  await form.getByLabel("The tickets").selectOption("Cancel some of the tickets too");
  await form.getByRole("button", { name: /^Refund/ }).click();
  await expect(form.getByText("Please choose the tickets to cancel.")).toBeVisible();
  await form.getByLabel("Ada Lovelace").check();
  await form.getByLabel("Reason").fill("Ill");
  await expect(outcome(page)).toContainText("$22 is refunded to the card or account of Mia Keller");
  await expect(outcome(page)).toContainText("1 ticket is cancelled (Ada Lovelace): its code stops working");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Stay here" }).click();

  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/order/refund")) sent += 1;
  });
  await form.getByRole("button", { name: "Refund $22" }).dblclick();
  await expect(page.locator("[data-color]").filter({ hasText: "refund is requested" })).toBeVisible();
  expect(sent).toBe(1);
  await expect(facts(page)).toContainText("Refund pending");
  await expect(history(page)).toContainText("requested a refund of $22: “Ill”.");
  await expect(history(page)).toContainText("cancelled the ticket of Ada Lovelace");
  await expect(page.getByRole("region", { name: "Attendees" })).not.toContainText("Ada");

  // The open page shows the refund by itself.
  await site.app.checkout.makeRefunds(order.id);
  await expect(facts(page)).toContainText("Partly refunded");
  await expect(history(page)).toContainText("$22 was refunded to Mia Keller.");
  await expect(page.getByRole("region", { name: "Refunds" })).toContainText("For 1 × Standard");

  // An excessive amount is refused at its field: by the page, or by the server after another refund.
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await form.getByLabel("How much").selectOption("An amount");
  const amount = form.getByLabel("Amount");
  await amount.fill("22.01");
  await form.getByRole("button", { name: /^Refund/ }).click();
  await expect(amount).toHaveAccessibleDescription(/at most \$22, the amount that is left/);
  await expect(amount).toBeFocused();
  const token = String((await ask(site.app, "auth/signin", { body: who })).headers.authorization);
  await ask(site.app, "order/refund", { token, body: { orderId: order.id, amount: 2000 } });
  await amount.fill("22");
  await form.getByRole("button", { name: "Refund $22" }).click();
  await expect(amount).toHaveAccessibleDescription(/Must be at most \$2, the amount that is left/);
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(/At most \$2\./);
});

test("a whole order is refunded with all tickets by keyboard only, and then no refund is offered", async ({
  page,
}) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const { order } = await buyOrder(site, { eventId, ticketId, names });
  await open(page, ordersUrl(eventId, `/${order.id}`));
  const backgroundOf = (name: string) =>
    page
      .getByRole("button", { name, exact: true })
      .evaluate((button) => getComputedStyle(button).backgroundColor);
  expect(await backgroundOf("Refund")).toBe(await backgroundOf("Receipt"));
  await page.getByRole("button", { name: "Refund", exact: true }).press("Enter");
  const amount = refundForm(page).getByLabel("How much");
  const tickets = refundForm(page).getByLabel("The tickets");
  await expect(tickets).toHaveValue("keep");
  await amount.focus();
  await page.keyboard.press("ArrowDown");
  await expect(amount).toHaveValue("rest");
  await expect(tickets).toHaveValue("all");
  await tickets.focus();
  await expect(outcome(page)).toContainText("2 tickets are cancelled: their codes stop working");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Rain");
  await page.keyboard.press("Enter");
  await expect(facts(page)).toContainText("Refund pending");
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeDisabled();
  await expect(page.getByText("The rest is already being refunded.")).toBeVisible();
  await site.app.checkout.makeRefunds(order.id);
  await expect(page.getByText("All of it is refunded.")).toBeVisible();
  await expect(facts(page)).toContainText("Refunded");
  await expect(history(page)).toContainText("cancelled all tickets");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Receipt" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});

test("a refund cannot cancel all tickets while extras that were bought later are paid", async ({ page }) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const { order, registration, accessKey } = await buyOrder(site, { eventId, ticketId, names });
  const extras = await buildExtras(site.db, eventId, { price: 1500 });
  const own = { registrationId: registration.id, accessKey };
  const { payload } = await ask(site.app, "extras/purchaseExtras", {
    body: { ...own, extras: [{ extrasId: extras.id, quantity: 1 }] },
  });
  const { paymentIntentId } = payload;
  await ask(site.app, "stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
  await open(page, ordersUrl(eventId, `/${order.id}`));
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  const form = refundForm(page);
  await form.getByLabel("How much").selectOption("Everything that is left: $44");
  const reason = form.getByText("Extras that were bought later are paid for. Refund them first.");
  await expect(reason).toBeVisible();
  await expect(form.getByRole("button", { name: "Refund $44" })).toBeDisabled();
  await form.getByLabel("The tickets").selectOption("Stay valid");
  await expect(reason).toHaveCount(0);
  await expect(form.getByRole("button", { name: "Refund $44" })).toBeEnabled();
});

test.describe("an answer that is lost", () => {
  test.use({ expectedNoise: /ERR_CONNECTION|Failed to load resource/ });

  test("after a lost answer, the refund form keeps its values and then refunds once", async ({ page }) => {
    const { eventId, ticketId } = await openStaffEvent(page);
    const { order } = await buyOrder(site, { eventId, ticketId, names });
    await open(page, ordersUrl(eventId, `/${order.id}`));
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await refundForm(page).getByLabel("How much").selectOption("An amount");
    await refundForm(page).getByLabel("Amount").fill("11");
    // The server executes the request, but the answer is lost.
    await page.route(
      "**/api/order/refund",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    const press = () => refundForm(page).getByRole("button", { name: "Refund $11" }).click();
    await press();
    await expect(refundForm(page).getByText("We could not reach the server.")).toBeVisible();
    await expect(refundForm(page).getByLabel("Amount")).toHaveValue("11");
    await press();
    await expect(page.locator("[data-color]").filter({ hasText: "refund is requested" })).toBeVisible();
    await expect(page.getByRole("region", { name: "Refunds" }).getByRole("listitem")).toHaveCount(1);
    await expect(history(page).getByText("requested a refund of $11")).toHaveCount(1);
  });

  test("while the server fails, the refund form stays with its values", async ({ page }) => {
    const { eventId, ticketId } = await openStaffEvent(page);
    const { order } = await buyOrder(site, { eventId, ticketId, names });
    await open(page, ordersUrl(eventId, `/${order.id}`));
    await page.getByRole("button", { name: "Refund", exact: true }).click();
    await refundForm(page).getByLabel("How much").selectOption("An amount");
    await refundForm(page).getByLabel("Amount").fill("11");
    let reads = 0;
    await page.route("**/api/**", (route) => {
      if (route.request().method() === "GET") reads++;
      return route.fulfill({ status: 503, body: "" });
    });
    await refundForm(page).getByRole("button", { name: "Refund $11" }).click();
    await expect(refundForm(page).getByRole("alert")).toBeVisible();
    await expect(refundForm(page).getByLabel("Amount")).toHaveValue("11");
    expect(reads).toBe(0);
  });
});

test("an event's overview shows the revenue, the latest orders and the trend", async ({ page }) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const overview = `${site.url}/event/${eventId}`;
  await open(page, overview);
  const latest = page.getByRole("region", { name: "Latest orders" });
  await expect(page.locator("dl > div").filter({ hasText: "Revenue" })).toContainText("$0");
  await expect(latest).toHaveCount(0);
  const { order } = await buyOrder(site, { eventId, ticketId, names });
  await open(page, overview);
  await expect(page.locator("dl > div").filter({ hasText: "Revenue" })).toContainText("$44");
  await expect(latest.getByRole("listitem")).toContainText("2 × Standard");
  await expect(latest.getByRole("listitem")).toContainText("$44");
  await expect(page.getByRole("region", { name: "Registrations by hour", exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectRoomForThumbs(page);
  await latest.getByRole("link", { name: `Mia Keller, ${order.orderNumber}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.orderNumber}` })).toBeVisible();
});

test("an order sold at the door is refunded by hand, and counts as refunded immediately", {
  tag: "@main",
}, async ({ page }) => {
  const { eventId, ticketId, who } = await openStaffEvent(page);
  const { order } = await sellAtDoor(site, who, { eventId, ticketId, name: "Zoë Groß", totalAmount: 2200 });
  await open(page, ordersUrl(eventId));
  await expect(page.getByRole("row").nth(1)).toContainText("Door, cash");
  await page.getByRole("link", { name: order.orderNumber }).click();
  await page.getByRole("button", { name: "Refund", exact: true }).click();
  await refundForm(page).getByLabel("How much").selectOption("Everything that is left: $22");
  await expect(outcome(page)).toContainText("pay it out to Zoë Groß yourself, in cash");
  await refundForm(page).getByRole("button", { name: "Refund $22" }).click();
  await expect(facts(page)).toContainText("Refunded");
  await expect(history(page)).toContainText("refunded $22 by hand.");
});

test("staff find orders with filters, see when there is none, and see what needs attention", {
  tag: "@main",
}, async ({ page }) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  await open(page, ordersUrl(eventId));
  await expect(page.getByText("No orders yet")).toBeVisible();
  await expect(page.getByRole("link", { name: "Go to the tickets" })).toBeVisible();
  await expectAccessible(page);

  const { order } = await buyOrder(site, { eventId, ticketId, names });
  await beginOrder(site, { eventId, ticketId, names: [["Zoë", "Groß"]], email: "zoe@example.org" });
  await open(page, ordersUrl(eventId));
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Needs attention" })).toHaveCount(0);
  await page.getByLabel("Payment").selectOption("Waiting");
  await expect(page).toHaveURL(/status=pending/);
  await expect(page.getByRole("row").nth(1)).toContainText("zoe@example.org");

  await sql`update registrations set state = 'expired', expires_at = null
    where event_id = ${eventId} and email = 'zoe@example.org'`.execute(site.db);
  await page.reload();
  await expect(page.getByText("No order found")).toBeVisible();
  await page.getByLabel("Payment").selectOption("Expired");
  await expect(page).toHaveURL(/status=expired/);
  await expect(page.getByRole("row").nth(1)).toContainText("zoe@example.org");
  await expect(page.getByRole("row").nth(1)).toContainText("Expired");
  await page.getByLabel("Sold where").selectOption("At the door");
  await expect(page.getByText("No order found")).toBeVisible();
  await page.getByRole("button", { name: "Show all orders" }).click();
  await expect(page.getByText("2 orders", { exact: true })).toBeVisible();

  const fetching = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download .xlsx" }).click();
  const [sheet] = (await readXlsx(await readFile(await (await fetching).path()))).sheets;
  expect(sheet!.rows).toHaveLength(3);
  expect(sheet!.rows.flat()).toEqual(expect.arrayContaining([order.orderNumber, "zoe@example.org"]));

  await sql`update payments set disputes = '[{"ref": "du_1", "stage": "needs_response", "state": "open", "dueBy": null}]'
    where id = (select payment_id from orders where id = ${order.id})`.execute(site.db);
  await page.reload();
  await expect(page.getByText("1 order needs attention")).toBeVisible();
  const inNavigation = page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: /^Orders/ });
  await expect(inNavigation).toHaveAccessibleName("Orders 1 needs attention");
  await expectAccessible(page);
  await expectRoomForThumbs(page);
  await page.getByRole("button", { name: "Show only these" }).click();
  await expect(page.getByText("1 order", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: order.orderNumber }).click();
  const notice = page.getByRole("region", { name: "Needs attention" });
  await expect(notice).toContainText("If you have not answered yet, do so at the payment provider.");
  await expect(notice.getByRole("link", { name: "Write to the buyer" })).toHaveAttribute(
    "href",
    `mailto:mia@example.org?subject=Your%20order%20${order.orderNumber}`,
  );
  await notice.getByRole("button", { name: "Mark as done" }).click();
  const question = page.getByRole("dialog", { name: "Mark this as done?" });
  await expectAccessible(page);
  await question.getByLabel("What was done").fill("The bank decided for us");
  await question.getByRole("button", { name: "Mark as done" }).dblclick();
  await expect(notice).toHaveCount(0);
  await expect(inNavigation).toHaveAccessibleName("Orders");
  await expect(history(page)).toContainText("marked as done: a dispute: “The bank decided for us”.");
  await expect(history(page).getByText("marked as done")).toHaveCount(1);

  await page.getByRole("region", { name: "Attendees" }).getByRole("link", { name: "Mia Keller" }).click();
  await page.getByRole("button", { name: "Mia Keller", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: new RegExp(order.orderNumber) })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: `Order ${order.orderNumber}` })).toBeVisible();
});

test("an expired order is marked as paid by transfer, mailed again, and gets another mail address", async ({
  page,
}) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const { order } = await beginOrder(site, { eventId, ticketId, names });
  await sql`update registrations set expires_at = now() - interval '1 hour' where id = ${order.registrationId}`.execute(
    site.db,
  );
  await sql`update orders set paid_note = 'Invoice 17' where id = ${order.id}`.execute(site.db);
  await site.app.checkout.sweep();
  await open(page, ordersUrl(eventId, `/${order.id}`));
  await page.getByRole("button", { name: "Mark as paid" }).press("Enter");
  const form = page.getByRole("form", { name: "Mark as paid" });
  await expect(outcome(page)).toContainText("$44 is recorded as received from Mia Keller");
  await form.getByRole("button", { name: "$44 received" }).click();
  await expect(form.getByLabel("How it was paid")).toBeFocused();
  await form.getByLabel("How it was paid").selectOption("By bank transfer");
  const note = form.getByLabel("Reference or note");
  await expect(note).toHaveValue("Invoice 17");
  await note.fill("Invoice 17, reference 4711");
  await expectAccessible(page);
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/order/markPaid")) sent += 1;
  });
  await form.getByRole("button", { name: "$44 received" }).dblclick();
  await expect(facts(page)).toContainText("By bank transfer");
  await expect(facts(page)).toContainText("Invoice 17, reference 4711");
  expect(sent).toBe(1);
  await expect(history(page)).toContainText(
    "marked the order as paid: $44, by bank transfer: “Invoice 17, reference 4711”.",
  );
  await expect(history(page)).toContainText("The tickets became valid.");

  await page.getByRole("button", { name: "Resend the mail" }).dblclick();
  await expect(page.locator("[data-color]").filter({ hasText: "on its way" })).toBeVisible();
  await expect(history(page)).toContainText("mailed the order again to mia@example.org.");
  await expect(history(page).getByText("mailed the order again")).toHaveCount(1);

  await page.getByRole("button", { name: "Change the buyer" }).click();
  const buyer = page.getByRole("form", { name: "Buyer" });
  await buyer.getByLabel("E-mail").fill("mia@nowhere");
  await buyer.getByRole("button", { name: "Save the buyer" }).click();
  await expect(buyer.getByLabel("E-mail")).toBeFocused();
  await buyer.getByLabel("E-mail").fill("mia.new@example.org");
  await expect(outcome(page)).toContainText("Links that were mailed to mia@example.org stop working.");
  await expectAccessible(page);
  await buyer.getByRole("button", { name: "Save the buyer" }).click();
  await expect(facts(page)).toContainText("mia.new@example.org");
  await expect(history(page)).toContainText(
    "changed the buyer’s e-mail address from mia@example.org to mia.new@example.org.",
  );
  await expectAccessible(page);
  await expectRoomForThumbs(page);
});

test("an order whose places are taken cannot be marked as paid, and the form says why", async ({ page }) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const { order } = await beginOrder(site, { eventId, ticketId, names });
  await sql`update registrations set expires_at = now() - interval '1 hour' where id = ${order.registrationId}`.execute(
    site.db,
  );
  await site.app.checkout.sweep();
  await sql`update tickets set max_stock = 1 where id = ${ticketId}`.execute(site.db);
  await open(page, ordersUrl(eventId, `/${order.id}`));
  await page.getByRole("button", { name: "Mark as paid" }).click();
  const form = page.getByRole("form", { name: "Mark as paid" });
  await form.getByLabel("How it was paid").selectOption("In cash");
  await form.getByRole("button", { name: "$44 received" }).click();
  await expect(form).toContainText("The places of this order are no longer free");
  await expect(facts(page)).toContainText("Not paid");
});

test("ten thousand orders are shown in pages, are searched, and are cards on a phone", async ({ page }) => {
  const { eventId, ticketId } = await openStaffEvent(page);
  const { order } = await buyOrder(site, { eventId, ticketId, names });
  await sql`insert into orders (event_id, order_number, purpose, channel, currency, subtotal, tax, total_amount, payment_status)
    select ${eventId}, 'MANY-' || n, 'donation', 'web', 'usd', 1000, 0, 1000, 'pending' from generate_series(1, 9999) n`.execute(
    site.db,
  );
  await open(page, ordersUrl(eventId));
  await expect(page.getByText("10,000 orders")).toBeVisible();
  await page.getByRole("button", { name: "Page 400", exact: true }).click();
  await expect(page.getByRole("link", { name: order.orderNumber })).toBeVisible();
  await page.getByLabel("Search").fill("MANY-777");
  await expect(page.getByText("11 orders")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectCards(page, "Orders", 11);
  await expectRoomForThumbs(page);
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByLabel("Kind", { exact: true }).selectOption("Donation");
  await expect(page.getByRole("button", { name: "Filter (1)" })).toBeVisible();
  await expectAccessible(page);
});

test("an order of another event and an address without an order number are not found, and lead to Orders", async ({
  page,
}) => {
  const { eventId } = await openStaffEvent(page);
  const other = await buildEvent(site.db);
  const ticket = await buildTicket(site.db, other.id, { price: 2000 });
  const { order } = await beginOrder(site, { eventId: other.id, ticketId: ticket.id, names });
  for (const path of [`/${order.id}`, "/x"]) {
    await page.goto(ordersUrl(eventId, path));
    await expect(page.getByRole("heading", { level: 1, name: "Order not found" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Go to Orders" }).click();
    await expect(page).toHaveURL(ordersUrl(eventId));
  }
});
