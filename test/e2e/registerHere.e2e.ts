import { MULTIPLE_CHOICE } from "../../contract/rules/questions/questions.ts";
import { buildEvent, buildExtras, buildQuestion, buildTicket } from "../../server/testing/builders.ts";
import { expectAccessible, open } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

test.use({ expectedNoise: /status of 409/ });

test("a free party of four registers on the event's page in one step", { tag: "@main" }, async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db, { config: { maxTicketsPerRegistration: 6 } });
  await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await buildQuestion(site.db, event.id, {
    typeId: MULTIPLE_CHOICE,
    text: "Main course",
    required: true,
    options: ["Fish", "Beans"],
  });
  await buildExtras(site.db, event.id, { name: "Programme", price: 0 });
  await open(page, `/${event.slug}`);
  const form = page.getByRole("form", { name: "Register" });
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("E-mail").fill("ada@example.org");
  await form.getByLabel("Phone (optional)").fill("+49 40 123456");
  for (let click = 0; click < 3; click += 1)
    await form.getByRole("button", { name: "One more person" }).click();
  await expect(form.getByLabel("Number of people")).toHaveValue("4");
  await form.getByRole("button", { name: "One more Programme" }).click();
  await form.getByLabel("Name of guest 1").fill("Grace Hopper");
  await form.getByLabel("Name of guest 2").fill("Mary Somerville");
  await form.getByRole("button", { name: "Register 4 people for free" }).click();

  await expect(form.getByLabel("Name of guest 3")).toHaveAccessibleDescription("Enter this guest's name.");
  await expect(form.getByRole("radiogroup", { name: "Main course" }).first()).toHaveAccessibleDescription(
    "Choose an answer.",
  );
  await expect(form.getByRole("radiogroup", { name: "Main course" }).first()).toBeFocused();
  await expectAccessible(page);
  await form.getByRole("radiogroup", { name: "Main course" }).first().getByLabel("Beans").check();
  await form.getByLabel("Name of guest 3").fill("Emmy Noether");
  await expect(form.getByLabel("Name of guest 3")).toHaveAccessibleDescription("");
  await form.getByRole("button", { name: "Register 4 people for free" }).click();

  await expect(page).toHaveURL(new RegExp(`/${event.slug}/success`));
  for (const name of ["Ada Lovelace", "Grace Hopper", "Mary Somerville", "Emmy Noether"])
    await expect(page.getByRole("img", { name: `QR code of ${name}` })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Order/ })).toContainText("Programme");
  const answers = await site.db
    .selectFrom("answers")
    .innerJoin("form_questions", "form_questions.id", "answers.question_id")
    .select("answer")
    .where("event_id", "=", event.id)
    .execute();
  expect(answers.map(({ answer }) => answer)).toEqual(["Beans"]);
  const phones = await site.db
    .selectFrom("attendees")
    .select("phone")
    .where("event_id", "=", event.id)
    .where("is_primary", "=", true)
    .execute();
  expect(phones).toEqual([{ phone: "+49 40 123456" }]);
});

test("the button is disabled until a registration is done, and the same person can register again afterwards", async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db);
  await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await open(page, `/${event.slug}`);
  const form = page.getByRole("form", { name: "Register" });
  const register = async () => {
    await form.getByLabel("Your name").fill("Ada Lovelace");
    await form.getByLabel("E-mail").fill("ada@example.org");
    await form.getByRole("button", { name: "Register for free" }).click();
  };
  const proofs: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    const nextPage = Promise.withResolvers<void>();
    const nextPageAsked = page.waitForRequest("**/api/registration/getRegistration?*");
    await page.route("**/api/registration/getRegistration?*", async (route) => {
      await nextPage.promise;
      return route.continue();
    });
    await register();
    await nextPageAsked;
    await expect(form.getByRole("button", { name: "Registering…" })).toBeDisabled();
    nextPage.resolve();
    await expect(page.getByRole("heading", { name: "You're all set" })).toBeVisible();
    proofs.push(page.url());
    await page.unroute("**/api/registration/getRegistration?*");
    await page.goBack();
  }
  expect(new Set(proofs).size).toBe(2);
  const registrations = await site.db
    .selectFrom("registrations")
    .select("state")
    .where("event_id", "=", event.id)
    .execute();
  expect(registrations).toEqual([{ state: "active" }, { state: "active" }]);
});

test("a party leaves a guest's name for later, and reads the club's terms before it registers", async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db, { config: { guestNamesLater: true } });
  await site.db
    .updateTable("clubs")
    .set({ terms_url: "https://club.example/terms" })
    .where("id", "=", event.clubId)
    .execute();
  await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await open(page, `/${event.slug}`);
  const form = page.getByRole("form", { name: "Register" });
  await expect(form.getByRole("link", { name: "terms" })).toHaveAttribute(
    "href",
    "https://club.example/terms",
  );
  await expect(form).toContainText("You cannot cancel by yourself.");
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("E-mail").fill("ada@example.org");
  await form.getByRole("button", { name: "One more person" }).click();
  await expect(form.getByLabel("Name of your guest")).toHaveAccessibleName(
    "Name of your guest (needed later)",
  );
  await expect(form.getByLabel("Name of your guest")).toHaveAccessibleDescription(
    "A guest without a name gets a link to fill it in.",
  );
  await expectAccessible(page);
  await form.getByRole("button", { name: "Register 2 people for free" }).click();
  await expect(page).toHaveURL(new RegExp(`/${event.slug}/success`));
  await expect(page.getByRole("img", { name: /^QR code of / })).toHaveCount(2);
});

