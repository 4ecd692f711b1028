import { buildExtras, buildPromoCode, buildQuestion, buildTicket } from "../../server/testing/builders.ts";
import { expectAccessible, open } from "./journey.ts";
import { expect, refusals, test } from "./purchaseSite.ts";
import {
  answerRichQuestions,
  choose,
  fillCard,
  goOn,
  goToCheckout,
  nameBuyer,
  openTickets,
  pay,
  places,
  reachCheckout,
  richEvent,
  richQuestions,
  simpleEvent,
} from "./purchaseSteps.ts";

test("two tickets of two types with an extra, questions and a guest are bought with a card", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await richEvent(site);
  await openTickets(page, event.slug);
  await page.getByRole("button", { name: "One more Standard" }).click();
  await page.getByRole("button", { name: "One more Student" }).click();
  await page.getByRole("button", { name: "One more Dinner" }).click();
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar).toContainText("2 tickets");
  await expect(bar).toContainText("Subtotal €52.50");
  await expect(bar).toContainText("Tax (7%) €3.68");
  await expect(bar).toContainText("Total €56.18");
  await goOn(page);
  await expect(page.getByRole("timer")).toHaveText(/^1[45]:\d\d$/);

  await nameBuyer(page);
  const buyerForm = page.getByRole("region", { name: "You" });
  await buyerForm.getByRole("combobox", { name: "Ticket" }).selectOption("Student");
  await answerRichQuestions(buyerForm);
  await buyerForm.getByLabel("Length of the boat").fill("7,5");
  const guest = page.getByRole("region", { name: "Guest 1" });
  await expect(guest.getByRole("combobox", { name: "Ticket" })).toHaveValue(String(event.standardId));
  await guest.getByLabel("Guest's full name").fill("Grace Hopper");
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(buyerForm.getByLabel("Length of the boat")).toHaveAccessibleDescription(
    "The answer must be a number such as 12 or 2.5.",
  );
  await buyerForm.getByLabel("Length of the boat").fill("7.5");
  await goToCheckout(page);

  const summary = page.getByRole("region", { name: "Your order" });
  await expect(summary).toContainText("1 × Dinner");
  await expect(summary).toContainText("€56.18");
  await expect(page.getByText("Test payments")).toBeVisible();
  await pay(page);

  await expect(page.getByText("mailed to ada@example.org")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of Grace Hopper" })).toBeVisible();
  await expect(page.getByRole("heading", { name: /^Order [A-Z0-9-]{6,}$/ })).toBeVisible();
  const order = page.getByRole("region", { name: /^Order/ });
  for (const text of ["€52.50", "€3.68", "€56.18"]) await expect(order).toContainText(text);
  await expect(page.getByRole("link", { name: "Download PDF" })).toHaveAttribute(
    "href",
    /ticketPdf\?registrationId=\d+&accessKey=/,
  );
  const pdf = await page.getByRole("link", { name: "Download PDF" }).getAttribute("href");
  expect((await page.request.get(pdf ?? "")).headers()["content-type"]).toBe("application/pdf");
  const calendar = await page.getByRole("link", { name: "Calendar file" }).getAttribute("href");
  expect((await page.request.get(calendar ?? "")).headers()["content-type"]).toContain("text/calendar");
  await page.evaluate(() =>
    Object.defineProperty(navigator, "share", {
      value: ({ url }: { url: string }) => document.body.setAttribute("data-shared", url),
    }),
  );
  await page.getByRole("button", { name: "Tell a friend" }).click();
  await expect(page.locator("body")).toHaveAttribute("data-shared", new RegExp(`/${event.slug}$`));

  const attendees = await site.db
    .selectFrom("attendees")
    .select(["id", "first_name", "last_name", "email", "ticket_id", "is_primary"])
    .where("event_id", "=", event.id)
    .orderBy("id")
    .execute();
  expect(attendees).toMatchObject([
    {
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.org",
      ticket_id: event.studentId,
      is_primary: true,
    },
    { first_name: "Grace", last_name: "Hopper", email: null, ticket_id: event.standardId, is_primary: false },
  ]);
  const answers = await site.db
    .selectFrom("answers")
    .select("answer")
    .where("attendee_id", "=", attendees[0]?.id ?? 0)
    .orderBy("question_id")
    .execute();
  expect(answers.map(({ answer }) => answer)).toEqual(richQuestions.map(({ stored }) => stored));
  expect(await places(site, event.standardId)).toEqual({ held: 0, sold: 1 });
});

