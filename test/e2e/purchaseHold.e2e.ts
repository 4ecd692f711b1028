import type { Page } from "@playwright/test";
import { buyOrder } from "./boughtOrder.ts";
import { expectAccessible, open } from "./journey.ts";
import { expect, refusals, test } from "./purchaseSite.ts";
import {
  choose,
  fillCard,
  goOn,
  goToCheckout,
  keptProof,
  nameBuyer,
  openTickets,
  pay,
  places,
  reachCheckout,
  simpleEvent,
} from "./purchaseSteps.ts";

const minute = 60_000;

/** Advances the page's clock until the timer shows this many minutes. Returns by how much, in ms. */
async function runUntilLeft(page: Page, minutes: number): Promise<number> {
  const [shownMinutes = 0, seconds = 0] = (await page.getByRole("timer").innerText()).split(":").map(Number);
  const passedMs = (shownMinutes - minutes) * minute + seconds * 1000;
  await page.clock.runFor(passedMs);
  return passedMs;
}

test("when a hold ends, the buyer returns to the tickets, and all typed values are still there", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await simpleEvent(site, { maxStock: 10 });
  await page.clock.install();
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");

  await runUntilLeft(page, 2.5);
  await expect(page.getByRole("timer")).toHaveText(/^2:[0-3]\d$/);
  await expect(page.getByText("Two minutes or less are left to finish.")).toHaveCount(0);
  await runUntilLeft(page, 1.5);
  await expect(page.getByRole("timer")).toHaveText(/^1:[0-3]\d$/);
  await expect(
    page.getByRole("status").filter({ hasText: "Two minutes or less are left to finish." }),
  ).toBeAttached();
  await expectAccessible(page);

  site.pass(16 * minute);
  await site.app.checkout.sweep();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 0 });
  await page.clock.runFor(2 * minute);
  const heading = page.getByRole("heading", { name: "Your tickets are no longer held" });
  await expect(heading).toBeFocused();
  await expectAccessible(page);

  await page.getByRole("link", { name: "Back to the tickets" }).click();
  await expect(page.getByText("The time ran out, so your tickets are no longer held.")).toBeVisible();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await goOn(page);
  await expect(page.getByRole("textbox", { name: "Full name", exact: true })).toHaveValue("Ada Lovelace");
  await expect(page.getByLabel("Guest's full name")).toHaveValue("Grace Hopper");
  await goToCheckout(page);
  await pay(page);
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 2 });
});

test("the warning before a hold ends offers more time twice, and nothing typed is lost", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await simpleEvent(site, { maxStock: 10 });
  await page.clock.install();
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  const timer = page.getByRole("timer");
  const more = page.getByRole("button", { name: "Add 15 more minutes" });
  await expect(more).toHaveCount(0);
  for (let extensions = 0; extensions < 2; extensions += 1) {
    site.pass(await runUntilLeft(page, 1.5));
    await expect(timer).toHaveText(/^1:[0-3]\d$/);
    await more.focus();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(timer).toHaveText(/^1[56]:\d\d$/);
    await expect(more).toHaveCount(0);
    await expect(page.getByText("Your tickets are held for")).toBeFocused();
    await expect(
      page.getByRole("status").filter({ hasText: /Your tickets are held until \d/ }),
    ).toBeAttached();
  }
  await page.reload();
  await expect(timer).toHaveText(/^1[56]:\d\d$/);
  await expect(page.getByRole("textbox", { name: "Full name", exact: true })).toHaveValue("Ada Lovelace");
  site.pass(await runUntilLeft(page, 1.5));
  await expect(page.getByText("Please finish soon: held for")).toBeVisible();
  await expect(more).toHaveCount(0);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await goToCheckout(page);
  await pay(page);
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 2 });
});

test("typed values and the hold survive a reload and Back", { tag: "@main" }, async ({ page, site }) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await page.reload();
  const name = page.getByRole("textbox", { name: "Full name", exact: true });
  await expect(name).toHaveValue("Ada Lovelace");
  await expect(page.getByLabel("Guest's full name")).toHaveValue("Grace Hopper");
  await goToCheckout(page);
  await expect(page.getByRole("region", { name: "Attendees" })).toContainText("Grace Hopper");
  await page.goBack();
  await expect(name).toHaveValue("Ada Lovelace");
  await page.goBack();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await expect(page.getByRole("timer")).toBeVisible();
  await page.goForward();
  await goToCheckout(page);
  await page.reload();
  await expect(page.getByRole("button", { name: "Pay €50" })).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 2, sold: 0 });
});

