import type { Page } from "@playwright/test";
import type { PayloadOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import {
  buildEvent,
  buildPackage,
  buildQuestion,
  buildTicket,
  buildUser,
  type EventSpec,
  testPassword,
} from "../../server/testing/builders.ts";
import { beSignedIn, expectAccessible, open, sessionOf } from "./journey.ts";
import { expect, type PurchaseSite, refusals, test } from "./purchaseSite.ts";
import { fillCard } from "./purchaseSteps.ts";

async function sponsoredEvent({ db }: PurchaseSite, spec: EventSpec = {}) {
  const event = await buildEvent(db, { ...spec, config: { showSponsors: true, ...spec.config } });
  const gold = await buildPackage(db, event.id, { name: "Gold", price: 50_000, availableCount: 1 });
  const silver = await buildPackage(db, event.id, { name: "Silver", price: 10_000 });
  return { ...event, goldId: gold.id, silverId: silver.id };
}

const openSupport = (page: Page, slug: string) => open(page, `/Pricing?event=${slug}`);
const choosePackage = (page: Page, name: string) =>
  page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
const pressContinue = (page: Page) => page.getByRole("button", { name: /^Continue/ }).click();
const pay = (page: Page) => page.getByRole("button", { name: /^Pay/ }).click();
const expectReview = (page: Page) =>
  expect(page.getByRole("heading", { name: "Review and pay" })).toBeVisible();
const expectThanks = (page: Page) =>
  expect(page.getByRole("heading", { name: /^Thank you, Ada/ })).toBeVisible();

async function fillSponsor(page: Page, organization = ""): Promise<void> {
  await page.getByRole("textbox", { name: "Full name" }).fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "E-mail" }).fill("ada@example.org");
  if (organization !== "") await page.getByRole("textbox", { name: "Organisation" }).fill(organization);
}