test("a price that includes the tax is shown from the event's page to the order, and is what the buyer pays", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await simpleEvent(site, { taxAmount: 19, pricesIncludeTax: true });
  await open(page, `/${event.slug}`);
  const tickets = page.getByRole("region", { name: "Tickets" });
  await expect(tickets).toContainText("€25");
  await expect(tickets).toContainText("Prices include tax (19%).");
  await openTickets(page, event.slug);
  await choose(page, 2);
  const bar = page.locator("[data-bottom-bar]");
  await expect(bar).toContainText("Includes tax (19%) €7.98");
  await expect(bar).toContainText("Total €50");
  await goOn(page);
  await nameBuyer(page);
  await page.getByRole("region", { name: "Guest 1" }).getByLabel("Guest's full name").fill("Grace Hopper");
  await goToCheckout(page);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("Includes tax (19%)");
  await expectAccessible(page);
  await pay(page);
  const order = page.getByRole("region", { name: /^Order/ });
  for (const text of ["Includes tax (19%)", "€7.98", "€50.00"]) await expect(order).toContainText(text);
  const rows = await site.db
    .selectFrom("orders")
    .select(["subtotal", "tax", "total_amount"])
    .where("event_id", "=", event.id)
    .execute();
  expect(rows).toEqual([{ subtotal: 4202, tax: 798, total_amount: 5000 }]);
});

test("one ticket takes three clicks, and before the card one page with two required fields", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await simpleEvent(site);
  let clicks = 0;
  const click = async (name: RegExp) => {
    clicks += 1;
    await page.getByRole("button", { name }).click();
  };
  await open(page, `/${event.slug}`);
  await click(/^Get 1 ticket/);
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await nameBuyer(page);
  await expect(page.locator("[aria-required=true]")).toHaveCount(2);
  await click(/^Continue/);
  await expect(page).toHaveURL(/\/checkout$/);
  await fillCard(page);
  await click(/^Pay/);
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(clicks).toBe(3);
  await open(page, `/${event.slug}`);
  await expect(page.getByText("You already have tickets for this event.")).toBeVisible();
  await page.getByRole("link", { name: "Show my tickets" }).click();
  await expect(page.getByRole("img", { name: "QR code of Ada Lovelace" })).toBeVisible();
});

test.describe("a shortage", () => {
  test.use({ expectedNoise: refusals });

  test("the number of tickets of a single type is chosen on the event's page, and reduced if fewer are left", {
    tag: "@main",
  }, async ({ page, site }) => {
    const event = await simpleEvent(site, { taxAmount: 19 });
    await page.setViewportSize({ width: 390, height: 600 });
    await open(page, `/${event.slug}`);
    const bar = page.locator("[data-bottom-bar]");
    await bar.getByRole("link", { name: "Get tickets" }).click();
    const get = page.getByRole("button", { name: /^Get \d/ });
    await expect(get).toBeFocused();
    await expect(get).toBeInViewport({ ratio: 1 });
    await expect(bar).toBeHidden();
    await expect(get).toHaveText("Get 1 ticket");
    await page.getByRole("button", { name: "One more ticket" }).click();
    await expect(get).toHaveText("Get 2 tickets");
    await expectAccessible(page);

    const { held } = await places(site, event.ticketId);
    expect(held).toBe(0);
    await site.db.updateTable("tickets").set({ max_stock: 1 }).where("id", "=", event.ticketId).execute();
    await get.click();
    const refusal = page.getByRole("form", { name: "Get tickets" }).getByRole("alert");
    await expect(refusal).toHaveText("Only 1 left: we changed your choice to 1.");
    await expect(page.getByRole("button", { name: "One more ticket" })).toBeDisabled();
    await expectAccessible(page);
    await get.click();
    await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
    expect(await places(site, event.ticketId)).toEqual({ held: 1, sold: 0 });
    await page
      .getByRole("link", { name: /^Tickets/ })
      .first()
      .click();
    await expect(page.getByRole("spinbutton", { name: "Number of Standard" })).toHaveValue("1");
  });
});

