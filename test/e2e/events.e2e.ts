import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { beSignedIn, demo, expect, expectAccessible, open, test } from "./journey.ts";
import { mailedTo } from "./outbox.ts";
import { partsSite, register } from "./partsSite.ts";

const eventForm = (page: Page) => page.getByRole("form", { name: "Event" });

async function fillEventForm(page: Page, name: string): Promise<void> {
  await open(page, "/event/add");
  const form = eventForm(page);
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(name);
  await form.getByLabel("When").fill("2031-05-10T19:30");
  await form.getByLabel("Where").fill("Old Boathouse");
  await form.getByLabel("Price").fill("12.50");
  await form.getByRole("textbox", { name: "Number of places", exact: true }).fill("40");
}

async function toggleSection(page: Page, title: string): Promise<void> {
  await eventForm(page).locator("summary").filter({ hasText: title }).click();
}

test.beforeEach(({ page }) => beSignedIn(page, demo.admin));

test("the next steps of an event lead to the page that says how the club gets paid", async ({ page }) => {
  const site = await partsSite(page.request);
  await site.post("ticket/save", { eventId: site.eventId, title: "Seat", price: 50000, maxStock: 10 });
  await site.open(page, "");
  await expectAccessible(page);
  await page.getByRole("link", { name: "How you get paid" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Getting paid" })).toBeVisible();
  await expect(page.getByText("no money moves")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Go to Final accounts" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Final accounts" })).toBeVisible();
});

test("a short form publishes an event once, even with a double click, and its ticket is on sale", {
  tag: "@main",
}, async ({ page }) => {
  await fillEventForm(page, "Spring Supper");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await expect(preview).toContainText("Spring Supper");
  await expect(preview).toContainText("$12.50");
  // The preview has no panel beside its texts, so they use the whole width.
  await expect(preview.locator("h1").locator("..")).toHaveCSS("padding-right", /^\d\dpx$/);
  await eventForm(page).getByRole("button", { name: "Publish" }).dblclick();
  await expect(page.getByRole("heading", { level: 1, name: "Spring Supper" })).toBeVisible();
  await expect(page.getByText("Published", { exact: true })).toBeVisible();
  await expect(page.getByText("0 of 40")).toBeVisible();
  const steps = page.getByRole("region", { name: "Next steps" });
  await expect(steps.getByRole("listitem")).toHaveCount(4);
  await expect(steps.getByRole("link", { name: "Buy a trial ticket" })).toHaveAttribute(
    "href",
    "/spring-supper",
  );
  await expect(steps.getByRole("link", { name: "Make a door link" })).toHaveAttribute("href", /\/checkin$/);
  await expect(steps.getByRole("button", { name: "Copy the event’s link" })).toBeVisible();

  await page.getByRole("link", { name: "View event page" }).click();
  await expect(page).toHaveURL(/\/spring-supper$/);
  // Below a short name, the picture does not cover the date.
  await page
    .getByRole("definition")
    .first()
    .click({ trial: true, position: { x: 8, y: 6 } });
  const panel = page.getByRole("region", { name: "Tickets" });
  await expect(panel).toContainText("$12.50");
  // A long name does not run behind the panel, which extends up beside it.
  const name = page.getByRole("heading", { level: 1 });
  await name.evaluate((heading) => {
    heading.textContent = "The Annual Summer Concert of the Harbour Club and its Friends";
  });
  const ends = await name.evaluate((heading) => {
    const range = document.createRange();
    range.selectNodeContents(heading);
    return Math.max(...[...range.getClientRects()].map(({ right }) => right));
  });
  expect(ends).toBeLessThan((await panel.boundingBox())!.x);
  await expect(page.getByRole("button", { name: /^Get 1 ticket/ })).toBeVisible();

  await open(page, "/dashboard/admin?search=Spring+Supper");
  await expect(page.getByRole("article")).toHaveCount(1);
});

test("a missing value of an event is shown at its field; the first field has the focus", async ({ page }) => {
  await open(page, "/event/add");
  const form = eventForm(page);
  await form.getByLabel("When").fill("");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(form.getByRole("textbox", { name: "Name", exact: true })).toBeFocused();
  for (const [field, words] of [
    [form.getByRole("textbox", { name: "Name", exact: true }), "Please give the event a name."],
    [form.getByLabel("When"), "Please choose a day and a time."],
    [form.getByLabel("Price"), "Please enter a price such as 25 or 25.50; 0 is free."],
    [
      form.getByRole("textbox", { name: "Number of places", exact: true }),
      "Please enter how many there are.",
    ],
  ] as const) {
    await expect(field).toHaveAccessibleDescription(new RegExp(words.replaceAll(".", "\\.")));
  }
  await expect(form.getByRole("alert")).toHaveText("Please check the 4 marked fields above.");
});