const packageOf = ({ db }: PurchaseSite, id: number) =>
  db
    .selectFrom("sponsorship_packages")
    .select(["held_count as held", "sold_count as sold"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
const sponsorshipsOf = ({ db }: PurchaseSite, eventId: number) =>
  db
    .selectFrom("sponsorships")
    .select(["package_type", "amount", "payment_status", "is_public", "sponsor_data"])
    .where("event_id", "=", eventId)
    .orderBy("id")
    .execute();

test.describe("with a declined card", () => {
  test.use({ expectedNoise: refusals });

  test("a sponsor comes from the event's page to the packages, pays at the second try, and is named on the event's page", {
    tag: "@main",
  }, async ({ page, site }) => {
    const event = await sponsoredEvent(site);
    await open(page, `/${event.slug}`);
    await expect(page.getByRole("heading", { name: "Sponsors" })).toHaveCount(0);
    await page.getByRole("link", { name: "Support this event" }).click();
    await expect(page.getByRole("heading", { name: "Support Summer Gala" })).toBeVisible();
    await expectAccessible(page);
    await choosePackage(page, "Gold");
    await fillSponsor(page, "Analytical Engines");
    await page.getByLabel("A message to the club").fill("Good luck!");
    await expect(page.getByLabel("Show my name on the event’s page")).toBeChecked();
    await page.getByRole("button", { name: "Continue with €500" }).click();
    await expectReview(page);
    await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);
    await expect(page.getByRole("region", { name: "From" })).toContainText("Analytical Engines");
    await expect(page.getByRole("region", { name: "Your support" })).toContainText("€500");
    await expectAccessible(page);
    await fillCard(page, "4000000000000002");
    await pay(page);
    await expect(page.getByText("Your card was declined")).toBeVisible();
    await expect(page.getByText("your package is still held")).toBeVisible();
    expect(await packageOf(site, event.goldId)).toEqual({ held: 1, sold: 0 });
    await fillCard(page);
    await pay(page);
    await expectThanks(page);
    await expect(page.getByText("Your name is on the event’s page now.")).toBeVisible();
    await expectAccessible(page);
    const receipt = await page.getByRole("link", { name: /^Open the receipt/ }).getAttribute("href");
    expect((await page.request.get(receipt ?? "")).headers()["content-type"]).toBe("application/pdf");
    expect(await packageOf(site, event.goldId)).toEqual({ held: 0, sold: 1 });
    await page.reload();
    await expectThanks(page);

    await page.getByRole("link", { name: "Back to the event" }).click();
    const sponsors = page.locator("section").filter({ has: page.getByRole("heading", { name: "Sponsors" }) });
    await expect(sponsors.getByRole("heading", { name: "Gold" })).toBeVisible();
    await expect(sponsors.getByRole("listitem")).toHaveText(["Analytical Engines"]);
    await expect(page.getByRole("main")).not.toContainText("ada@example.org");
    await expectAccessible(page);
    await page.getByRole("link", { name: "Support this event" }).click();
    await expect(page.getByRole("radio", { name: /^Gold/ })).toBeDisabled();
    await expect(page.getByText("Sold out")).toBeVisible();
  });

  test("a donor whose card is declined is not told that something is held", async ({ page, site }) => {
    const event = await sponsoredEvent(site);
    await openSupport(page, event.slug);
    await page.getByRole("button", { name: "€25" }).click();
    await fillSponsor(page);
    await pressContinue(page);
    await expectReview(page);
    await fillCard(page, "4000000000000002");
    await pay(page);
    await expect(page.getByText("Your card was declined")).toBeVisible();
    await expect(page.getByText("Nothing was charged. You can try again.")).toBeVisible();
  });
});

test("a donor types any amount on a phone, comes to the payment by keyboard, and is not named by default", {
  tag: "@main",
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const event = await sponsoredEvent(site);
  await openSupport(page, event.slug);
  await page.getByRole("button", { name: "€25" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: "Other amount" })).toBeChecked();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Amount in EUR")).toBeFocused();
  await expect(page.getByLabel("Amount in EUR")).toHaveValue("25");
  await page.keyboard.press("Control+a");
  await page.keyboard.type("12,50");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ada Lovelace");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@example.org");
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expectReview(page);
  await expect(page.getByRole("timer")).toHaveCount(0);
  await expect(page.getByText("Will not be shown")).toBeVisible();
  await expectAccessible(page);
  await fillCard(page);
  await page.keyboard.press("Enter");
  await expectThanks(page);
  await expectAccessible(page);
  expect(await sponsorshipsOf(site, event.id)).toMatchObject([
    { package_type: "donation", amount: 1250, payment_status: "paid", is_public: false },
  ]);
  await page.getByRole("link", { name: "Back to the event" }).click();
  await expect(page.getByRole("heading", { name: "Summer Gala" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Sponsors" })).toHaveCount(0);
});

test("a sponsor's package contains tickets, and the sponsor names the guests on the ticket page", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await sponsoredEvent(site, { config: { guestNamesLater: true, asksPhone: true } });
  await buildTicket(site.db, event.id, { title: "Dinner seat", maxStock: 20 });
  await buildQuestion(site.db, event.id, { text: "Menu?", required: true });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `/event/${event.id}/sponsorship-packages`);
  await page.getByRole("button", { name: "Edit Gold" }).click();
  const form = page.getByRole("form", { name: "Sponsorship package" });
  await form.getByLabel("Tickets it contains").selectOption("Dinner seat");
  await form.getByRole("button", { name: "Save the package" }).click();
  await expect(form.getByLabel("Number of tickets")).toHaveAccessibleDescription(
    "Enter a whole number from 1 to 1,000.",
  );
  await form.getByLabel("Number of tickets").fill("2");
  await expectAccessible(page);
  await form.getByRole("button", { name: "Save the package" }).click();
  await expect(page.getByText("Contains 2 × Dinner seat")).toBeVisible();
  await expectAccessible(page);

  await openSupport(page, event.slug);
  await expect(page.getByText("With 2 tickets for you and your guests")).toBeVisible();
  await choosePackage(page, "Gold");
  await fillSponsor(page, "Analytical Engines");
  await pressContinue(page);
  await expectReview(page);
  const support = page.getByRole("region", { name: "Your support" });
  await expect(support).toContainText("With 2 tickets for you and your guests");
  await fillCard(page);
  await pay(page);
  await expectThanks(page);
  const seats = page.getByRole("region", { name: "Your tickets" });
  await expect(seats).toContainText("2 of them have no name yet.");
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await seats.getByRole("link", { name: "Name your guests" }).click();
  await expect(page).toHaveTitle("Summer Gala: Tickets | Foyer");
  await expect(page.getByRole("heading", { name: "Details are missing" })).toBeInViewport();
  await expect(
    page.getByRole("button", { name: "Copy link for Guest 2 of Analytical Engines" }),
  ).toBeVisible();

  await page.getByRole("link", { name: "fill in the details yourself" }).click();
  const details = page.getByRole("form", { name: "Change details" });
  for (const guest of ["Guest 1", "Guest 2"]) {
    const person = details.getByRole("group", { name: `${guest} of Analytical Engines` });
    await expect(person.getByLabel("E-mail")).toBeVisible();
    await expect(person.getByRole("textbox", { name: "Menu? (needed later)" })).toBeVisible();
  }
  // Only the buyer is asked for a phone number.
  await expect(details.getByLabel("Phone")).toHaveCount(0);
  await expectAccessible(page);
  await details.getByRole("group", { name: "Guest 2" }).getByLabel("Full name").fill("Grace Hopper");
  await details.getByRole("button", { name: "Save changes" }).press("Enter");
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  await expect(details.getByRole("group", { name: "Grace Hopper" })).toBeVisible();
  await expect(details.getByRole("group", { name: "Guest 1 of Analytical Engines" })).toBeVisible();
});