test("a code in the link changes the price on the event's page, and is used for the hold", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  await buildPromoCode(site.db, event.id, { code: "HALF", kind: "percent", value: 50 });
  await open(page, `/${event.slug}?code=HALF`);
  await expect(page.getByRole("region", { name: "Tickets" })).toContainText("€12.50");
  await page.getByRole("button", { name: "Get 1 ticket" }).click();
  await nameBuyer(page);
  await goToCheckout(page);
  await expect(page.getByRole("region", { name: "Your order" })).toContainText("€12.50");
});

test("an event with an extra on sale leads to the tickets page", async ({ page, site }) => {
  const event = await simpleEvent(site);
  await buildExtras(site.db, event.id, { name: "Sausage", price: 400 });
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("form", { name: "Get tickets" })).toHaveCount(0);
  await page.getByRole("region", { name: "Tickets" }).getByRole("link", { name: "Get tickets" }).click();
  await expect(page.getByRole("button", { name: "One more Sausage" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("without scripts the event's button leads to the tickets page", async ({ page, site }) => {
    const event = await simpleEvent(site);
    await page.goto(`/${event.slug}`);
    // Only scripts can change the number.
    await expect(page.getByText("Number of tickets")).toBeHidden();
    await page.getByRole("button", { name: /^Get 1 ticket/ }).click();
    await expect(page).toHaveURL(new RegExp(`/${event.slug}/tickets\\?ticket-${event.ticketId}=1$`));
    await expect(page.locator("noscript div")).toContainText("Buying needs JavaScript");
  });
});

test("a free order needs one button and no card", { tag: "@main" }, async ({ page, site }) => {
  const event = await simpleEvent(site, { price: 0 });
  await reachCheckout(page, event.slug, 2);
  await expect(page.getByLabel("Card number")).toHaveCount(0);
  await page.getByRole("button", { name: "Complete registration" }).dblclick();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Order/ })).toContainText("Free");
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 2 });
});

test("the attendee form asks about a mistyped mail address, which can be kept", async ({ page, site }) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page, "Ada Lovelace", "ada@gmial.com");
  const guest = page.getByRole("region", { name: "Guest 1" });
  await guest.getByLabel("Guest's full name").fill("Grace Hopper");
  await guest.getByLabel("Guest's e-mail").fill("grace@hotmial.com");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("group", { name: "Did you mean ada@gmail.com?" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Use ada@gmail.com" })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Keep ada@gmial.com" }).click();
  await expect(page.getByRole("button", { name: "Use grace@hotmail.com" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(guest.getByLabel("Guest's e-mail")).toHaveValue("grace@hotmail.com");
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Pay/ })).toBeVisible();
  const people = await site.db
    .selectFrom("attendees")
    .select("email")
    .where("ticket_id", "=", event.ticketId)
    .orderBy("id")
    .execute();
  expect(people.map(({ email }) => email)).toEqual(["ada@gmial.com", "grace@hotmail.com"]);
});

