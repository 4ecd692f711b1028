import type { Page } from "@playwright/test";
import { defaultSettings } from "../../contract/rules/eventSettings.ts";
import { expect, expectAccessible, test } from "./journey.ts";
import { expectFitsPhone, partsSite, register } from "./partsSite.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const field = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
const entries = (page: Page, list: string) =>
  page.getByRole("list", { name: list }).getByRole("heading", { level: 2 });

test.describe("tickets", () => {
  test("tickets are added, changed, ordered, switched off and removed", { tag: "@main" }, async ({
    page,
    request,
  }) => {
    const site = await partsSite(request);
    await site.open(page, "tickets");
    await expect(page.getByText("No tickets yet")).toBeVisible();
    await expectAccessible(page);

    for (const [title, price] of [
      ["Standard", "250"],
      ["VIP", "990.50"],
    ] as const) {
      await button(page, "Add a ticket").click();
      const panel = page.getByRole("dialog");
      await panel.getByLabel("Title").fill(title);
      await panel.getByLabel("Price").fill(price);
      await panel.getByLabel("How many there are").fill("40");
      await panel.getByLabel("On sale from").fill("2026-01-01T09:00");
      if (title === "VIP") await expectAccessible(page);
      await button(page, "Add the ticket").click();
      await expect(panel).toHaveCount(0);
    }
    await expect(entries(page, "Tickets")).toHaveText(["Standard", "VIP"]);
    await expect(page.getByText("THB 990.50")).toBeVisible();
    const saved = await site.get("ticket/getTicketsByEventId", { eventId: site.eventId });
    // Nine o'clock in Bangkok.
    expect(saved[0]).toMatchObject({ price: 25_000, maxStock: 40, salesStart: "2026-01-01T02:00:00.000Z" });

    await button(page, "Edit VIP").click();
    await page.getByRole("dialog").getByLabel("Title").fill("VIP with dinner");
    await button(page, "Save the ticket").click();
    await expect(entries(page, "Tickets")).toHaveText(["Standard", "VIP with dinner"]);

    await button(page, "Move VIP with dinner up").click();
    await expect(entries(page, "Tickets")).toHaveText(["VIP with dinner", "Standard"]);
    await expect(page.getByText("VIP with dinner is now 1 of 2.")).toBeAttached();
    await button(page, "Drag VIP with dinner").focus();
    await page.keyboard.press("Space");
    await expect(page.getByText("Picked up VIP with dinner.")).toBeAttached();
    // A key before the list has measured itself has no effect: press it again.
    await expect(async () => {
      await page.keyboard.press("ArrowDown");
      await expect(page.getByText("VIP with dinner is over place 2 of 2.")).toBeAttached({ timeout: 1000 });
    }).toPass();
    await page.keyboard.press("Space");
    await expect(entries(page, "Tickets")).toHaveText(["Standard", "VIP with dinner"]);
    const titles = async () =>
      (await site.get("ticket/getTicketsByEventId", { eventId: site.eventId })).map(({ title }) => title);
    await expect.poll(titles).toEqual(["Standard", "VIP with dinner"]);
    await page.reload();
    await expect(entries(page, "Tickets")).toHaveText(["Standard", "VIP with dinner"]);

    await page.getByLabel("Sell Standard").click({ force: true });
    await expect(page.getByText("Inactive")).toBeVisible();
    const tickets = await site.get("ticket/getTicketsByEventId", { eventId: site.eventId });
    expect(tickets.find(({ title }) => title === "Standard")?.isActive).toBe(false);

    await button(page, "Delete Standard").click();
    await expectAccessible(page);
    await button(page, "Delete the ticket").click();
    await expect(entries(page, "Tickets")).toHaveText(["VIP with dinner"]);
    await expect(page.getByText("Standard is deleted.")).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
  });

  test("tickets are dragged into another order", async ({ page, request }) => {
    const site = await partsSite(request);
    const { eventId } = site;
    for (const title of ["One", "Two", "Three"])
      await site.post("ticket/save", { eventId, title, price: 0, maxStock: 5 });
    await site.open(page, "tickets");
    const from = await button(page, "Drag Three").boundingBox();
    const to = await button(page, "Drag One").boundingBox();
    if (from === null || to === null) throw new Error("There are no handles.");
    await page.mouse.move(from.x + 8, from.y + 8);
    await page.mouse.down();
    await page.mouse.move(from.x + 8, from.y - 20, { steps: 4 });
    await page.mouse.move(to.x + 8, to.y, { steps: 10 });
    await page.mouse.up();
    await expect(entries(page, "Tickets")).toHaveText(["Three", "One", "Two"]);
    await expect
      .poll(async () => (await site.get("ticket/getTicketsByEventId", { eventId })).map(({ title }) => title))
      .toEqual(["Three", "One", "Two"]);
  });
});