test("a package shows how many of it the remaining tickets allow, and is sold out if there are too few tickets", async ({
  page,
  site,
}) => {
  const { id, slug, goldId } = await sponsoredEvent(site);
  const { id: ticketId } = await buildTicket(site.db, id, { maxStock: 5 });
  await site.db
    .updateTable("sponsorship_packages")
    .set({ ticket_id: ticketId, ticket_count: 2, available_count: -1 })
    .where("id", "=", goldId)
    .execute();
  await openSupport(page, slug);
  await expect(page.getByText("Only 2 left")).toBeVisible();
  await expectAccessible(page);
  await site.db.updateTable("tickets").set({ sold: 4 }).where("id", "=", ticketId).execute();
  await page.reload();
  await expect(page.getByText("Sold out")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Gold/ })).toBeDisabled();
  await expectAccessible(page);
});

test("double clicks start one sponsorship and pay once", async ({ page, site }) => {
  const event = await sponsoredEvent(site);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
  });
  await openSupport(page, event.slug);
  await choosePackage(page, "Silver");
  await fillSponsor(page);
  await page.getByRole("button", { name: /^Continue/ }).dblclick();
  await expectReview(page);
  expect(await packageOf(site, event.silverId)).toEqual({ held: 1, sold: 0 });
  await fillCard(page);
  await page.getByRole("button", { name: /^Pay/ }).dblclick();
  await expectThanks(page);
  expect(await packageOf(site, event.silverId)).toEqual({ held: 0, sold: 1 });
  expect(await sponsorshipsOf(site, event.id)).toHaveLength(1);
  expect(sent).toEqual([
    "/api/sponsorship/create",
    "/api/sponsorship/createSponsorshipPaymentIntent",
    "/api/stripe/confirm-payment",
  ]);
});

test("a missing value of a sponsor is shown at its field, and the first such field has the focus", async ({
  page,
  site,
}) => {
  const event = await sponsoredEvent(site);
  await openSupport(page, event.slug);
  await pressContinue(page);
  await expect(page.getByRole("group", { name: "What would you like to give?" })).toHaveAccessibleDescription(
    "Choose a package, or an amount of your own.",
  );
  await expect(page.getByRole("radio", { name: /^Gold/ })).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Amount in EUR").fill("0.50");
  await pressContinue(page);
  await expect(page.getByLabel("Amount in EUR")).toHaveAccessibleDescription(/Enter at least €1\.$/);
  await expect(page.getByLabel("Amount in EUR")).toBeFocused();
  await page.getByLabel("Amount in EUR").fill("5");
  await pressContinue(page);
  const name = page.getByRole("textbox", { name: "Full name" });
  await expect(name).toHaveAccessibleDescription("Enter your name.");
  await expect(name).toBeFocused();
  await expectAccessible(page);
  await name.fill("Ada");
  await page.reload();
  await expect(name).toHaveValue("Ada");
  await expect(page.getByLabel("Amount in EUR")).toHaveValue("5");
});