test("finished steps and a link lead back to the number of tickets, and nothing is lost", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  const steps = page.getByRole("navigation", { name: "Steps" });
  await expect(steps.getByRole("link")).toHaveText(["✓Tickets (done)"]);
  await page.getByRole("link", { name: "Change the tickets" }).click();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await goOn(page);
  await goToCheckout(page);
  await expect(steps.getByRole("link")).toHaveText(["✓Tickets (done)", "✓Your details (done)"]);
  await expectAccessible(page);
  await steps.getByRole("link", { name: "Your details (done)" }).click();
  await expect(page.getByLabel("Guest's full name")).toHaveValue("Grace Hopper");
  await steps.getByRole("link", { name: "Tickets (done)" }).click();
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await expect(page.getByRole("timer")).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 2, sold: 0 });
});

test("another number of tickets releases the hold, and the same number keeps it", async ({ page, site }) => {
  const event = await simpleEvent(site, { maxStock: 4 });
  await openTickets(page, event.slug);
  await choose(page, 3);
  await goOn(page);
  const first = await keptProof(page, event.slug);
  await page.goBack();
  await goOn(page);
  expect(await keptProof(page, event.slug)).toEqual(first);
  expect(await places(site, event.ticketId)).toEqual({ held: 3, sold: 0 });
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
  await choose(page, 4);
  await expect(page.getByRole("spinbutton")).toHaveValue("4");
  await goOn(page);
  expect(await places(site, event.ticketId)).toEqual({ held: 4, sold: 0 });
});

test("a buyer who closes the tab can continue at the same step", async ({ page, context, site }) => {
  const event = await simpleEvent(site);
  await reachCheckout(page, event.slug);
  await page.close();
  const later = await context.newPage();
  await later.goto(`/${event.slug}/checkout`);
  await fillCard(later);
  await later.getByRole("button", { name: "Pay €25" }).click();
  await expect(later.getByRole("heading", { name: "You're all set" })).toBeVisible();
  for (const path of ["checkout", "attendee-form", "success"]) {
    await later.goto(`/${event.slug}/${path}`);
    await expect(later).toHaveURL(/\/success\?registrationId=/);
    await expect(later.getByRole("heading", { name: "You're all set" })).toBeVisible();
  }
  await later.goto(`/${event.slug}/tickets`);
  await expect(later.getByText("You already have tickets for this event.")).toBeVisible();
});

test("without a choice the form and the checkout lead to the tickets, and with changed details the checkout leads back to the form", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  for (const path of ["attendee-form", "checkout"]) {
    await page.goto(`/${event.slug}/${path}`);
    await expect(page.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
  }
  await reachCheckout(page, event.slug);
  await page.getByRole("link", { name: "Change the details" }).click();
  await page.getByRole("textbox", { name: "Full name" }).fill("Grace Hopper");
  await page.goto(`/${event.slug}/checkout`);
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
});

test("two tabs share one hold, and the second shows the tickets that the first has paid", {
  tag: "@main",
}, async ({ page, context, site }) => {
  const event = await simpleEvent(site);
  await reachCheckout(page, event.slug);
  const other = await context.newPage();
  await other.goto(`/${event.slug}/checkout`);
  await expect(other.getByRole("button", { name: "Pay €25" })).toBeVisible();
  await pay(page);
  await expect(other.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
});

test("on the page of the tickets, a hold that was paid elsewhere becomes a purchase when its time runs out", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  await page.clock.install();
  const intent = page.waitForResponse("**/api/stripe/create-payment-intent");
  await reachCheckout(page, event.slug);
  const { payload } = await (await intent).json();
  const { accessKey } = await keptProof(page, event.slug);
  await page.getByRole("link", { name: "Change the tickets" }).click();
  await expect(page.getByRole("timer")).toBeVisible();
  const paid = await page.request.post("/api/stripe/confirm-payment", {
    data: {
      paymentIntentId: payload.paymentIntentId,
      accessKey,
      card: { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" },
    },
  });
  expect(paid.status()).toBe(200);
  await page.clock.runFor(16 * minute);
  await expect(page.getByText("You already have tickets for this event.")).toBeVisible();
  await expect(page.getByText("The time ran out")).toHaveCount(0);
});

test.describe("a server that cannot answer", () => {
  test.use({ expectedNoise: /net::ERR_FAILED|status of 503/ });

  test("after a lost reply, a repeated request holds the same places", { tag: "@main" }, async ({
    page,
    site,
  }) => {
    const event = await simpleEvent(site);
    await openTickets(page, event.slug);
    let attempt = 0;
    await page.route("**/api/registration/initRegistration", async (route) => {
      attempt += 1;
      if (attempt > 1) return route.continue();
      // The server has executed it, but the answer is lost.
      await route.fetch();
      return route.abort("failed");
    });
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not reach the server" })).toBeVisible();
    await goOn(page);
    expect(await places(site, event.ticketId)).toEqual({ held: 1, sold: 0 });
  });

  test("a payment whose answer was lost is made once", async ({ page, site }) => {
    const event = await simpleEvent(site);
    await reachCheckout(page, event.slug);
    let attempt = 0;
    await page.route("**/api/stripe/confirm-payment", async (route) => {
      attempt += 1;
      if (attempt > 1) return route.continue();
      await route.fetch();
      return route.abort("failed");
    });
    await fillCard(page);
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not reach the server" })).toBeVisible();
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
    const payments = await site.db
      .selectFrom("payments")
      .innerJoin("orders", "orders.payment_id", "payments.id")
      .select("payments.state")
      .where("orders.event_id", "=", event.id)
      .execute();
    expect(payments).toEqual([{ state: "succeeded" }]);
  });

  test("a buyer can try an order again after the server was too busy to make it", async ({ page, site }) => {
    const event = await simpleEvent(site);
    let isDown = true;
    await page.route("**/api/order/createOrder", (route) =>
      isDown
        ? route.fulfill({ status: 503, json: { msg: "Busy just now.", code: "busy" } })
        : route.continue(),
    );
    await reachCheckout(page, event.slug);
    await expect(page.getByText("Busy just now.")).toBeVisible();
    isDown = false;
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByText("Busy just now.")).toHaveCount(0);
    await pay(page);
  });
});

