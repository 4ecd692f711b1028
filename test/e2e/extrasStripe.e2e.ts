import { buildExtrasEvent, chooseDinners, goOnToPay, stockOf } from "./extrasSteps.ts";
import { expectAccessible, open } from "./journey.ts";
import { expect } from "./purchaseSite.ts";
import { serveStripeElement } from "./purchaseStripeElement.ts";
import { intentOf, test } from "./purchaseStripeSite.ts";

test("a refused card for extras shows the reason of Stripe, and the next card pays once", {
  tag: "@main",
}, async ({ page, site, stripe }) => {
  const event = await buildExtrasEvent(page, site);
  const cards = ["4000000000000002", "4242424242424242"];
  await serveStripeElement(page, (clientSecret) => {
    const card = cards.shift() ?? "";
    const status = stripe.pay(intentOf(clientSecret), { card });
    return status === "succeeded"
      ? null
      : { type: "card_error", message: "Your card was declined by your bank." };
  });
  await open(page, event.extrasPath);
  await chooseDinners(page, 1);
  await goOnToPay(page);
  await expect(page.getByText("Stripe's fields")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay €15" }).click();
  const problem = page.getByRole("alert").filter({ hasText: "declined by your bank" });
  await expect(problem).toContainText("your extras are still held");
  await page.getByRole("button", { name: "Pay €15" }).dblclick();
  await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
  expect(cards).toEqual([]);
  expect(await stockOf(site, event.dinnerId)).toEqual({ held: 0, sold: 1 });
});

test("a buyer who returns from the bank can pay again if a slow payment failed, and sees the code when one has succeeded", async ({
  page,
  site,
  stripe,
}) => {
  const event = await buildExtrasEvent(page, site);
  let intent = "";
  await serveStripeElement(page, (clientSecret) => {
    intent = intentOf(clientSecret);
    return { type: "card_error", message: "This bank has a page of its own." };
  });
  await open(page, event.extrasPath);
  await chooseDinners(page, 1);
  await goOnToPay(page);
  await page.getByRole("button", { name: "Pay €15" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "a page of its own" })).toBeVisible();
  const returnFromBank = () =>
    open(page, `${event.extrasPath}&payment_intent=${intent}&redirect_status=pending`);
  stripe.startProcessing(intent);
  await returnFromBank();
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  stripe.finishProcessing(intent, "failed");
  await expect(page.getByRole("heading", { name: "Your payment did not arrive" })).toBeVisible();
  await expect(page.getByText("do not pay twice")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Back to the payment" }).click();
  await expect(page.getByRole("heading", { name: "Pay for your extras" })).toBeVisible();
  stripe.startProcessing(intent);
  await returnFromBank();
  await expect(page.getByRole("heading", { name: "Your payment is being confirmed" })).toBeVisible();
  stripe.finishProcessing(intent, "succeeded");
  await expect(page.getByRole("heading", { name: "Your extras are paid" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code for 1 × Dinner" })).toBeVisible();
});