test("extras are added, changed, switched off and removed", async ({ page, request }) => {
  const site = await partsSite(request);
  const { eventId } = site;
  await site.open(page, "extras");
  await expectAccessible(page);
  await button(page, "Add an extra").click();
  const panel = page.getByRole("dialog");
  await button(page, "Add a line").click();
  await expect(panel.getByLabel("Line 1, what")).toBeFocused();
  await panel.getByLabel("Name").fill("Dinner");
  await panel.getByLabel("Price").fill("450");
  await panel.getByLabel("Line 1, what").fill("Course");
  await panel.getByLabel("Line 1, how many").fill("3");
  await button(page, "Add a line").click();
  await panel.getByLabel("Line 2, what").fill("Coffee");
  await panel.getByLabel("How many there are").fill("30");
  await button(page, "Add the extra").dblclick();
  await expect(panel).toHaveCount(0);
  await expect(page.getByText("3 × Course, 1 × Coffee")).toBeVisible();
  await expect(page.getByText("0 sold · 30 left")).toBeVisible();
  const all = await site.get("event/getExtras", { eventId });
  expect(all).toMatchObject([{ name: "Dinner", price: 45_000, maxStock: 30 }]);

  await button(page, "Edit Dinner").click();
  await button(page, "Remove line 2").click();
  await panel.getByLabel("How many there are").fill("");
  await button(page, "Save the extra").click();
  await expect(page.getByText("0 sold · no limit")).toBeVisible();
  await expect(page.getByText("3 × Course", { exact: true })).toBeVisible();

  await page.getByLabel("Sell Dinner").click({ force: true });
  await expect(page.getByText("Inactive")).toBeVisible();
  await expectFitsPhone(page);
  await button(page, "Delete Dinner").click();
  await button(page, "Delete the extra").click();
  await expect(page.getByText("No extras yet")).toBeVisible();
});

test("tickets and extras that were sold cannot be removed, and the dialog says why", async ({
  page,
  request,
}) => {
  const site = await partsSite(request);
  const { eventId } = site;
  const ticket = await site.post("ticket/save", { eventId, title: "Free", price: 0, maxStock: 5 });
  const extras = await site.post("event/saveExtras", {
    newExtras: { eventId, name: "Parking", price: 0, maxStock: 5 },
  });
  await register(site, ticket.id);
  await site.post("registration/express", {
    eventId,
    tickets: [{ ticketId: ticket.id, quantity: 1 }],
    extras: [{ extrasId: extras.id, quantity: 2 }],
    attendees: [{ ticketId: ticket.id, firstName: "Mia", email: "mia@example.org" }],
  });
  for (const [path, name, what] of [
    ["tickets", "Free", "ticket"],
    ["extras", "Parking", "extra"],
  ] as const) {
    await site.open(page, path);
    await expect(page.getByText("2 sold · 3 left")).toBeVisible();
    await button(page, `Delete ${name}`).click();
    await expect(page.getByRole("dialog")).toContainText(`This ${what} was sold 2 times.`);
    await expect(button(page, `Delete the ${what}`)).toBeDisabled();
  }
});