test.describe("refused", () => {
  test.use({ expectedNoise: refusals });

  test("a sponsor who is too late for the last package sees that, and chooses another", async ({
    page,
    site,
  }) => {
    const event = await sponsoredEvent(site);
    await openSupport(page, event.slug);
    await choosePackage(page, "Gold");
    await fillSponsor(page);
    const otherSponsorship = await page.request.post("/api/sponsorship/create", {
      data: {
        eventId: event.id,
        packageId: event.goldId,
        sponsorData: { firstName: "Eve", email: "eve@example.org" },
      },
    });
    expect(otherSponsorship.status()).toBe(200);
    await pressContinue(page);
    await expect(page.getByText("Gold is sold out. Choose another one.")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Gold/ })).toBeDisabled();
    await expect(page.getByText("Somebody is buying the last one at the moment")).toBeVisible();
    await expect(page.getByRole("radio", { name: /^Silver/ })).toBeFocused();
    await expectAccessible(page);
    await choosePackage(page, "Silver");
    await expect(page.getByText("Gold is sold out. Choose another one.")).toHaveCount(0);
    await pressContinue(page);
    await expectReview(page);
  });

  test("a sponsor who does not pay in time sees that, and finds the typed values again", async ({
    page,
    site,
  }) => {
    const event = await sponsoredEvent(site);
    await openSupport(page, event.slug);
    await choosePackage(page, "Gold");
    await fillSponsor(page);
    // A hold does not expire while its intent is being made.
    await Promise.all([page.waitForResponse(/createSponsorshipPaymentIntent/), pressContinue(page)]);
    await expectReview(page);
    site.pass(16 * 60_000);
    await site.app.checkout.sweep();
    await fillCard(page);
    await pay(page);
    await expect(page.getByRole("heading", { name: "The time to pay has run out" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("link", { name: "Choose again" }).click();
    await expect(page.getByRole("textbox", { name: "Full name" })).toHaveValue("Ada Lovelace");
    await pressContinue(page);
    await expectReview(page);
    await fillCard(page);
    await pay(page);
    await expectThanks(page);
  });

  test("the open payment page of a sponsor says when the time to pay is over", async ({ page, site }) => {
    const event = await sponsoredEvent(site);
    await page.clock.install();
    await openSupport(page, event.slug);
    await choosePackage(page, "Gold");
    await fillSponsor(page);
    await pressContinue(page);
    await expectReview(page);
    await page.clock.runFor(14 * 60_000);
    await expect(page.getByText("Please finish soon")).toBeVisible();
    await page.clock.runFor(2 * 60_000);
    await expect(page.getByRole("heading", { name: "The time to pay has run out" })).toBeVisible();
    expect(await packageOf(site, event.goldId)).toEqual({ held: 0, sold: 0 });
  });

  test("an event that was cancelled meanwhile says so, and accepts no support", async ({ page, site }) => {
    const event = await sponsoredEvent(site);
    await openSupport(page, event.slug);
    await choosePackage(page, "Gold");
    await fillSponsor(page);
    await site.db
      .updateTable("events")
      .set({ cancelled_at: new Date() })
      .where("id", "=", event.id)
      .execute();
    await pressContinue(page);
    await expect(page.getByText("This event was cancelled, so it can no longer be supported")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Continue/ })).toHaveCount(0);
    await expect(page.getByText("Gold")).toBeVisible();
    await expectAccessible(page);
  });

  test("a sponsor's link with a wrong key leads back to the packages", async ({ page, site }) => {
    const event = await sponsoredEvent(site);
    const created = await page.request.post("/api/sponsorship/create", {
      data: {
        eventId: event.id,
        packageId: event.silverId,
        sponsorData: { firstName: "Eve", email: "eve@example.org" },
      },
    });
    const { payload } = (await created.json()) as { payload: PayloadOf<"sponsorship/create"> };
    const addressWith = (accessKey: string) =>
      `/Pricing?event=${event.slug}&sponsorshipId=${payload.sponsorship.id}&accessKey=${accessKey}`;
    await open(page, addressWith(payload.accessKey));
    await expectReview(page);
    const address = addressWith("A".repeat(22));
    expect((await page.request.get(address)).headers()["cache-control"]).toBe("no-store");
    await open(page, address);
    await expect(page.getByRole("heading", { name: "This link was not found" })).toBeVisible();
    await page.getByRole("link", { name: "Support the event" }).click();
    await expect(page.getByRole("radio", { name: /^Gold/ })).toBeVisible();
  });
});

