import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { readSheet } from "../../server/spreadsheets/readSheet.ts";
import { ask } from "../../server/testing/app.ts";
import {
  buildEvent,
  buildQuestion,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { beSignedIn, expect, expectAccessible, open, test } from "./journey.ts";
import { expectCards } from "./listCards.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";

let site: PurchaseSite;
let eventId: number;
let adminEmail: string;
let clubId: number;
let ticketId: number;

test.beforeAll(async () => {
  site = await startSite();
  const event = await buildEvent(site.db, { slug: "regatta", name: "Regatta" });
  eventId = event.id;
  clubId = event.clubId;
  ticketId = (await buildTicket(site.db, eventId, { price: 0, title: "Standard", maxStock: 60 })).id;
  await buildTicket(site.db, eventId, { price: 2500, title: "VIP" });
  const question = await buildQuestion(site.db, eventId, { text: "Meal?" });
  adminEmail = (await buildUser(site.db, ADMIN, event.clubId)).email;
  for (const [firstName, lastName, phone] of [
    ["Mia", "Müller", "+49 40 123456"],
    ["สมชาย", "ใจดี", null],
    ["Zoë", "<img src=x onerror=alert(1)>", null],
  ]) {
    const reply = await ask(site.app, "registration/express", {
      body: {
        eventId,
        tickets: [{ ticketId, quantity: 1 }],
        attendees: [
          {
            ticketId,
            firstName,
            lastName,
            phone,
            email: `${firstName === "Mia" ? "mia" : firstName === "Zoë" ? "zoe" : "somchai"}@example.org`,
            answers: [{ questionId: question.id, answer: "=Fish" }],
          },
        ],
      },
    });
    expect(reply.status).toBe(200);
  }
});
test.afterAll(() => site.stop());

async function openStaffPage(page: Page, path: string): Promise<void> {
  await beSignedIn(page, { email: adminEmail, password: testPassword }, site.url);
  await open(page, `${site.url}/event/${eventId}/${path}`);
}

const csvOf = (rows: string[]) => ({
  name: "people.csv",
  mimeType: "text/csv",
  buffer: Buffer.from(rows.join("\n")),
});
const fifty = [
  "Name,E-mail,Company",
  ...Array.from({ length: 50 }, (_, n) => `Guest ${n},guest${n}@example.org,Rowers`),
];

test("the attendees of an event without tickets are an empty list that links the tickets", async ({
  page,
}) => {
  const { id } = await buildEvent(site.db, { clubId });
  await beSignedIn(page, { email: adminEmail, password: testPassword }, site.url);
  await open(page, `${site.url}/event/${id}/attendees`);
  await expect(page.getByRole("button", { name: "Add a person" })).toBeDisabled();
  await page.getByRole("link", { name: "Add a ticket" }).click();
  await expect(page).toHaveURL(`${site.url}/event/${id}/tickets`);
});

test("staff search attendees in Thai and without accents, and a reload keeps the search and the columns", {
  tag: "@main",
}, async ({ page }) => {
  await openStaffPage(page, "attendees");
  const table = page.getByRole("table");
  await expect(page.getByText("3 attendees")).toBeVisible();
  await expect(table.getByText("mia@example.org")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Search").fill("สมช");
  await expect(page.getByText("1 attendee", { exact: true })).toBeVisible();
  await expect(table.getByText("somchai@example.org")).toBeVisible();
  await expect(page).toHaveURL(/search=/);
  await page.getByLabel("Search").fill("muller");
  await expect(table.getByText("mia@example.org")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Search")).toHaveValue("muller");
  await expect(table.getByText("mia@example.org")).toBeVisible();
  await page.getByLabel("Search").fill("nobody at all");
  await expect(page.getByText("Nobody found")).toBeVisible();
  await page.getByRole("button", { name: "Show everybody" }).click();
  await expect(page.getByText("3 attendees")).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Phone" }).check();
  await page.keyboard.press("Escape");
  await expect(table.getByText("+49 40 123456")).toBeVisible();
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=name/);
  await expect(page.getByRole("columnheader", { name: "Name" })).toHaveAttribute("aria-sort", "ascending");
  await page.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
  await expect(page).toHaveURL(/sort=-name/);
  await page.reload();
  await expect(table.getByText("+49 40 123456")).toBeVisible();
});

test("a search and filters that are entered while the list still loads are all kept", async ({ page }) => {
  await openStaffPage(page, "attendees");
  await expect(page.getByText("3 attendees")).toBeVisible();
  let answer!: () => void;
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/registration/getAttendees?**", async (route) => {
    await answered;
    // Continuing fails if the page has ended this request for the next one.
    await route.continue().catch(() => undefined);
  });
  const requestWith = (query: Record<string, string>) =>
    page.waitForRequest((request) => {
      const { pathname, searchParams } = new URL(request.url());
      const hasAll = Object.entries(query).every(([name, value]) => searchParams.get(name) === value);
      return pathname.endsWith("/getAttendees") && hasAll;
    });
  const search = page.getByLabel("Search");
  const firstLetter = requestWith({ searchKeyword: "m" });
  await search.pressSequentially("m");
  await firstLetter;
  await search.pressSequentially("ia");
  const withTicket = requestWith({ searchKeyword: "mia", ticketId: String(ticketId) });
  await page.getByLabel("Ticket", { exact: true }).selectOption("Standard");
  await withTicket;
  const withState = requestWith({ searchKeyword: "mia", ticketId: String(ticketId), checkinStatus: "false" });
  await page.getByLabel("Check-in", { exact: true }).selectOption("Pending");
  await withState;
  answer();
  await expect(page.getByText("1 attendee", { exact: true })).toBeVisible();
  await expect(search).toHaveValue("mia");
  await expect(page).toHaveURL(/search=mia&ticket=\d+&checkin=false/);
});

