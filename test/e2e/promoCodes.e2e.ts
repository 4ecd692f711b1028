import type { Locator } from "@playwright/test";
import { buildEvent, buildPromoCode, buildTicket } from "../../server/testing/builders.ts";
import { open } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";
import { choose, goOn, openTickets } from "./purchaseSteps.ts";

test.use({ expectedNoise: /status of 4(04|09)/ });

test("a use of a code is reserved with the hold, and released when the buyer continues without the code", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await buildEvent(site.db);
  await buildTicket(site.db, event.id, { title: "Standard", price: 2500 });
  const { id } = await buildPromoCode(site.db, event.id, {
    code: "ONCE",
    kind: "amount",
    value: 500,
    maxUses: 1,
  });
  const uses = () =>
    site.db.selectFrom("promo_codes").select(["held", "sold"]).where("id", "=", id).executeTakeFirstOrThrow();
  await openTickets(page, event.slug);
  await page.getByText("Have a code?").click();
  await page.getByLabel("Promo code").fill("once");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Code ONCE €5 off each ticket")).toBeFocused();
  await choose(page);
  await goOn(page);
  expect(await uses()).toEqual({ held: 1, sold: 0 });

  await openTickets(page, event.slug);
  await expect(page.getByText("Code ONCE €5 off each ticket")).toBeVisible();
  await expect(page.locator("[data-bottom-bar]")).toContainText("Total €20");
  await page.getByRole("button", { name: "Remove the code ONCE" }).click();
  await expect(page.getByText("Have a code?")).toBeFocused();
  await expect(page.locator("[data-bottom-bar]")).toContainText("Total €25");
  await goOn(page);
  expect(await uses()).toEqual({ held: 0, sold: 0 });
  await expect(page.getByRole("region", { name: "Your order" })).not.toContainText("Code");
});

test("the code field is shown if the event accepts codes or the link has one", async ({ page, site }) => {
  const event = await buildEvent(site.db);
  await buildTicket(site.db, event.id, { title: "Standard", price: 2500 });
  await buildPromoCode(site.db, event.id, { code: "PAST", endsAt: new Date(Date.now() - 60_000) });
  const question = page.getByText("Have a code?");
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("heading", { name: "Standard" })).toBeVisible();
  await expect(question).toHaveCount(0);
  await openTickets(page, event.slug);
  await expect(question).toHaveCount(0);

  for (const path of [`/${event.slug}`, `/${event.slug}/tickets`]) {
    await open(page, `${path}?code=PAST`);
    await expect(page.getByRole("alert").filter({ hasText: "This code has ended." })).toBeVisible();
    await expect(page.getByLabel("Promo code")).toHaveValue("PAST");
  }

  const other = await buildEvent(site.db);
  await buildTicket(site.db, other.id, { title: "Standard", price: 2500 });
  await buildPromoCode(site.db, other.id, { code: "NOW" });
  await open(page, `/${other.slug}`);
  await expect(question).toBeVisible();
  await openTickets(page, other.slug);
  await expect(question).toBeVisible();
});

test("a code that is used up during the choice is refused, and prices are shown without it", async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db);
  const ticket = await buildTicket(site.db, event.id, { title: "Standard", price: 2500 });
  await buildPromoCode(site.db, event.id, { code: "LAST", kind: "amount", value: 500, maxUses: 1 });
  await open(page, `/${event.slug}/tickets?code=LAST`);
  await choose(page);
  await expect(page.locator("[data-bottom-bar]")).toContainText("Total €20");
  const other = await page.request.post(`${site.url}/api/registration/initRegistration`, {
    data: { eventId: event.id, tickets: [{ ticketId: ticket.id, quantity: 1 }], promoCode: "LAST" },
  });
  expect(other.status()).toBe(200);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This code is used up." })).toBeVisible();
  await expect(page.locator("[data-bottom-bar]")).toContainText("Total €25");
  await goOn(page);
});

test("the reason for a refused code is not hidden behind the bar with the total", async ({ page, site }) => {
  const event = await buildEvent(site.db);
  await buildTicket(site.db, event.id, { title: "Standard", price: 2500 });
  await buildPromoCode(site.db, event.id, { code: "ONCE" });
  await openTickets(page, event.slug);
  await page.getByText("Have a code?").click();
  const bottomOf = async (locator: Locator) => {
    const { y = 0, height = 0 } = (await locator.boundingBox()) ?? {};
    return y + height;
  };
  const bar = page.locator("[data-bottom-bar]");
  const { height: barHeight = 0 } = (await bar.boundingBox()) ?? {};
  const field = page.getByLabel("Promo code");
  // The bar begins just below the field.
  await page.setViewportSize({ width: 1280, height: Math.ceil((await bottomOf(field)) + barHeight + 4) });
  await field.fill("NOPE");
  await field.press("Enter");
  const refusal = page.getByRole("alert").filter({ hasText: "This code is not known for this event." });
  await expect(refusal).toBeVisible();
  const gapPx = async () => (await bottomOf(bar)) - barHeight - (await bottomOf(refusal));
  await expect.poll(gapPx).toBeGreaterThanOrEqual(0);
});

test("a free registration uses the code of the link", { tag: "@main" }, async ({ page, site }) => {
  const event = await buildEvent(site.db);
  const ticket = await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await buildPromoCode(site.db, event.id, { code: "PRESS", kind: "access", ticketIds: [ticket.id] });
  await open(page, `/${event.slug}?code=press`);
  await expect(page.getByText("Code PRESS", { exact: true })).toBeVisible();
  const form = page.getByRole("form", { name: "Register" });
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("E-mail").fill("ada@example.org");
  await form.getByRole("button", { name: "Register for free" }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Order/ })).toContainText("Code PRESS");
  const registrations = await site.db
    .selectFrom("registrations")
    .select(["promo_code", "state"])
    .where("event_id", "=", event.id)
    .execute();
  expect(registrations).toEqual([{ promo_code: "PRESS", state: "active" }]);
});