test("a sponsor who goes back can choose the last package again, because they hold it themselves", async ({
  page,
  site,
}) => {
  const event = await sponsoredEvent(site);
  await openSupport(page, event.slug);
  await choosePackage(page, "Gold");
  await fillSponsor(page);
  await pressContinue(page);
  await expectReview(page);
  await page.getByRole("link", { name: "Change" }).click();
  await expect(page.getByText("You have already started.")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("A message to the club").fill("Good luck!");
  await pressContinue(page);
  await expectReview(page);
  await expect(page.getByRole("region", { name: "From" })).toContainText("Good luck!");
  expect(await packageOf(site, event.goldId)).toEqual({ held: 1, sold: 0 });
  await page.getByRole("link", { name: "Change" }).click();
  await choosePackage(page, "Silver");
  await pressContinue(page);
  await expectReview(page);
  await expect(page.getByRole("region", { name: "Your support" })).toContainText("Silver");
  expect(await packageOf(site, event.goldId)).toEqual({ held: 0, sold: 0 });
  expect(await packageOf(site, event.silverId)).toEqual({ held: 1, sold: 0 });
});

test("a sponsor confirms a payment if the bank asks for it", async ({ page, site }) => {
  const event = await sponsoredEvent(site);
  await openSupport(page, event.slug);
  await choosePackage(page, "Gold");
  await fillSponsor(page);
  await pressContinue(page);
  await expectReview(page);
  await fillCard(page, "4000002500003155");
  await pay(page);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expectThanks(page);
});

test.describe("without a network", () => {
  test.use({ expectedNoise: /ERR_INTERNET_DISCONNECTED/ });

  test("the sponsor's page says that it cannot reach the server, and continues once online", async ({
    page,
    site,
  }) => {
    const event = await sponsoredEvent(site);
    await openSupport(page, event.slug);
    await choosePackage(page, "Gold");
    await fillSponsor(page);
    await page.context().setOffline(true);
    await pressContinue(page);
    await expect(page.getByText("We could not reach the server")).toBeVisible();
    await page.context().setOffline(false);
    await pressContinue(page);
    await expectReview(page);
    expect(await packageOf(site, event.goldId)).toEqual({ held: 1, sold: 0 });
  });
});

test("an event without packages offers donors amounts in its currency", async ({ page, site }) => {
  const event = await buildEvent(site.db, { currency: "thb" });
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("link", { name: "Support this event" })).toHaveCount(0);
  await openSupport(page, event.slug);
  await expect(page.getByText("has no packages for sponsors")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "THB 500" }).click();
  await fillSponsor(page);
  await pressContinue(page);
  await expectReview(page);
  await expect(page.getByRole("region", { name: "Your support" })).toContainText("1 × Donation");
});

test("a past event says that it is over, and a support page without an event offers upcoming ones", async ({
  page,
  site,
}) => {
  const day = 24 * 3_600_000;
  const pastEvent = await sponsoredEvent(site, {
    name: "Last Year's Gala",
    start: new Date(Date.now() - 3 * day),
  });
  await openSupport(page, pastEvent.slug);
  await expect(page.getByText("This event is over")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Full name" })).toHaveCount(0);
  await expectAccessible(page);
  const upcomingEvent = await sponsoredEvent(site, { name: "The Next Gala" });
  await page.getByRole("link", { name: "Other events" }).click();
  await expect(page.getByRole("heading", { name: "Support an event" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Last Year's Gala" })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("link", { name: "The Next Gala" }).click();
  await expect(page).toHaveURL(new RegExp(`event=${upcomingEvent.slug}$`));
  await expect(page.getByRole("radio", { name: /^Gold/ })).toBeVisible();
});

test("without scripts the packages can be read, and the page says that giving needs JavaScript", async ({
  browser,
  site,
}) => {
  const event = await sponsoredEvent(site);
  const page = await browser.newPage({ javaScriptEnabled: false });
  await page.goto(`${site.url}/Pricing?event=${event.slug}`);
  await expect(page.locator("noscript div")).toContainText("Giving needs JavaScript");
  await expect(page.locator("noscript div")).toBeVisible();
  await expect(page.getByText("€500")).toBeVisible();
  await page.close();
});

test("a refunded sponsorship has a receipt, and its sponsor is no longer named", async ({ page, site }) => {
  const event = await sponsoredEvent(site);
  await openSupport(page, event.slug);
  await choosePackage(page, "Gold");
  await fillSponsor(page, "Analytical Engines");
  await pressContinue(page);
  await expectReview(page);
  await fillCard(page);
  await pay(page);
  await expectThanks(page);
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  const { token } = await sessionOf(page.request, { email, password: testPassword }, site.url);
  const { id } = await site.db
    .selectFrom("orders")
    .select("id")
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  const refunded = await page.request.post(`${site.url}/api/order/refund`, {
    data: { orderId: id },
    headers: { authorization: token },
  });
  expect(refunded.status(), await refunded.text()).toBe(200);
  await site.app.checkout.makeRefunds(id);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Your refund is on its way" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Open the receipt/ })).toBeVisible();
  await expectAccessible(page);
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("main")).not.toContainText("Analytical Engines");
});