test.describe("refusals", () => {
  test.use({ expectedNoise: refusals });

  test("a declined card shows the reason, and the next card pays on the same hold", { tag: "@main" }, async ({
    page,
    site,
  }) => {
    const event = await simpleEvent(site);
    await reachCheckout(page, event.slug);
    await fillCard(page, "4000000000009995");
    await page.getByRole("button", { name: "Pay €25" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "insufficient funds" });
    await expect(problem).toContainText("your tickets are still held");
    const number = page.getByLabel("Card number");
    await expect(number).toBeFocused();
    await expect(number).toHaveAccessibleDescription("This card was declined.");
    expect(await places(site, event.ticketId)).toEqual({ held: 1, sold: 0 });
    await pay(page);
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
    const orders = await site.db.selectFrom("orders").select("id").where("event_id", "=", event.id).execute();
    expect(orders).toHaveLength(1);
  });

  test("a ticket that has just sold out says so, and the choice is reduced to what is left", async ({
    page,
    site,
  }) => {
    const event = await simpleEvent(site, { maxStock: 5 });
    await openTickets(page, event.slug);
    await choose(page, 4);
    await site.db.updateTable("tickets").set({ sold: 3 }).where("id", "=", event.ticketId).execute();
    await page.getByRole("button", { name: "Continue" }).click();
    const row = page.getByRole("listitem").filter({ hasText: "Standard" });
    await expect(row).toContainText("Only 2 left: we changed your choice to 2.");
    await expect(page.getByRole("spinbutton")).toHaveValue("2");
    // The places left have been fetched again by now.
    await expect(row.getByText("Only 2 left", { exact: true })).toBeVisible();
    await site.db.updateTable("tickets").set({ sold: 5 }).where("id", "=", event.ticketId).execute();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(row).toContainText("These were just sold out.");
    await expect(page.getByText("All tickets are sold or reserved.")).toBeVisible();
    expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 5 });
  });

  test("a name that the server refuses is marked at its field", async ({ page, site }) => {
    const event = await simpleEvent(site);
    await openTickets(page, event.slug);
    await goOn(page);
    await nameBuyer(page, "Ada \u0085 Lovelace");
    await page.getByRole("button", { name: /^Continue/ }).click();
    const name = page.getByRole("textbox", { name: "Full name" });
    await expect(name).toHaveAttribute("aria-invalid", "true");
    await expect(name).toBeFocused();
    await expect(page.getByText(/without control characters/)).toBeVisible();
  });
});

test("if the bank asks, a buyer can refuse the payment and then confirm it", { tag: "@main" }, async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  await reachCheckout(page, event.slug);
  await fillCard(page, "4000002500003155");
  await page.getByRole("button", { name: "Pay €25" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Refuse" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You declined the payment" })).toBeVisible();
  await page.getByRole("button", { name: "Pay €25" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
});

test("double clicks hold once and pay once", { tag: "@main" }, async ({ page, site }) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  await page.getByRole("button", { name: "Continue" }).dblclick();
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await nameBuyer(page);
  await goToCheckout(page);
  await fillCard(page);
  await page.getByRole("button", { name: "Pay €25" }).dblclick();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 1 });
  const count = (table: "registrations" | "orders") =>
    site.db.selectFrom(table).select("id").where("event_id", "=", event.id).execute();
  expect([(await count("registrations")).length, (await count("orders")).length]).toEqual([1, 1]);
});

test("a buyer who does not attend names the guest and gets the ticket", async ({ page, site }) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  await goOn(page);
  await nameBuyer(page);
  await page.getByLabel("This ticket is for me").uncheck();
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByText("Enter this guest's name.")).toBeVisible();
  // The strip with the remaining time does not cover the field.
  const gapPx = async () => {
    const strip = await page.getByText("Your tickets are held for").boundingBox();
    const label = await page.getByText("Guest's full name").boundingBox();
    return label!.y - (strip!.y + strip!.height);
  };
  await expect.poll(gapPx).toBeGreaterThan(0);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await goToCheckout(page);
  await pay(page);
  await expect(page.getByRole("img", { name: "QR code of Grace Hopper" })).toBeVisible();
  const [registration] = await site.db
    .selectFrom("registrations")
    .select(["email", "additional_fields"])
    .where("event_id", "=", event.id)
    .execute();
  expect(registration).toEqual({
    email: "ada@example.org",
    additional_fields: { "Bought by": "Ada Lovelace" },
  });
});

test("an event that asks only for the buyer's name sells several tickets under this name", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site, { price: 0, config: { saveAllAttendeesDetails: false } });
  await openTickets(page, event.slug);
  await choose(page, 3);
  await goOn(page);
  await expect(page.getByLabel("Guest's full name")).toHaveCount(0);
  await nameBuyer(page);
  await goToCheckout(page);
  await page.getByRole("button", { name: "Complete registration" }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  expect(await places(site, event.ticketId)).toEqual({ held: 0, sold: 3 });
});