test("sponsorship packages are added, changed, switched off and removed", async ({ page, request }) => {
  const site = await partsSite(request);
  const { eventId } = site;
  await site.open(page, "sponsorship-packages");
  await expectAccessible(page);
  await button(page, "Add a package").click();
  const panel = page.getByRole("dialog");
  await button(page, "Add a line").click();
  await panel.getByLabel("Name").fill("Gold");
  await panel.getByLabel("Price").fill("5000");
  await panel.getByLabel("Line 1", { exact: true }).fill("Logo on the stage");
  await button(page, "Add a line").click();
  await panel.getByLabel("Line 2", { exact: true }).fill("A speech");
  await panel.getByLabel("Line 2 is included").uncheck();
  await panel.getByLabel("How many there are").fill("2");
  await button(page, "Add the package").dblclick();
  await expect(panel).toHaveCount(0);
  expect(await site.get("sponsorship-package/getPackagesByEventId", { eventId })).toMatchObject([
    {
      name: "Gold",
      price: 500_000,
      availableCount: 2,
      features: [
        { text: "Logo on the stage", included: true },
        { text: "A speech", included: false },
      ],
    },
  ]);
  await page.getByLabel("Offer Gold").click({ force: true });
  await expect(page.getByText("Inactive")).toBeVisible();
  await button(page, "Edit Gold").click();
  await panel.getByLabel("How many there are").fill("");
  await button(page, "Save the package").click();
  await expect(page.getByText("0 sold · no limit")).toBeVisible();
  await expectAccessible(page);
  await expectFitsPhone(page);
  await button(page, "Delete Gold").click();
  await button(page, "Delete the package").click();
  await expect(page.getByText("No packages yet")).toBeVisible();
});