test("a mistake in a folded section unfolds it", async ({ page }) => {
  await fillEventForm(page, "Folded Supper");
  await toggleSection(page, "End and time zone");
  await eventForm(page).getByLabel("Ends").fill("2031-05-10T18:00");
  await toggleSection(page, "End and time zone");
  await expect(eventForm(page).getByLabel("Ends")).toBeHidden();
  await eventForm(page).getByRole("button", { name: "Save as draft" }).click();
  await expect(eventForm(page).getByLabel("Ends")).toBeFocused();
  await expect(page.getByText("This must not be before the start.")).toBeVisible();
});

test.describe("an address that is taken", () => {
  test.use({ expectedNoise: /status of 409/ });

  test("a taken address is shown while typing and refused, and a free address is offered", async ({
    page,
  }) => {
    await fillEventForm(page, "Another Gala");
    await toggleSection(page, "Address");
    const address = eventForm(page).getByLabel("Address of the event page");
    await address.fill("!!!");
    await expect(page.getByText("This address needs letters or digits.")).toBeVisible();
    await address.fill(demo.onSale);
    await expect(page.getByText("This address is taken.")).toBeVisible();
    await eventForm(page).getByRole("button", { name: "Save as draft" }).click();
    await expect(address).toBeFocused();
    await expect(address).toHaveAttribute("aria-invalid", "true");
    await eventForm(page)
      .getByRole("button", { name: `Use ${demo.onSale}-2` })
      .click();
    await eventForm(page).getByRole("button", { name: "Save as draft" }).click();
    await expect(page.getByText("Draft", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByText("Published", { exact: true })).toBeVisible();
    await expect(page.getByRole("link", { name: "View event page" })).toHaveAttribute(
      "href",
      `/${demo.onSale}-2`,
    );
  });
});

test.describe("a draft whose ticket is refused", () => {
  test.use({ expectedNoise: /status of 400/ });

  test("a new event whose ticket is refused at first gets the address of its corrected name", async ({
    page,
  }) => {
    await fillEventForm(page, "Litle Regatta");
    const form = eventForm(page);
    await form.getByLabel("Price").fill("0.01");
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(form.getByLabel("Price")).toHaveAttribute("aria-invalid", "true");
    await form.getByLabel("Price").fill("12.50");
    await form.getByRole("textbox", { name: "Name", exact: true }).fill("Little Regatta");
    await toggleSection(page, "Address");
    const address = form.getByLabel("Address of the event page");
    // The draft has this address.
    await address.fill("litle-regatta");
    await expect(page.getByText("This address is available.")).toBeVisible();
    await address.fill("");
    await expect(form.getByText(/\/little-regatta$/)).toBeVisible();
    await form.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("link", { name: "View event page" })).toHaveAttribute(
      "href",
      "/little-regatta",
    );
  });
});

test("a name in another script becomes an address in Latin letters while it is typed", async ({ page }) => {
  await fillEventForm(page, "Fête für Jörg");
  await toggleSection(page, "Address");
  const form = eventForm(page);
  await expect(form.getByText(/\/fete-fuer-joerg(-\d+)?$/)).toBeVisible();
  const address = form.getByLabel("Address of the event page");
  await address.fill("ปาร์ตี้ 2031");
  await expect(page.getByText("This address is available.")).toBeVisible();
  await address.blur();
  await expect(address).toHaveValue("parti-2031");
  await address.fill("");
  await form.getByRole("textbox", { name: "Name", exact: true }).fill("Летний вечер");
  await expect(form.getByText(/\/letniy-vecher$/)).toBeVisible();
  await form.getByRole("button", { name: "Save as draft" }).click();
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("link", { name: "View event page" })).toHaveAttribute("href", "/letniy-vecher");
});

test("leaving or reloading a changed event form asks first", async ({ page }) => {
  await open(page, "/event/add");
  await eventForm(page).getByRole("textbox", { name: "Name", exact: true }).fill("Not yet saved");
  const back = page
    .getByRole("navigation", { name: "You are here" })
    .getByRole("link", { name: "Your events" });
  await back.click();
  const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: "Stay here" }).click();
  await expect(eventForm(page).getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
    "Not yet saved",
  );
  await back.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await back.click();
  await dialog.getByRole("button", { name: "Leave without saving" }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);

  const dialogType = new Promise<string>((resolve) => {
    page.on("dialog", (browserDialog) => {
      resolve(browserDialog.type());
      void browserDialog.accept();
    });
  });
  await open(page, "/event/add");
  await eventForm(page).getByRole("textbox", { name: "Name", exact: true }).fill("Not saved either");
  await page.reload();
  expect(await dialogType).toBe("beforeunload");
});

