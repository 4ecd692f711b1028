import type { Page } from "@playwright/test";
import type { PayloadOf } from "../../contract/all.ts";
import { buildEvent, buildExtras, buildTicket } from "../../server/testing/builders.ts";
import { bar, buildExtrasEvent, chooseDinners, extrasAt, goOnToPay, stockOf } from "./extrasSteps.ts";
import { expectAccessible, open } from "./journey.ts";
import { expect, type PurchaseSite, refusals, test } from "./purchaseSite.ts";
import { choose, fillCard, goOn, goToCheckout, nameBuyer, openTickets, pay } from "./purchaseSteps.ts";

const minute = 60_000;

async function waitUntilSaved(page: Page): Promise<void> {
  const saved = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().filter(({ url }) => /\/tickets\?|getRegistration\?|\/assets\/Tickets-/.test(url))
        .length;
    });
  await expect.poll(saved).toBeGreaterThanOrEqual(3);
}

const purchasesOf = ({ db }: PurchaseSite, eventId: number) =>
  db.selectFrom("extras_purchases").select("id").where("event_id", "=", eventId).execute();

test.describe("a card that is declined first", () => {
  test.use({ expectedNoise: refusals });

  test("extras are added from the ticket page, paid once, and shown there with their own code", {
    tag: "@main",
  }, async ({ page, site }) => {
    const event = await buildExtrasEvent(page, site, { taxAmount: 7 });
    await open(page, `/${event.slug}/tickets?${event.proof}`);
    await page.getByRole("link", { name: "Add extras" }).click();
    await expect(page.getByText("For the ticket of Ada Lovelace.")).toBeVisible();
    await expect(bar(page).getByRole("button", { name: "Continue" })).toBeDisabled();
    await expect(page.getByText("Choose at least one extra")).toBeVisible();
    await chooseDinners(page, 2);
    await expect(bar(page)).toContainText("2 extras");
    await expect(bar(page)).toContainText("Tax (7%) €2.10");
    await expect(bar(page)).toContainText("Total €32.10");
    await bar(page).getByRole("button", { name: "Continue" }).dblclick();
    await expect(page.getByRole("heading", { name: "Pay for your extras" })).toBeFocused();
    await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
    await expect(page.getByText(/we keep your extras until \d+:\d\d [AP]M/)).toBeVisible();
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 2, sold: 0 });

    await fillCard(page, "4000000000000002");
    await page.getByRole("button", { name: "Pay €32.10" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "declined" });
    await expect(problem).toContainText("Nothing was charged, and your extras are still held.");
    await fillCard(page);
    const payments: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/api/stripe/confirm-payment")) payments.push(request.url());
    });
    // After the first click the message above the button goes away, so a double click of the mouse would miss it.
    await page.getByRole("button", { name: "Pay €32.10" }).evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
    await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeFocused();
    await expect(page.getByRole("img", { name: "QR code for 2 × Dinner" })).toBeVisible();
    await expect(page.getByText("We also mail it to ada@example.org")).toBeVisible();
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 2 });
    expect(payments).toHaveLength(1);
    const purchases = await purchasesOf(site, event.id);
    expect(purchases).toHaveLength(1);

    await page.reload();
    await expect(page.getByRole("img", { name: "QR code for 2 × Dinner" })).toBeVisible();
    await page.getByRole("link", { name: "Open your ticket page" }).click();
    const card = page.getByRole("article", { name: "Extras: 2 × Dinner" });
    await expect(card).toContainText("until you have received all of them");
    await card.getByRole("button", { name: /QR code for 2 × Dinner/ }).click();
    const large = page.getByRole("dialog", { name: "Ticket" });
    await expect(large).toContainText("2 × Dinner");
    await expect(large).toContainText("2 of 2");
    await page.keyboard.press("Escape");

    await site.db
      .updateTable("extras_purchases")
      .set({ redeemed: true, scanned_at: new Date() })
      .where("id", "=", purchases[0]?.id ?? 0)
      .execute();
    await page.reload();
    await expect(card).toContainText("Handed over on");
  });
});