test("staff add a person by hand, with price and way of payment", { tag: "@main" }, async ({ page }) => {
  const event = await buildEvent(site.db, { name: "Supper", clubId });
  await buildTicket(site.db, event.id, { price: 4000, title: "Seat", maxStock: 60 });
  await buildQuestion(site.db, event.id, { text: "Allergies?", required: true });
  await beSignedIn(page, { email: adminEmail, password: testPassword }, site.url);
  await open(page, `${site.url}/event/${event.id}/attendees`);
  const adding = page.getByRole("button", { name: "Add a person" });
  await adding.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Add a person" });
  await expect(panel.getByLabel("Ticket", { exact: true })).toBeVisible();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Add the person" }).click();
  await expect(panel.getByText("A first name is required.")).toBeVisible();
  await expect(panel.getByText("Choose how it is paid.")).toBeVisible();
  await panel.getByLabel("First name").fill("Lena");
  await panel.getByLabel("Allergies?").fill("Nuts");
  await panel.getByLabel("Payment").selectOption("Bank transfer or cheque");
  await panel.getByLabel("Another price").fill("25");
  await expect(panel.getByText("€25 is to pay.")).toBeVisible();
  await panel.getByLabel("Note").fill("Cheque 117");
  await panel.getByRole("button", { name: "Add the person" }).click();
  await expect(page.getByText("1 person was added.")).toBeVisible();
  await expect(panel).toBeHidden();
  await expect(page.getByText("1 attendee", { exact: true })).toBeVisible();
  await open(page, `${site.url}/event/${event.id}/orders`);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download .csv" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  expect(text).toContain('"Bank transfer","Lena"');
  // The subtotal, no code, no discount, no tax, and the total.
  expect(text).toContain('"1 × Seat","1","25.00","","0.00","0.00","25.00"');
  expect(text).toContain("Cheque 117");
});