test("a picture is chosen, cropped and stored, and a text file is refused", {
  tag: "@main",
}, async ({ page }) => {
  await fillEventForm(page, "Pictured Supper");
  await toggleSection(page, "Picture");
  const picker = eventForm(page).getByLabel("Picture", { exact: true });
  await picker.setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no picture"),
  });
  await expect(page.getByText(/Not accepted: notes\.txt\./)).toBeVisible();
  const buffer = await readFile(new URL("../../tools/demo/painted/summer-gala.jpg", import.meta.url));
  await picker.setInputFiles({ name: "gala.jpg", mimeType: "image/jpeg", buffer });
  await page
    .getByRole("dialog", { name: "Choose what is shown" })
    .getByRole("button", { name: "Use this part" })
    .click();
  const chosen = page.getByRole("list", { name: "Picture: chosen" });
  await expect(chosen).toContainText(/gala\.jpg image\/jpeg, \d+ KB/);
  await eventForm(page).getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Pictured Supper" })).toBeVisible();
  await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Details" }).click();
  await toggleSection(page, "Picture");
  await expect(page.getByRole("button", { name: "Remove the picture" })).toBeVisible();
});

test("an event is changed, unpublished and published again", { tag: "@main" }, async ({ page }) => {
  await fillEventForm(page, "Changed Supper");
  const form = eventForm(page);
  await toggleSection(page, "Description");
  await form.getByRole("textbox", { name: "About this event" }).click();
  await page.keyboard.type("Bring a coat.");
  await form.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Details" }).click();
  await form.getByLabel("Where").fill("The other boathouse");
  // While the page reads its event again, the form does not say "Saved." yet.
  const reading = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  await page.route("**/ticket/getTicketsByEventId*", async (route) => {
    reading.resolve();
    await release.promise;
    await route.fallback();
  });
  await form.getByRole("button", { name: "Save changes" }).click();
  await reading.promise;
  const saved = page.getByRole("status").filter({ hasText: "Saved." });
  await expect(form.getByRole("button", { name: "Saving…" })).toBeVisible();
  await expect(saved).toBeHidden();
  release.resolve();
  await expect(saved).toBeVisible();
  await form.getByRole("button", { name: "Unpublish" }).click();
  // The name must match exactly, because "Unpublish" contains it.
  await form.getByRole("button", { name: "Publish", exact: true }).click();
  await expect(form.getByRole("button", { name: "Save changes" })).toBeVisible();
  await page.getByRole("link", { name: "View event page" }).click();
  await expect(page).toHaveURL(/\/changed-supper(-\d+)?$/);
  await expect(page.getByText("The other boathouse").first()).toBeVisible();
  await expect(page.getByText("Bring a coat.")).toBeVisible();
});

test("after a change of place, staff are asked whether to mail it, and can also mail it later, once", async ({
  page,
}) => {
  const email = `told-${Date.now()}@example.org`;
  const site = await partsSite(page.request, { name: "Told Supper" });
  const ticket = await site.post("ticket/save", {
    eventId: site.eventId,
    title: "Seat",
    price: 0,
    maxStock: 9,
  });
  await register(site, ticket.id, { email });
  await site.open(page, "edit");
  const form = eventForm(page);
  await form.getByLabel("Where").fill("Town Hall");
  await form.getByRole("button", { name: "Save changes" }).click();
  const question = page.getByRole("dialog", { name: "Mail this change to 1 person?" });
  await expect(question.getByText("Before: Pier 7")).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Not now" }).click();
  await page.goto(`/event/${site.eventId}`);
  await page.getByRole("link", { name: "A new name, time or place has not been mailed yet" }).click();
  await page.getByRole("button", { name: "Tell them by mail" }).click();
  await question.getByRole("button", { name: "Send the mail" }).click();
  await expect(page.getByRole("status").filter({ hasText: "1 mail is on its way." })).toBeVisible();
  await expect(page.getByRole("button", { name: "Tell them by mail" })).toHaveCount(0);
  await mailedTo(email, /Before: Pier 7/);
  await expectAccessible(page);
});