test("a buyer of extras confirms the payment if the bank asks for it", async ({ page, site }) => {
  const event = await buildExtrasEvent(page, site);
  await open(page, event.extrasPath);
  await chooseDinners(page, 1);
  await goOnToPay(page);
  await fillCard(page, "4000002500003155");
  await page.getByRole("button", { name: "Pay €15" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
});

test("free extras need no payment, and a double click orders them once", async ({ page, site }) => {
  const event = await buildExtrasEvent(page, site, { price: 0 });
  await open(page, event.extrasPath);
  await chooseDinners(page, 1);
  await bar(page).getByRole("button", { name: "Get them" }).dblclick();
  await expect(page.getByRole("heading", { name: "Your extras are confirmed" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for 1 × Dinner" })).toBeVisible();
  expect(await purchasesOf(site, event.id)).toHaveLength(1);
});

test.describe("changes during the purchase", () => {
  test.use({ expectedNoise: refusals });

  test("a smaller stock is shown at the extra, and the choice is reduced to it", { tag: "@main" }, async ({
    page,
    site,
  }) => {
    const event = await buildExtrasEvent(page, site, { maxStock: 5 });
    await open(page, event.extrasPath);
    await chooseDinners(page, 4);
    await site.db.updateTable("extras").set({ sold: 3 }).where("id", "=", event.dinnerId).execute();
    await bar(page).getByRole("button", { name: "Continue" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Dinner" });
    await expect(row).toContainText("Only 2 left: we changed your choice to 2.");
    await expect(page.getByRole("spinbutton")).toHaveValue("2");
    await expectAccessible(page);
    await site.db.updateTable("extras").set({ sold: 5 }).where("id", "=", event.dinnerId).execute();
    await bar(page).getByRole("button", { name: "Continue" }).click();
    await expect(row).toContainText("These were just sold out.");
    await expect(row.getByText("Sold out", { exact: true })).toBeVisible();
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 5 });
  });

  test("a changed price, a removed extra and a cancelled event are explained", async ({ page, site }) => {
    const event = await buildExtrasEvent(page, site);
    await open(page, event.extrasPath);
    await chooseDinners(page, 1);
    await site.db.updateTable("extras").set({ price: 1800 }).where("id", "=", event.dinnerId).execute();
    await bar(page).getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "The price has changed." })).toBeVisible();
    await expect(bar(page)).toContainText("Total €18");
    const other = await buildExtras(site.db, event.id, { name: "Shirt" });
    await site.db.updateTable("extras").set({ is_active: false }).where("id", "=", event.dinnerId).execute();
    await bar(page).getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "no longer on sale" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Dinner" })).toHaveCount(0);
    await page.getByRole("button", { name: "One more Shirt" }).click();
    await site.db
      .updateTable("events")
      .set({ cancelled_at: new Date() })
      .where("id", "=", event.id)
      .execute();
    await bar(page).getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("heading", { name: "This event was cancelled" })).toBeVisible();
    expect(await stockOf(site, other.id)).toEqual({ held: 0, sold: 0 });
  });

  test("when the time to pay for extras runs out, the choice is shown again, and can be held again", async ({
    page,
    site,
  }) => {
    const event = await buildExtrasEvent(page, site, { maxStock: 2 });
    await page.clock.install();
    await open(page, event.extrasPath);
    await chooseDinners(page, 2);
    await goOnToPay(page);
    await page.clock.runFor(13.5 * minute);
    await expect(page.getByText(/After that your extras are no longer held/)).toBeAttached();
    site.pass(16 * minute);
    await site.app.checkout.sweep();
    await page.clock.runFor(2 * minute);
    await expect(page.getByText("The time ran out, so your extras are no longer kept.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Add extras" })).toBeFocused();
    await expect(page.getByRole("spinbutton")).toHaveValue("2");
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 0 });
    await goOnToPay(page);
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 2, sold: 0 });
    expect(await purchasesOf(site, event.id)).toHaveLength(2);
  });
});