for (const width of [1280, 390])
  test(`answers can be a filter, on a desktop also a column, and a long mail address leaves a row's menu on the screen (${width} px)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const event = await buildEvent(site.db, { name: "Dinner", clubId });
    const ticket = await buildTicket(site.db, event.id, { price: 0, title: "Seat", maxStock: 60 });
    const menu = await buildQuestion(site.db, event.id, {
      text: "Main course?",
      typeId: 2,
      options: ["Plaice", "Vegan"],
    });
    for (const [firstName, answer] of [
      ["Ada", "Plaice"],
      ["Wolfeschlegelsteinhausenbergerdorff", "Vegan"],
    ]) {
      const attendee = { ticketId: ticket.id, firstName, answers: [{ questionId: menu.id, answer }] };
      const email = `${firstName}.of.the.harbour.and.rowing.club.of.hamburg@example.org`;
      const tickets = [{ ticketId: ticket.id, quantity: 1 }];
      const body = { eventId: event.id, tickets, attendees: [{ ...attendee, email }] };
      expect((await ask(site.app, "registration/express", { body })).status).toBe(200);
    }
    await beSignedIn(page, { email: adminEmail, password: testPassword }, site.url);
    await open(page, `${site.url}/event/${event.id}/attendees`);
    const table = page.getByRole("table", { name: "Attendees" });
    const menuOfAda = page.getByRole("button", { name: "More for Ada" });
    await expect(menuOfAda).toBeInViewport();
    if (width === 1280) {
      await page.getByRole("button", { name: "Columns" }).click();
      await page.getByRole("checkbox", { name: "Main course?" }).check();
      await page.keyboard.press("Escape");
      await expect(table.getByRole("cell", { name: "Plaice" })).toBeVisible();
      await expect(menuOfAda).toBeInViewport();
      await page.reload();
      await expect(table.getByRole("columnheader", { name: "Main course?" })).toBeVisible();
    } else await page.getByRole("button", { name: "Filter and sort" }).click();
    await page.getByLabel("Answer", { exact: true }).selectOption("Main course? Plaice");
    await expect(page.getByText("1 attendee", { exact: true })).toBeVisible();
    await expect(page).toHaveURL(/answer=\d+\.Plaice/);
    await expectAccessible(page);

    await open(page, `${site.url}/event/${event.id}/statistics`);
    const counts = page.getByRole("region", { name: "Main course?", exact: true });
    await expect(counts).toContainText("Plaice1");
    await expect(counts).toContainText("Vegan1");
    await expect(counts).toContainText("Answered by 2");
    await expectAccessible(page);
  });

test("staff who mail tickets to the found attendees twice in the same hour send one mail, and staff open a chat", async ({
  page,
}) => {
  await openStaffPage(page, "attendees?search=muller");
  await expect(page.getByText("1 attendee", { exact: true })).toBeVisible();
  const mailed = async () =>
    (
      await site.db.selectFrom("mails").select("recipient").where("key", "like", "tickets-again:%").execute()
    ).map(({ recipient }) => recipient);
  const dialog = page.getByRole("dialog", { name: "Mail tickets?" });
  for (const message of [/^1 ticket mail/, /^0 ticket mails/]) {
    await page.getByRole("button", { name: "Mail tickets" }).click();
    await expect(dialog).toContainText("Everybody who is found");
    await expectAccessible(page);
    await expect(dialog).toContainText("All of them were mailed their tickets before.");
    await dialog.getByRole("button", { name: "Send 1 mail" }).dblclick();
    await expect(page.locator("[data-color]").filter({ hasText: message })).toHaveCount(1);
    await expect(dialog).toHaveCount(0);
  }
  expect(await mailed()).toEqual(["mia@example.org"]);

  await page.getByRole("button", { name: "More for Mia Müller" }).click();
  const chat = page.getByRole("menuitem", { name: "Open a chat" });
  const text = encodeURIComponent("Hello Mia, about Regatta: ");
  await expect(chat).toHaveAttribute("href", `https://wa.me/4940123456?text=${text}`);
  await expect(chat).toHaveAttribute("rel", "noreferrer");
  await page.keyboard.press("Escape");
  await page.getByLabel("Search").fill("somchai");
  await page.getByRole("button", { name: /^More for สมชาย/ }).click();
  await expect(page.getByRole("menuitem", { name: "Open a chat" })).toBeDisabled();
  await expect(page.getByText("No phone number with a country code, such as +49…")).toBeVisible();
});

test("staff read answers as typed, change an attendee, and see a mistake at its field", {
  tag: "@main",
}, async ({ page }) => {
  await openStaffPage(page, "attendees");
  await page.getByRole("button", { name: "Zoë <img src=x onerror=alert(1)>", exact: true }).click();
  const details = page.getByRole("dialog");
  await expect(details.getByText("=Fish")).toBeVisible();
  await expectAccessible(page);
  await details.getByRole("button", { name: "Change" }).click();
  await page.getByLabel("Last name").fill("Groß");
  await page.getByLabel("E-mail").fill("nowhere");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription("This is not an e-mail address.");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("E-mail").fill("zoe@example.net");
  await page.getByLabel("Ticket", { exact: true }).last().selectOption("VIP");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("table").getByText("zoe@example.net")).toBeVisible();
  await expect(page.getByRole("table").getByText("VIP")).toBeVisible();
});