test.describe("the form", () => {
  test("without questions, the page says what is asked, and its primary button adds a question", async ({
    page,
    request,
  }) => {
    const site = await partsSite(request);
    const preview = page.getByRole("region", { name: "As attendees see it" });
    await site.open(page, "questions");
    await expect(page.getByText("Only name, e-mail and phone number are asked for")).toBeVisible();
    await expect(preview).toContainText("they enter their name, e-mail and phone number.");
    await site.post("event/saveConfig", { eventId: site.eventId, config: { asksPhone: false } });
    await page.reload();
    await expect(page.getByText("Only name and e-mail are asked for")).toBeVisible();
    await expect(preview).toContainText("they enter their name and e-mail.");

    const [add, save] = [button(page, "Add a question"), button(page, "Save the questions")];
    await expect(add).toHaveAttribute("data-variant", "filled");
    await expect(save).toHaveAttribute("data-variant", "default");
    await add.click();
    await expect(add).toHaveAttribute("data-variant", "default");
    await expect(save).toHaveAttribute("data-variant", "filled");
  });

  test("questions are added, ordered, previewed and saved", { tag: "@main" }, async ({ page, request }) => {
    const site = await partsSite(request);
    const { eventId } = site;
    const dinner = await site.post("ticket/save", {
      eventId,
      title: "Dinner",
      price: 2000,
      maxStock: 20,
    });
    await site.post("ticket/save", { eventId, title: "Dance", price: 1000, maxStock: 20 });
    await site.open(page, "questions");
    await expect(page.getByText("No questions", { exact: true })).toBeVisible();
    await button(page, "Add a question").click();
    await button(page, "Save the questions").click();
    await expect(page.getByText("Enter a question.")).toBeVisible();
    await expect(field(page, "Question 1")).toBeFocused();

    await field(page, "Question 1").fill("Any allergies?");
    await button(page, "Add a question").click();
    await field(page, "Question 2").fill("Your menu");
    await page.getByLabel("Type").nth(1).selectOption("Multiple choice");
    await page.getByLabel("Question 2, option 1").fill("Fish");
    await button(page, "Save the questions").click();
    await expect(page.getByText("Enter this option.")).toBeVisible();
    // Removes the option "Fish", and then the empty one.
    await button(page, "Remove line 1").click();
    await button(page, "Remove line 1").click();
    await button(page, "Save the questions").click();
    await expect(page.getByText("Add at least one option to choose from.")).toBeVisible();
    await button(page, "Add an option").click();
    await expect(page.getByLabel("Question 2, option 1")).toBeFocused();
    await page.keyboard.type("Fish");
    await button(page, "Add an option").click();
    await page.getByLabel("Question 2, option 2").fill("Fish");
    await button(page, "Save the questions").click();
    await expect(page.getByText("This option is there already.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("Question 2, option 2").fill("Vegan");
    await page.getByLabel("Question 2 must be answered").check();
    await page.getByLabel("Ask question 2 for Dinner").check();

    const preview = page.getByRole("region", { name: "As attendees see it" });
    await page.getByLabel("Type").first().selectOption("Agreement");
    await expect(preview.getByRole("checkbox", { name: "I agree to Any allergies?" })).toBeVisible();
    await page.getByLabel("Type").first().selectOption("Country");
    await preview.getByLabel("Any allergies?").selectOption("Thailand");
    await page.getByLabel("Type").first().selectOption("Short answer");
    await expect(preview.getByRole("radio")).toHaveCount(2);
    await expect(preview.getByText("(optional)")).toHaveCount(1);
    await button(page, "Move Your menu up").click();
    await expect(field(page, "Question 1")).toHaveValue("Your menu");
    await page.getByLabel("Question 2 is shown", { exact: true }).selectOption("Depending on “Your menu”");
    await button(page, "Save the questions").click();
    await expect(page.getByText("Choose the answer that shows this question.")).toBeVisible();
    await page.getByLabel("Question 2 is shown if the answer is").selectOption("Vegan");
    await page.getByLabel("Question 2 is asked", { exact: true }).selectOption("Afterwards, with the ticket");
    await button(page, "Save the questions").dblclick();
    await expect
      .poll(async () => site.get("form/getFormQuestions", { eventId }))
      .toMatchObject([
        { typeId: 2, text: "Your menu", required: true, options: ["Fish", "Vegan"], ticketIds: [dinner?.id] },
        {
          typeId: 0,
          text: "Any allergies?",
          required: false,
          options: null,
          ticketIds: null,
          askedWhen: "later",
          showIf: { equals: "Vegan" },
        },
      ]);
    await page.reload();
    await expect(field(page, "Question 2")).toHaveValue("Any allergies?");
    await expectAccessible(page);
    await expectFitsPhone(page);
  });

  test("the answers to a removed question are kept, and leaving changed questions asks first", async ({
    page,
    request,
  }) => {
    const site = await partsSite(request);
    const { eventId } = site;
    const ticket = await site.post("ticket/save", { eventId, title: "Free", price: 0, maxStock: 5 });
    const [question] = await site.post("form/save", {
      payload: { eventId, formQuestions: [{ typeId: 0, text: "Any allergies?" }], rmQIds: [] },
    });
    const { registration } = await register(site, ticket.id, {
      answers: [{ questionId: question?.id ?? 0, answer: "Nuts" }],
    });
    await site.open(page, "questions");
    await button(page, "Remove question 1").click();
    await expect(page.getByRole("dialog")).toContainText("Answers already given are kept");
    await button(page, "Remove the question").click();
    await expect(page.getByText("No questions", { exact: true })).toBeVisible();

    await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Settings" }).click();
    await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
    await button(page, "Stay here").click();
    await button(page, "Save the questions").click();
    await expect.poll(() => site.get("form/getFormQuestions", { eventId })).toEqual([]);
    const { attendees } = await site.get("registration/getRegistrationById", {
      registrationId: registration.id,
    });
    expect(attendees[0]?.answers).toMatchObject([{ text: "Any allergies?", answer: "Nuts" }]);
    await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Settings" }).click();
    await expect(page).toHaveURL(/\/config$/);
  });
});

test("settings are saved with times in the event's time zone", { tag: "@main" }, async ({
  page,
  request,
}) => {
  const site = await partsSite(request);
  const { eventId } = site;
  await site.open(page, "config");
  await expectAccessible(page);
  await page.getByLabel("Registration opens").fill("2026-06-02T09:00");
  await page.getByLabel("Registration closes").fill("2026-12-01T18:30");
  await page.getByLabel("Places in total").fill("300");
  await page.getByLabel("Maximum tickets in one registration").fill("4");
  await page.getByLabel("Minutes to complete a registration").fill("20");
  await page.getByLabel("Show how many tickets are left").uncheck();
  await page.getByLabel("Ask for every attendee").uncheck();
  await page.getByLabel("All-day event").check();
  await page.getByLabel("Date format").selectOption("DD/MM/YYYY");
  await button(page, "Save the settings").click();
  await expect(page.getByText("The settings are saved.")).toBeVisible();
  await expect
    .poll(async () => (await site.get("event/getEvent", { eventId })).config)
    .toEqual({
      ...defaultSettings,
      isAllDay: true,
      maxTicketsPerRegistration: 4,
      saveAllAttendeesDetails: false,
      dateFormat: "DD/MM/YYYY",
      salesStart: "2026-06-02T02:00:00.000Z",
      salesEnd: "2026-12-01T11:30:00.000Z",
      holdMinutes: 20,
      capacity: 300,
      showTicketsLeft: false,
    });
  await expectFitsPhone(page);
  // All changes are saved, so leaving the page asks nothing.
  await page.getByRole("button", { name: "Event pages: Settings" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Tickets" }).click();
  await expect(page).toHaveURL(/\/tickets$/);
});

test("the forms of settings and of a club have two columns on a desktop, and one on a phone", async ({
  page,
  request,
}) => {
  const site = await partsSite(request);
  // `site.open` also signs in.
  await site.open(page, "edit");
  for (const [path, name] of [
    [`/event/${site.eventId}/config`, "Settings"],
    ["/club/edit", "Club"],
  ] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    const groups = page.getByRole("form", { name }).getByRole("group");
    await expect(groups.first()).toBeVisible();
    const columns = () =>
      groups.evaluateAll(
        (all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().left))).size,
      );
    await expect.poll(columns).toBe(2);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(columns).toBe(1);
    await expectFitsPhone(page);
  }
});

test("the texts and the colour of the event page are edited on one page, beside a preview", async ({
  page,
  request,
}) => {
  const site = await partsSite(request);
  const { eventId } = site;
  await site.open(page, "edit");
  await page.getByRole("form", { name: "Event" }).getByRole("link", { name: "Page texts" }).click();
  const preview = page.getByRole("region", { name: "Preview" });
  await page.getByRole("textbox", { name: "About this event" }).click();
  await page.keyboard.type("Bring a coat");
  await expect(preview.getByText("Bring a coat")).toBeVisible();
  const headline = page.getByRole("textbox", { name: "Headline" });
  await headline.fill("A night to remember".repeat(10));
  expect(await headline.evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0);
  await headline.fill("A night\nto remember");
  await expect(headline).toHaveValue("A night to remember");
  await expect(preview.getByText("A night to remember")).toBeVisible();
  await page.getByLabel("Introduction", { exact: true }).click();
  await page.keyboard.type("Dinner and dance");
  await expect(preview.getByText("Dinner and dance")).toBeVisible();
  await page.getByLabel("Colour").fill("gold");
  await page.keyboard.press("Escape");
  await expectAccessible(page);
  await page.getByLabel("Colour").fill("#1f8a8a");
  await page.keyboard.press("Tab");
  await button(page, "Save the page").click();
  await expect
    .poll(() => site.get("event/getEvent", { eventId }))
    .toMatchObject({
      description: "<p>Bring a coat</p>",
      landingConfig: {
        heroTitle: "A night to remember",
        overviewDescription: "<p>Dinner and dance</p>",
        accentColor: "#1f8a8a",
      },
    });
  await page.getByLabel("Show headline and introduction").uncheck();
  await expect(preview.getByText("A night to remember")).toHaveCount(0);
  await page.getByRole("link", { name: "View event page" }).click();
  await expect(page.getByRole("dialog", { name: "Leave without saving?" })).toBeVisible();
  await button(page, "Leave without saving").click();
  await expect(page).toHaveURL(new RegExp(`/${site.slug}$`));
  await expect(page.getByText("A night to remember")).toBeVisible();
  await expect(page.getByText("Bring a coat")).toBeVisible();
  await site.open(page, "page-texts");
  await expectFitsPhone(page);
});