test("only the buyer must answer required questions, and the first problem has the focus", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await richEvent(site);
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  // The guest answers a required question after the purchase, so the buyer need not.
  await page.getByText("Answer the questions for this guest (needed later)").click();
  const guestQuestion = page.getByRole("region", { name: "Guest 1" }).getByRole("radiogroup");
  await expect(guestQuestion).toHaveAccessibleName("Your main course (needed later)");
  await expect(guestQuestion).toHaveAttribute("aria-required", "false");
  await page.getByRole("button", { name: /^Continue/ }).click();
  const question = page.getByRole("radiogroup", { name: "Your main course" }).first();
  await expect(question).toBeFocused();
  await expect(question).toHaveAccessibleDescription("Choose an answer.");
  await expectAccessible(page);
  await question.getByLabel("Fish").check();
  await expect(question).not.toHaveAccessibleDescription("Choose an answer.");
  await goToCheckout(page);
});

test("an event that asks for no phone number has no field for it", async ({ page, site }) => {
  const event = await simpleEvent(site, { config: { asksPhone: false } });
  await openTickets(page, event.slug);
  await choose(page, 1);
  await goOn(page);
  await nameBuyer(page);
  await expect(page.getByLabel("Phone")).toHaveCount(0);
  await goToCheckout(page);
});

test("a question that depends on an answer appears after it, and the buyer has questions of their own", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  const menu = await buildQuestion(site.db, event.id, {
    text: "Menu",
    typeId: 2,
    options: ["Fish", "Vegan"],
  });
  const showIf = { questionId: menu.id, equals: "Vegan" };
  await buildQuestion(site.db, event.id, { text: "Nuts", required: true, showIf });
  await buildQuestion(site.db, event.id, { text: "Your club", required: true, askedOf: "buyer" });
  await buildQuestion(site.db, event.id, { text: "Your seat", required: true, askedWhen: "later" });
  await openTickets(page, event.slug);
  await choose(page, 1);
  await goOn(page);
  await nameBuyer(page);
  await expect(page.getByLabel("Your seat")).toHaveCount(0);
  await page.getByLabel("This ticket is for me").uncheck();
  const [buyer, guest] = [
    page.getByRole("region", { name: "Your details" }),
    page.getByRole("region", { name: "Your guest" }),
  ];
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await buyer.getByLabel("Your club").fill("Sailors");
  await expect(guest.getByLabel("Your club")).toHaveCount(0);
  await expect(guest.getByLabel("Nuts")).toHaveCount(0);
  await guest.getByLabel("Vegan").check();
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(guest.getByLabel("Nuts")).toBeFocused();
  await expectAccessible(page);
  await guest.getByLabel("Fish").check();
  await expect(guest.getByLabel("Nuts")).toHaveCount(0);
  await goToCheckout(page);
});

test("a question for one ticket type is asked only of people with that ticket", async ({ page, site }) => {
  const event = await simpleEvent(site);
  const dinner = await buildTicket(site.db, event.id, { title: "Dinner", price: 4000 });
  await buildQuestion(site.db, event.id, { text: "Your dish", required: true, ticketIds: [dinner.id] });
  await openTickets(page, event.slug);
  await choose(page, 1);
  await choose(page, 1, "Dinner");
  await goOn(page);
  await nameBuyer(page);
  const buyer = page.getByRole("region", { name: "You" });
  await expect(buyer.getByLabel("Your dish")).toHaveCount(0);
  await buyer.getByLabel("Ticket", { exact: true }).selectOption("Dinner");
  await expect(buyer.getByLabel("Your dish")).toBeVisible();
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await expect(page.getByText("Answer the questions for this guest")).toHaveCount(0);
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(buyer.getByLabel("Your dish")).toBeFocused();
  await expectAccessible(page);
  await buyer.getByLabel("Your dish").fill("Plaice");
  await goToCheckout(page);
});