test("an event is found and copied, its copy is deleted, and an event with paid orders cannot be deleted", {
  tag: "@main",
}, async ({ page }) => {
  await open(page, "/dashboard/admin");
  await page.getByRole("searchbox", { name: "Search your events" }).fill("gala night");
  await page.getByRole("button", { name: "Search" }).click();
  const gala = page.getByRole("article").filter({ hasText: "Gala Night on the Quay" });
  await expect(gala).toContainText(/€[\d,.]+/);
  await gala.getByRole("button", { name: "More for Gala Night on the Quay" }).click();
  await page.getByRole("menuitem", { name: "Delete the event" }).click();
  const refused = page.getByRole("dialog", { name: "Gala Night on the Quay cannot be deleted" });
  await expect(refused).toContainText(/This event has \d+ paid orders\. Refund them first/);
  await expect(refused.getByRole("button", { name: /Delete/ })).toHaveCount(0);
  await refused.getByRole("button", { name: "Back" }).click();

  await gala.getByRole("button", { name: "Copy event Gala Night on the Quay" }).click();
  const panel = page.getByRole("dialog", { name: "Copy Gala Night on the Quay" });
  await expect(panel).toContainText("We suggest the same weekday in a later year.");
  await expect(panel.getByLabel("Name")).toHaveAccessibleDescription(
    "The event you copy has this name, too.",
  );
  await panel.getByLabel("Name").fill("Gala Night, next year");
  await expect(panel.getByLabel("Name")).toHaveAccessibleDescription("");
  await panel.getByRole("button", { name: "Make the copy" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Details" })).toBeVisible();
  await expect(eventForm(page).getByRole("textbox", { name: "Name", exact: true })).toHaveValue(
    "Gala Night, next year",
  );
  await expect(page.getByText("This event has 3 ticket types.")).toBeVisible();

  await open(page, "/dashboard/admin?search=next+year");
  await page.getByRole("button", { name: "More for Gala Night, next year" }).click();
  await page.getByRole("menuitem", { name: "Delete the event" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Gala Night, next year?" });
  await expect(dialog).toContainText("3 ticket types");
  await dialog.getByRole("button", { name: "Delete the event" }).click();
  await expect(page.getByText("Nothing matches “next year”")).toBeVisible();
});

test("a link on the dashboard shows past events, and a page number after the last one leads to the last page, and Back to the page before", async ({
  page,
}) => {
  await open(page, "/dashboard/admin");
  await page.getByRole("link", { name: "Past" }).click();
  await expect(page).toHaveURL(/when=past/);
  await expect(page.getByRole("article").first()).toContainText("Over");
  await open(page, "/dashboard/admin?search=gala");
  await open(page, "/dashboard/admin?when=past&page=99");
  await expect(page).toHaveURL(/\?when=past(&page=\d)?$/);
  await expect(page.getByRole("article").first()).toContainText("Over");
  await page.goBack();
  await expect(page).toHaveURL(/\?search=gala$/);
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("an admin page without an event opens the last opened event", async ({ page }) => {
  await open(page, "/dashboard/admin?search=gala+night");
  await open(page, "/edit");
  await expect(page.getByText("Choose an event.")).toBeVisible();
  await page.getByRole("link", { name: /Gala Night on the Quay/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Details" })).toBeVisible();
  const opened = new URL(page.url()).pathname;
  await open(page, "/edit");
  await expect(page).toHaveURL(new RegExp(`${opened}$`));
  await open(page, "/event");
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
});

test("a visitor who opens an event by its number is redirected to the event's page", async ({
  page,
  browser,
  baseURL,
}) => {
  await open(page, "/dashboard/admin");
  await page.getByRole("link", { name: "Gala Night on the Quay", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Cancel or delete" })).toBeVisible();
  const visitor = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
  await visitor.goto(page.url());
  await expect(visitor).toHaveURL(new RegExp(`/${demo.onSale}$`));
  await visitor.goto("/event");
  await expect(visitor).toHaveTitle("Home | Foyer");
  await visitor.close();
});

test("an event can be created by keyboard only", { tag: "@main" }, async ({ page }) => {
  await open(page, "/event/add");
  await eventForm(page).getByRole("textbox", { name: "Name", exact: true }).focus();
  await page.keyboard.type("Keyboard Supper");
  for (const [field, text] of [
    ["Where", "Boathouse"],
    ["Price", "0"],
    ["Number of places", "20"],
  ] as const) {
    await tabTo(page, field);
    await page.keyboard.type(text);
  }
  await tabTo(page, "Publish");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Keyboard Supper" })).toBeVisible();
});

async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 30; presses += 1) {
    await page.keyboard.press("Tab");
    const focusedName = await page.evaluate(() => {
      const element = document.activeElement;
      const label =
        element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element?.textContent;
      return label?.replace("*", "").trim() ?? "";
    });
    if (focusedName === name) return;
  }
  throw new Error(`Tab never came to ${name}.`);
}

test("the dashboard, the forms of an event, its overview and the dialog that deletes it are accessible", async ({
  page,
}) => {
  await open(page, "/dashboard/admin");
  await page.getByRole("link", { name: "Gala Night on the Quay", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Cancel or delete" })).toBeVisible();
  const overview = new URL(page.url()).pathname;
  for (const path of ["/dashboard/admin", "/event/add", overview, `${overview}/edit`]) {
    await open(page, path);
    await page.locator("details").evaluateAll((folds) => {
      for (const fold of folds) if (fold instanceof HTMLDetailsElement) fold.open = true;
    });
    await expectAccessible(page);
  }
  await open(page, "/dashboard/admin");
  await page.getByRole("button", { name: "More for Gala Night on the Quay" }).click();
  await page.getByRole("menuitem", { name: "Delete the event" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
});
