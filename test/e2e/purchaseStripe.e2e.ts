import { expectAccessible } from "./journey.ts";
import { expect } from "./purchaseSite.ts";
import { keptProof, places, reachCheckout, simpleEvent } from "./purchaseSteps.ts";
import { serveStripeElement } from "./purchaseStripeElement.ts";
import { intentOf, test } from "./purchaseStripeSite.ts";

test("a refused card shows the reason of Stripe, and the next card pays", { tag: "@main" }, async ({
  page,
  site,
  stripe,
}) => {
  const event = await simpleEvent(site);
  const cards = ["4000000000000002", "4242424242424242"];
  await serveStripeElement(page, (clientSecret) => {
    const card = cards.shift() ?? "";
    const status = stripe.pay(intentOf(clientSecret), { card });
    return status === "succeeded"
      ? null
      : { type: "card_error", message: "Your card was declined by your bank." };
  });
  await reachCheckout(page, event.slug);
  await expect(page.getByText("Stripe's fields")).toBeVisible();
  await expect(page.getByText("Test payments")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay €25" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "declined by your bank" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €25" }).dblclick();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(cards).toEqual([]);
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
});

test("a slow Stripe payment is shown as being confirmed, and after a reload as successful", {
  tag: "@main",
}, async ({ page, site, stripe }) => {
  const event = await simpleEvent(site);
  let intent = "";
  await serveStripeElement(page, (clientSecret) => {
    intent = intentOf(clientSecret);
    stripe.startProcessing(intent);
    return null;
  });
  await reachCheckout(page, event.slug);
  await page.getByRole("button", { name: "Pay €25" }).click();
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  stripe.finishProcessing(intent, "succeeded");
  await page.reload();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
});

test("a buyer who returns from the bank sees the tickets", async ({ page, site, stripe }) => {
  const event = await simpleEvent(site);
  let intent = "";
  await serveStripeElement(page, (clientSecret) => {
    intent = intentOf(clientSecret);
    return { type: "card_error", message: "This bank has a page of its own." };
  });
  await reachCheckout(page, event.slug);
  await page.getByRole("button", { name: "Pay €25" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "a page of its own" })).toBeVisible();
  stripe.pay(intent);
  const { query: proof } = await keptProof(page, event.slug);
  await page.goto(`/${event.slug}/success?${proof}&payment_intent=${intent}&redirect_status=succeeded`);
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
});

test.describe("a payment that fails at the bank", () => {
  test.use({ expectedNoise: /402/ });

  test("a buyer whose slow payment fails is led back to the payment, in the browser that has the hold", async ({
    page,
    browser,
    site,
    stripe,
  }) => {
    const event = await simpleEvent(site);
    let intent = "";
    await serveStripeElement(page, (clientSecret) => {
      if (intent === "") stripe.startProcessing(intentOf(clientSecret));
      else stripe.pay(intent);
      intent = intentOf(clientSecret);
      return null;
    });
    await reachCheckout(page, event.slug);
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
    stripe.finishProcessing(intent, "failed");
    await expect(page.getByRole("heading", { name: "Your payment did not arrive" })).toBeVisible();
    await expect(page.getByText("do not pay twice")).toHaveCount(0);
    await expectAccessible(page);
    const otherPage = await (await browser.newContext()).newPage();
    await otherPage.goto(page.url());
    await expect(otherPage.getByText("go back to the browser where you began")).toBeVisible();
    await expect(otherPage.getByRole("link", { name: "Go to the payment" })).toHaveCount(0);
    await page.getByRole("link", { name: "Go to the payment" }).click();
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
  });
});

test.describe("an answer that was lost", () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ });

  test("a lost answer does not make Stripe's form pay again", async ({ page, site, stripe }) => {
    const event = await simpleEvent(site);
    let tries = 0;
    await serveStripeElement(page, (clientSecret) => {
      tries += 1;
      stripe.pay(intentOf(clientSecret));
      return null;
    });
    await reachCheckout(page, event.slug);
    await page.route("**/api/stripe/confirm-payment", (route) => route.abort("failed"));
    await page.getByRole("button", { name: "Pay €25" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "could not confirm your payment yet" });
    await expect(problem).toBeVisible();
    await expect(problem).toContainText("do not pay twice");
    await expect(page.getByText(/nothing was charged|try again/i)).toHaveCount(0);
    await expectAccessible(page);
    await page.unroute("**/api/stripe/confirm-payment");
    // The page retries by itself.
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(tries).toBe(1);
  });
});