test("a buyer can return to the payment of extras, or choose something else", async ({ page, site }) => {
  const event = await buildExtrasEvent(page, site, { maxStock: 2 });
  await open(page, event.extrasPath);
  await chooseDinners(page, 2);
  await goOnToPay(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Pay €30" })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/The extras that you chose are kept for you until/)).toBeVisible();
  await goOnToPay(page);
  expect(await stockOf(site, event.dinnerId)).toEqual({ held: 2, sold: 0 });
  await page.getByRole("link", { name: "Choose something else" }).click();
  await expect(page.getByRole("heading", { name: "Add extras" })).toBeVisible();
  // The reserved dinners, the last ones, count as available to their own buyer.
  await open(page, `/${event.slug}/tickets?${event.proof}`);
  await page.getByRole("link", { name: "Add extras" }).click();
  await chooseDinners(page, 1);
  await goOnToPay(page);
  await expect(page.getByRole("button", { name: "Pay €15" })).toBeVisible();
  expect(await stockOf(site, event.dinnerId)).toEqual({ held: 1, sold: 0 });
});

test("the page of an unpaid payment of extras shows its success, and after a reload that it was not paid in time", async ({
  page,
  site,
}) => {
  const event = await buildExtrasEvent(page, site);
  const begin = async () => {
    const response = page.waitForResponse("**/api/extras/purchaseExtras");
    await open(page, event.extrasPath);
    await chooseDinners(page, 1);
    await goOnToPay(page);
    const { payload } = (await (await response).json()) as { payload: PayloadOf<"extras/purchaseExtras"> };
    await open(page, `${event.extrasPath}&paymentIntentId=${payload.paymentIntentId}`);
    await expect(page.getByRole("heading", { name: "Your payment did not arrive" })).toBeVisible();
    return payload;
  };
  const { paymentIntentId } = await begin();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the payment" }).click();
  await expect(page.getByRole("button", { name: "Pay €15" })).toBeVisible();
  await page.goBack();
  const paid = await page.request.post("/api/stripe/confirm-payment", {
    data: {
      paymentIntentId,
      accessKey: new URLSearchParams(event.proof).get("accessKey"),
      card: { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" },
    },
  });
  expect(paid.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for 1 × Dinner" })).toBeVisible();

  await begin();
  site.pass(16 * minute);
  await site.app.checkout.sweep();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your extras were not paid in time" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Choose extras again" }).click();
  await expect(page.getByText("You already have extras for this event.")).toBeVisible();
  expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 1 });
});

test.describe("an answer that was lost", () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ });

  test("after a lost answer, a repeated request holds and pays the same extras", async ({ page, site }) => {
    const event = await buildExtrasEvent(page, site);
    await open(page, event.extrasPath);
    await chooseDinners(page, 1);
    for (const call of ["extras/purchaseExtras", "stripe/confirm-payment"]) {
      let attempt = 0;
      await page.route(`**/api/${call}`, async (route) => {
        attempt += 1;
        if (attempt > 1) return route.continue();
        // The server has executed the request, but the answer is lost.
        await route.fetch();
        return route.abort("failed");
      });
    }
    const lost = page.getByRole("alert").filter({ hasText: "could not reach the server" });
    await bar(page).getByRole("button", { name: "Continue" }).click();
    await expect(lost).toBeVisible();
    await goOnToPay(page);
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 1, sold: 0 });
    await fillCard(page);
    await page.getByRole("button", { name: "Pay €15" }).click();
    await expect(lost).toBeVisible();
    await page.getByRole("button", { name: "Pay €15" }).click();
    await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
    expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 1 });
    expect(await purchasesOf(site, event.id)).toHaveLength(1);
  });
});