test("staff import fifty people, download all as a table, and delete one", async ({ page }) => {
  await openStaffPage(page, "import");
  await expectAccessible(page);
  const picker = page.getByLabel("Spreadsheet", { exact: true });
  await picker.setInputFiles({ name: "people.pdf", mimeType: "application/pdf", buffer: Buffer.from("x") });
  await expect(page.getByText(/people\.pdf/)).toBeVisible();
  await picker.setInputFiles(csvOf([...fifty, "Nobody,nowhere,", "guest 1,guest1@example.org,"]));
  await page.getByLabel("Ticket for rows without one").selectOption("Standard");
  await expect(page.getByText("2 rows are wrong")).toBeVisible();
  const errors = page.getByRole("list", { name: "Errors" }).getByRole("listitem");
  // "Nobody" is the 51st person, so a spreadsheet shows it in row 52.
  await expect(errors.filter({ hasText: "The e-mail address is not valid." })).toContainText("1 row: 52");
  await expect(errors.filter({ hasText: "An earlier row is the same person." })).toContainText(
    "Delete these rows, or choose a column that is the group or order.",
  );
  await expect(page.getByText("the headings are row 1")).toBeVisible();
  await expectAccessible(page);
  await picker.setInputFiles(csvOf(fifty));
  await page.getByLabel("Ticket for rows without one").selectOption("Standard");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByRole("button", { name: "Import 50 people" }).dblclick();
  await expect(page.getByText("50 people are registered. Nobody got a mail.")).toBeVisible();
  await page.getByRole("link", { name: /See them/ }).click();
  await expect(page.getByText("50 attendees")).toBeVisible();
  await page.getByLabel("Import", { exact: true }).selectOption("All");
  await expect(page.getByText("53 attendees")).toBeVisible();

  await page.getByRole("button", { name: "Mail tickets" }).click();
  const mails = page.getByRole("dialog", { name: "Mail tickets?" });
  // 51 if the test above has changed Zoë's address, because no mail was sent to the new one.
  await expect(mails).toContainText(/5[01] of them were never mailed a ticket before\./);
  const onlyNew = mails.getByRole("switch", { name: /^Only those never mailed: 5[01] of 53/ });
  await expect(onlyNew).toBeChecked();
  await onlyNew.uncheck();
  await expect(mails.getByRole("button", { name: "Send 53 mails" })).toBeVisible();
  await onlyNew.check();
  await expectAccessible(page);
  await mails.getByRole("button", { name: /^Send 5[01] mails/ }).click();
  await expect(page.locator("[data-color]").filter({ hasText: /^5[01] ticket mails are on/ })).toBeVisible();

  const fetching = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download .xlsx" }).click();
  const file = await fetching;
  expect(file.suggestedFilename()).toMatch(
    new RegExp(`^attendees-${eventId}-\\d{4}-\\d\\d-\\d\\dT\\d{4}\\.xlsx$`),
  );
  const rows: string[][] = [];
  for await (const batch of readSheet(await readFile(await file.path()), { mostRows: 1000 }))
    rows.push(...batch);
  expect(rows).toHaveLength(54);
  expect(rows[0]!.slice(-2)).toEqual(["Meal?", "Company"]);
  expect(rows.flat()).toContain("=Fish");

  await page.getByLabel("Search").fill("guest 7");
  await expect(page).toHaveURL(/search=guest/);
  await page.getByRole("button", { name: "More for Guest 7", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete the attendee" }).click();
  await expect(page.getByRole("dialog")).toContainText(
    "Extras stay with the other attendees of the registration.",
  );
  await expectAccessible(page);
  let deletions = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/api/registration/deleteAttendee")) deletions += 1;
  });
  await page.getByRole("dialog").getByRole("button", { name: "Delete the attendee" }).dblclick();
  await expect(page.getByText("The attendee is deleted.")).toBeVisible();
  expect(deletions).toBe(1);
  await page.getByLabel("Search").fill("");
  await expect(page.getByText("52 attendees")).toBeVisible();
});

test("on a phone attendees are cards, and neither their page nor the import scrolls sideways", {
  tag: "@main",
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStaffPage(page, "attendees");
  await expectCards(page, "Attendees");
  await page.getByRole("button", { name: "Filter and sort" }).click();
  await page.getByLabel("Sorted by").selectOption("Last name, from A");
  await expect(page).toHaveURL(/sort=name/);
  await page
    .getByRole("button", { name: /^More for/ })
    .first()
    .click();
  await expect(page.getByRole("menuitem", { name: "QR code" })).toBeVisible();
  await page.keyboard.press("Escape");
  for (const path of ["attendees", "import"]) {
    await open(page, `${site.url}/event/${eventId}/${path}`);
    await expectAccessible(page);
  }
});