test("a buyer cannot choose more tickets than an order may have, by buttons or by typing", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site, { config: { maxTicketsPerRegistration: 3 } });
  await openTickets(page, event.slug);
  await choose(page, 12);
  await expect(page.getByRole("spinbutton")).toHaveValue("3");
  await expect(page.getByText("One order can have at most 3 tickets.")).toBeVisible();
  await expect(page.getByRole("button", { name: "One more Standard" })).toBeDisabled();
  await choose(page, 0);
  await expect(page.getByRole("button", { name: "Continue" })).toBeDisabled();
  await expect(page.getByText("Choose at least one ticket")).toBeVisible();
});

test("the tickets page can be read without JavaScript, and says that buying needs it", async ({
  browser,
  site,
}) => {
  const event = await richEvent(site);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: site.url });
  const page = await context.newPage();
  await page.goto(`/${event.slug}/tickets`);
  for (const text of ["Standard", "€25.00", "Student", "€12.50", "Dinner"])
    await expect(page.getByText(text, { exact: text.startsWith("€") }).first()).toBeVisible();
  await expect(page.locator("noscript div")).toContainText("Buying needs JavaScript");
  await expect(page.locator("noscript div")).toBeVisible();
  await context.close();
});

test("every page of a purchase is accessible", async ({ page, site }) => {
  const event = await richEvent(site);
  await openTickets(page, event.slug);
  await choose(page, 1);
  await choose(page, 1, "Student");
  await expectAccessible(page);
  await goOn(page);
  await expectAccessible(page);
  await nameBuyer(page);
  await page.getByLabel("Fish").first().check();
  await page.getByLabel("Guest's full name").fill("Grace Hopper");
  await goToCheckout(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Enter the card number.")).toBeVisible();
  await expectAccessible(page);
  await fillCard(page, "4000002500003155");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm payment" }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Open your ticket page" }).click();
  await expect(page.getByRole("heading", { name: "Your tickets" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: /QR code of Ada Lovelace/ }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});

test("a purchase needs no mouse", { tag: "@main" }, async ({ page, site }) => {
  const event = await simpleEvent(site);
  await openTickets(page, event.slug);
  const keys = page.keyboard;
  const tabTo = async (name: string) => {
    for (let tabs = 0; tabs < 40; tabs++) {
      await keys.press("Tab");
      const reached = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!(focused instanceof HTMLElement)) return "";
        const label = focused instanceof HTMLInputElement ? focused.labels?.[0]?.textContent : null;
        return (focused.ariaLabel ?? label ?? focused.textContent ?? "").trim();
      });
      if (reached.startsWith(name)) return;
    }
    throw new Error(`The keyboard does not reach ${name}`);
  };
  await tabTo("Number of Standard");
  await keys.press("ArrowUp");
  await expect(page.getByRole("spinbutton")).toHaveValue("2");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Who is coming?" })).toBeVisible();
  await tabTo("Full name");
  await keys.type("Ada Lovelace");
  await tabTo("E-mail");
  await keys.type("ada@example.org");
  await tabTo("Guest's full name");
  await keys.type("Grace Hopper");
  await keys.press("Enter");
  await expect(page).toHaveURL(/\/checkout$/);
  await tabTo("Card number");
  await keys.type("4000002500003155");
  await tabTo("Expiry");
  await keys.type("1240");
  await tabTo("Security code");
  await keys.type("123");
  await keys.press("Enter");
  await expect(page.getByRole("dialog").getByRole("button", { name: "Confirm payment" })).toBeFocused();
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await tabTo("Open your ticket page");
  await keys.press("Enter");
  await expect(page.getByRole("heading", { name: "Your tickets" })).toBeVisible();
  await page.getByRole("button", { name: /QR code of Ada Lovelace/ }).focus();
  await keys.press("Enter");
  const large = page.getByRole("dialog", { name: "Ticket" });
  await expect(large).toContainText("1 of 2");
  await keys.press("ArrowRight");
  await expect(large).toContainText("Grace Hopper");
  await keys.press("Escape");
  await expect(large).toBeHidden();
});