test.describe("without known tickets", () => {
  test.use({ expectedNoise: refusals });

  test("a visitor chooses an event and requests the link by mail, with the same answer for everybody", async ({
    page,
    site,
  }) => {
    const event = await buildExtrasEvent(page, site, { name: "Summer fair" });
    await buildEvent(site.db, { name: "Fair without extras" });
    await open(page, "/ExtrasPurchase");
    await expect(page.getByRole("link", { name: "Summer fair" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Fair without extras" })).toHaveCount(0);
    await expect(page).toHaveTitle(/^Extras Purchase \| /);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Summer fair" }).click();
    await expect(page.getByRole("list", { name: "Extras" })).toContainText("Dinner");
    await expectAccessible(page);
    for (const email of ["ada@example.org", "nobody@example.org"]) {
      await page.getByLabel("E-mail").fill(email);
      await page.getByRole("button", { name: "Mail me my tickets" }).click();
      await expect(page.getByRole("status").filter({ hasText: email })).toHaveText(
        `If there are tickets for ${email}, we have mailed them. Open the link in the mail, and choose “Add extras” there.`,
      );
      await page.getByRole("link", { name: "Try another address" }).click();
    }
    const mails = await site.db
      .selectFrom("mails")
      .select("recipient")
      .where("kind", "=", "ticketLinks")
      .where("key", "like", `links:${event.id}:%`)
      .orderBy("recipient")
      .execute();
    expect(mails.map(({ recipient }) => recipient)).toEqual(["ada@example.org", "nobody@example.org"]);
  });

  test("a link to extras without valid tickets says so", async ({ page, site }) => {
    const event = await buildExtrasEvent(page, site);
    await open(page, extrasAt(event.slug, "registrationId=999999&accessKey=aaaaaaaaaaaaaaaaaaaaaa"));
    await expect(page.getByText("We could not find the tickets of this link.")).toBeVisible();
    await expectAccessible(page);
  });

  test("the mail with the tickets can be requested without JavaScript", async ({ browser, page, site }) => {
    const event = await buildExtrasEvent(page, site);
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
    const plain = await context.newPage();
    await plain.goto(`/ExtrasPurchase?event=${event.slug}`);
    await plain.getByLabel("E-mail").fill("ada@example.org");
    await plain.getByRole("button", { name: "Mail me my tickets" }).click();
    await expect(plain.getByText("If there are tickets for ada@example.org")).toBeVisible();
    await context.close();
  });
});

test("the extras page says that there are no extras, that the event is over, or that tickets are unpaid", async ({
  page,
  site,
}) => {
  const event = await buildExtrasEvent(page, site);
  await site.db.updateTable("extras").set({ is_active: false }).where("id", "=", event.dinnerId).execute();
  await open(page, event.extrasPath);
  await expect(page.getByRole("heading", { name: "There are no extras" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to your tickets" }).click();
  await expect(page.getByRole("heading", { name: "Your ticket" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Add extras" })).toHaveCount(0);

  const past = await buildExtrasEvent(page, site);
  await site.db
    .updateTable("events")
    .set({ start_datetime: new Date(Date.now() - 3 * 86_400_000), end_datetime: null })
    .where("id", "=", past.id)
    .execute();
  await open(page, past.extrasPath);
  await expect(page.getByRole("heading", { name: "This event is over" })).toBeVisible();
  await open(page, `/${past.slug}/tickets?${past.proof}`);
  await expect(page.getByRole("link", { name: "Add extras" })).toHaveCount(0);

  const unpaid = await buildExtrasEvent(page, site);
  const held = await page.request.post("/api/registration/initRegistration", {
    data: { eventId: unpaid.id, tickets: [{ ticketId: unpaid.ticketId, quantity: 1 }] },
  });
  const { payload } = (await held.json()) as { payload: PayloadOf<"registration/initRegistration"> };
  const proof = `registrationId=${payload.registration.id}&accessKey=${payload.accessKey}`;
  await open(page, extrasAt(unpaid.slug, proof));
  await expect(page.getByRole("heading", { name: "Pay for your tickets first" })).toBeVisible();
});

test.describe("bought with the tickets", () => {
  test.use({ expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/ });

  test("extras bought with tickets show their code after the payment and on the ticket page, also offline", {
    tag: "@main",
  }, async ({ page, context, site }) => {
    const event = await buildEvent(site.db);
    await buildTicket(site.db, event.id, { price: 2500 });
    const shirt = await buildExtras(site.db, event.id, { name: "Shirt", price: 0, maxStock: null });
    const soldOut = await buildExtras(site.db, event.id, { name: "Boat trip", maxStock: 0 });
    await openTickets(page, event.slug);
    await choose(page, 1);
    await page.getByRole("button", { name: "One more Shirt" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Boat trip" });
    await expect(row).toContainText("Sold out");
    await goOn(page);
    await nameBuyer(page);
    await goToCheckout(page);
    await pay(page);
    const code = page.getByRole("img", { name: "QR code for 1 × Shirt" });
    await expect(code).toBeVisible();
    expect(await stockOf(site, shirt.id)).toEqual({ held: 0, sold: 1 });
    expect(await stockOf(site, soldOut.id)).toEqual({ held: 0, sold: 0 });
    await expect(page.getByRole("link", { name: "Add extras" })).toBeVisible();
    await page.getByRole("link", { name: "Open your ticket page" }).click();
    await expect(page.getByRole("heading", { name: "Your ticket", exact: true })).toBeVisible();
    await expect(code).toBeVisible();
    const address = page.url();
    await waitUntilSaved(page);

    await page.goto(`/ExtrasPurchase?event=${event.slug}`);
    await expect(page.getByRole("heading", { name: "Add extras" })).toBeVisible();
    await expect(page.getByText("You already have extras for this event.")).toBeVisible();

    await context.setOffline(true);
    await page.goto(address);
    await expect(page.getByText("Saved copy")).toBeVisible();
    await expect(code).toBeVisible();
    await expect(page.getByRole("link", { name: "Add extras" })).toHaveCount(0);
    await context.setOffline(false);
  });
});

test("buying extras is accessible, and needs no mouse", async ({ page, site }) => {
  test.slow();
  const event = await buildExtrasEvent(page, site, { taxAmount: 7 });
  await open(page, event.extrasPath);
  await expectAccessible(page);
  await page.getByRole("spinbutton", { name: "Number of Dinner" }).focus();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Pay for your extras" })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Card number").focus();
  await page.keyboard.type("4242424242424242");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1240");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open your ticket page" }).press("Enter");
  await expect(page.getByRole("article", { name: "Extras: 1 × Dinner" })).toBeVisible();
  await expectAccessible(page);
});