test.describe("a Stripe that does not answer once the card was charged", () => {
  test.use({ expectedNoise: /503/ });

  test("if Stripe is down after a charge, the page keeps checking, and then shows the tickets", {
    tag: "@main",
  }, async ({ page, site, stripe }) => {
    const event = await simpleEvent(site);
    let tries = 0;
    await serveStripeElement(page, (clientSecret) => {
      tries += 1;
      stripe.pay(intentOf(clientSecret));
      stripe.down(true);
      return null;
    });
    await reachCheckout(page, event.slug);
    await page.getByRole("button", { name: "Pay €25" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "could not confirm your payment yet" });
    await expect(problem).toContainText("Your bank may have paid already, so do not pay twice.");
    await expect(page.getByText(/nothing was charged|try again/i)).toHaveCount(0);
    await expectAccessible(page);
    stripe.down(false);
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(tries).toBe(1);
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
  });
});

test.describe("a server that does not answer when the buyer comes back from the bank", () => {
  test.use({ expectedNoise: /503|429/ });

  for (const status of [503, 429])
    test(`if the server answers ${status} after a charge, the page keeps checking, and then shows the tickets`, async ({
      page,
      site,
      stripe,
    }) => {
      const event = await simpleEvent(site);
      await serveStripeElement(page, (clientSecret) => {
        stripe.pay(intentOf(clientSecret));
        return null;
      });
      await reachCheckout(page, event.slug);
      const registrationUrl = "**/api/registration/getRegistration?*";
      await page.route(registrationUrl, (route) => route.fulfill({ status, body: "Too many, said a proxy" }));
      await page.getByRole("button", { name: "Pay €25" }).click();
      await expect(page.getByRole("heading", { name: "We could not look up your order yet" })).toBeVisible();
      await expect(page.getByText("If you have paid, do not pay again")).toBeVisible();
      await expect(page.getByText(/nothing was (charged|paid)|try again|could not find/i)).toHaveCount(0);
      await expectAccessible(page);
      await page.unroute(registrationUrl);
      await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    });
});

test.describe("a checkout that is opened again while nobody can say whether it was paid", () => {
  test.use({ expectedNoise: /503/ });

  test("a reopened checkout does not ask to pay again, and then shows the tickets", async ({
    page,
    site,
    stripe,
  }) => {
    const event = await simpleEvent(site);
    let tries = 0;
    await serveStripeElement(page, (clientSecret) => {
      tries += 1;
      stripe.pay(intentOf(clientSecret));
      stripe.down(true);
      return null;
    });
    const expectNoWrongAdvice = async () =>
      expect(page.getByText(/nothing was (charged|paid)|try again|could not find/i)).toHaveCount(0);
    await reachCheckout(page, event.slug);
    await page.getByRole("button", { name: "Pay €25" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "could not confirm your payment yet" });
    await expect(problem).toBeVisible();
    const eventUrl = "**/api/event/getEventBySlug?*";
    await page.route(eventUrl, (route) => route.fulfill({ status: 503, body: "Busy, said a proxy" }));
    await page.reload();
    await expect(page.getByRole("heading", { name: "We could not look up your order yet" })).toBeVisible();
    await expect(page.getByText("If you have paid, do not pay again")).toBeVisible();
    await expectNoWrongAdvice();
    await page.unroute(eventUrl);
    // The page can be loaded again, but Stripe is still down.
    await expect(problem).toContainText("do not pay twice");
    await expectNoWrongAdvice();
    stripe.down(false);
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(tries).toBe(1);
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
  });
});

test.describe("an intent that Stripe refuses to make", () => {
  test.use({ expectedNoise: /402/ });

  test("an intent that Stripe refuses is requested again with a button", async ({ page, site, stripe }) => {
    const event = await simpleEvent(site);
    await serveStripeElement(page, (clientSecret) => {
      stripe.pay(intentOf(clientSecret));
      return null;
    });
    stripe.failNext(1, 400, { path: "/v1/payment_intents" });
    await reachCheckout(page, event.slug);
    const problem = page.getByRole("alert").filter({ hasText: "Nothing was charged" });
    await expect(problem).toBeVisible();
    await expectAccessible(page);
    await problem.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  });
});

test.describe("a script of Stripe that cannot be loaded", () => {
  test.use({ expectedNoise: /net::ERR_FAILED/ });

  test("if Stripe's script cannot be loaded, the page says so, and a button loads it again", async ({
    page,
    site,
    stripe,
  }) => {
    const event = await simpleEvent(site);
    await page.route("https://js.stripe.com/**", (route) => route.abort("failed"));
    await reachCheckout(page, event.slug);
    await expect(page.getByText("The payment form could not be loaded.")).toBeVisible();
    await expectAccessible(page);
    await page.unroute("https://js.stripe.com/**");
    await serveStripeElement(page, (clientSecret) => {
      stripe.pay(intentOf(clientSecret));
      return null;
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("button", { name: "Pay €25" }).click();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
  });
});