test("the last page of a purchase says that a payment did not arrive, and updates by itself when it does", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  const intent = page.waitForResponse("**/api/stripe/create-payment-intent");
  await reachCheckout(page, event.slug);
  const { payload } = await (await intent).json();
  const { accessKey, query: proof } = await keptProof(page, event.slug);

  await page.goto(`/${event.slug}/success?${proof}`);
  await expect(page.getByRole("heading", { name: "We have not seen a payment yet" })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/${event.slug}/success?${proof}&paymentIntentId=${payload.paymentIntentId}`);
  await expect(page.getByRole("heading", { name: "Your payment did not arrive" })).toBeVisible();
  await expectAccessible(page);

  const paid = await page.request.post("/api/stripe/confirm-payment", {
    data: {
      paymentIntentId: payload.paymentIntentId,
      accessKey,
      card: { number: "4242424242424242", expMonth: 12, expYear: 2040, cvc: "123" },
    },
  });
  expect(paid.status()).toBe(200);
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
});

test("the last page and the ticket page say when a registration has ended", async ({ page, site }) => {
  const event = await simpleEvent(site);
  const intent = page.waitForResponse("**/api/stripe/create-payment-intent");
  await reachCheckout(page, event.slug);
  await intent;
  const { query: proof } = await keptProof(page, event.slug);
  site.pass(20 * minute);
  await site.app.checkout.sweep();
  for (const path of ["success", "tickets"]) {
    await page.goto(`/${event.slug}/${path}?${proof}`);
    await expect(page.getByRole("heading", { name: "This registration has ended" })).toBeVisible();
    await expectAccessible(page);
  }
  await page.getByRole("link", { name: "Choose tickets again" }).click();
  await expect(page.getByRole("heading", { name: "Choose your tickets" })).toBeVisible();
});

test.describe("links that lead nowhere", () => {
  test.use({ expectedNoise: refusals });

  test("links with a wrong key, an unknown registration or no registration show the same message", async ({
    page,
    site,
  }) => {
    const event = await simpleEvent(site);
    const { registration } = await buyOrder(site, {
      eventId: event.id,
      ticketId: event.ticketId,
      names: [["Ada", "Lovelace"]],
    });
    const wrongProof = `registrationId=${registration.id}&accessKey=aaaaaaaaaaaaaaaaaaaaaa`;
    for (const path of [
      `tickets?${wrongProof}`,
      `success?${wrongProof}`,
      "success?registrationId=1&accessKey=aaaaaaaaaaaaaaaaaaaaaa",
      "success",
    ]) {
      await page.goto(`/${event.slug}/${path}`);
      await expect(page.getByRole("heading", { name: "We could not find these tickets" })).toBeVisible();
      await expectAccessible(page);
    }
    await open(page, "/no-such-event/tickets");
    await expect(page.getByRole("heading", { name: "Choose your tickets" })).toHaveCount(0);
  });
});

test("a visitor whose browser blocks storage can buy tickets on a page that stays open", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site, { maxStock: 10 });
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(Window.prototype, name, {
        get() {
          throw new DOMException("Access is denied for this document.", "SecurityError");
        },
      });
    // Chromium has both as properties of the window itself.
    for (const name of ["localStorage", "sessionStorage"] as const) delete (window as Partial<Window>)[name];
  });
  await reachCheckout(page, event.slug, 2);
  expect(
    await page.evaluate(() => [localStorage, sessionStorage].some((one) => one instanceof Storage)),
  ).toBe(false);
  await pay(page);
  await expect(page.getByText("mailed to ada@example.org")).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 2 });
});