test("a free event with a paid extra leads to the tickets page", async ({ page, site }) => {
  const event = await buildEvent(site.db);
  await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await buildExtras(site.db, event.id, { name: "Sausage", price: 400 });
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("form", { name: "Register" })).toHaveCount(0);
  await page.getByRole("region", { name: "Tickets" }).getByRole("link", { name: "Get tickets" }).click();
  await expect(page.getByRole("button", { name: "One more Sausage" })).toBeVisible();
});

test("the free form asks about a mistyped mail address before it is sent, and for no phone number if the event does not", async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db, { config: { asksPhone: false } });
  await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
  await open(page, `/${event.slug}`);
  const form = page.getByRole("form", { name: "Register" });
  await expect(form.getByLabel("Phone")).toHaveCount(0);
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("E-mail").fill("ada@gmial.con");
  await form.getByRole("button", { name: "Register for free" }).click();
  await expect(form.getByRole("group", { name: "Did you mean ada@gmail.com?" })).toBeVisible();
  await expect(form.getByRole("button", { name: "Use ada@gmail.com" })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("E-mail")).toHaveValue("ada@gmail.com");
  await expect(form.getByRole("button", { name: "Register for free" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("mailed to ada@gmail.com")).toBeVisible();
});

test("a party larger than the places left gets a message, and the typed values stay", {
  tag: "@main",
}, async ({ page, site }) => {
  const event = await buildEvent(site.db, { config: { saveAllAttendeesDetails: false } });
  const ticket = await buildTicket(site.db, event.id, { title: "Entry", price: 0, maxStock: 5 });
  await open(page, `/${event.slug}`);
  await site.db.updateTable("tickets").set({ max_stock: 2 }).where("id", "=", ticket.id).execute();
  const form = page.getByRole("form", { name: "Register" });
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("E-mail").fill("ada@example.org");
  const number = form.getByLabel("Number of people");
  await number.fill("5");
  await expect(number).toHaveAccessibleDescription("No more places are left.");
  await form.getByRole("button", { name: "Register 5 people for free" }).click();
  await expect(form.getByRole("alert")).toBeFocused();
  await expect(form.getByRole("alert")).toContainText(/left/);
  await expect(number).toHaveValue("5");
  await expect(form.getByLabel("Your name")).toHaveValue("Ada Lovelace");
  await number.fill("2");
  await form.getByRole("button", { name: "Register 2 people for free" }).click();
  await expect(page).toHaveURL(new RegExp(`/${event.slug}/success`));
  const sold = await site.db.selectFrom("tickets").select("sold").where("id", "=", ticket.id).execute();
  expect(sold).toEqual([{ sold: 2 }]);
});

test("a text in Thai letters is marked with its language", async ({ page, site }) => {
  const event = await buildEvent(site.db, { name: "งานเลี้ยงประจำปี" });
  await buildTicket(site.db, event.id, { title: "บัตรเข้างาน", price: 500 });
  await open(page, `/${event.slug}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveAttribute("lang", "th");
  await expect(page.getByText("Pier 7, Hamburg")).not.toHaveAttribute("lang");
  await open(page, `/${event.slug}/tickets`);
  await expect(page.getByRole("heading", { name: "บัตรเข้างาน" })).toHaveAttribute("lang", "th");
  await expectAccessible(page);
});

test("a long name of an event has at most six lines on a phone and four on a desktop, and stays in its column", async ({
  page,
  site,
}) => {
  const name =
    "The one hundred and twenty-fifth anniversary of the rowing club with supper, speeches and a dance on the quay";
  const event = await buildEvent(site.db, { name });
  await buildTicket(site.db, event.id, { title: "Entry", price: 2500 });
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, `/${event.slug}`);
    const title = page.getByRole("heading", { level: 1 });
    const { lines, right } = await title.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return {
        lines: Math.round(element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight)),
        right: range.getBoundingClientRect().right,
      };
    });
    expect(lines).toBeLessThanOrEqual(width === 390 ? 6 : 4);
    expect(right).toBeLessThanOrEqual(
      width === 390 ? 390 : (await page.locator("#tickets").boundingBox())!.x,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("on a phone the free form has room for thumbs and is accessible", async ({ page, site }) => {
    const event = await buildEvent(site.db);
    await buildTicket(site.db, event.id, { title: "Entry", price: 0 });
    await buildExtras(site.db, event.id, {
      name: "A programme with a rather long name for a phone",
      price: 0,
    });
    await open(page, `/${event.slug}`);
    await page.getByRole("button", { name: "One more person" }).click();
    await expect(page.getByLabel("Name of your guest")).toBeVisible();
    await expectRoomForThumbs(page);
    await expectAccessible(page);
  });
});
