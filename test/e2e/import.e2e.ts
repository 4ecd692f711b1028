import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DROPDOWN } from "../../contract/rules/questions/questions.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { lockImports } from "../../server/people/import/importRows.ts";
import {
  buildEvent,
  buildQuestion,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { beSignedIn, expect, expectAccessible, open, type Session, sessionOf, test } from "./journey.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";

let site: PurchaseSite;
let clubId: number;
let session: Session;

test.beforeAll(async ({ playwright }) => {
  site = await startSite();
  clubId = (await buildEvent(site.db)).clubId;
  const request = await playwright.request.newContext();
  const { email } = await buildUser(site.db, ADMIN, clubId);
  session = await sessionOf(request, { email, password: testPassword }, site.url);
  await request.dispose();
});
test.afterAll(() => site.stop());

async function chooseFifty(page: Page): Promise<number> {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  const guests = Array.from({ length: 50 }, (_, n) => `Guest ${n},guest${n}@example.org`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Name,E-mail", ...guests].join("\n")),
  });
  await expect(page.getByText("No errors found")).toBeVisible();
  return id;
}

async function holdImports(eventId: number): Promise<() => Promise<void>> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: locked, resolve: reportLocked } = Promise.withResolvers<void>();
  const held = site.db.transaction().execute(async (tx) => {
    await lockImports(tx, eventId);
    reportLocked();
    await released;
  });
  await Promise.race([locked, held]);
  return async () => {
    release();
    await held;
  };
}

async function countRegistered(eventId: number): Promise<number> {
  const rows = await site.db.selectFrom("attendees").select("id").where("event_id", "=", eventId).execute();
  return rows.length;
}

const startImport = (page: Page) => page.getByRole("button", { name: "Import 50 people" }).click();
const leavePage = (page: Page) => page.getByRole("link", { name: "Your events" }).click();
const stayOnPage = (page: Page, question: string) =>
  page.getByRole("dialog", { name: question }).getByRole("button", { name: "Stay here" }).click();
const expectDone = (page: Page) =>
  expect(page.getByText("50 people are registered. Nobody got a mail.")).toBeVisible();

test("an import leaves out rows without a ticket, and asks about an unknown state", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  const rows = [
    "Ada,ada@example.org,paid",
    "Ben,ben@example.org,canceled",
    "Cem,cem@example.org,pending",
    "Dee,dee@example.org,canceled",
    "Eva,eva@example.org,VIP",
  ];
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(["Name,E-mail,Order status", ...rows].join("\n")),
  });
  await expect(page.getByText("3 rows are left out: 2 canceled, 1 pending.")).toBeVisible();
  await expect(page.getByText("1 row has a state that may mean a ticket or none.")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("“VIP”").focus();
  await page.getByLabel("“VIP”").selectOption("Has a ticket: import");
  await expect(page.getByText("No errors found")).toBeVisible();
  await expect(page.getByLabel("“VIP”")).toBeFocused();
  await page.getByLabel("“pending”").selectOption("Has a ticket: import");
  await expect(page.getByText("2 rows are left out: 2 canceled.")).toBeVisible();
  await page.getByRole("button", { name: "Import 3 people" }).click();
  await expect(page.getByText("3 people are registered. Nobody got a mail.")).toBeVisible();
  expect(await countRegistered(id)).toBe(3);
});

test("columns become answers to questions, and staff choose what a column means", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await buildQuestion(site.db, id, { text: "T-shirt size", typeId: DROPDOWN, options: ["S", "M"] });
  await buildQuestion(site.db, id, { text: "Any allergies?" });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  const choose = (size: string) =>
    page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
      name: "people.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        [
          "Guest,E-mail,t-shirt SIZE,Food,Company,Company",
          `Ada Lovelace,ada@example.org,${size},Nuts,Acme,Acme Ltd`,
          "Ben Baker,ben@example.org,s,,,",
        ].join("\n"),
      ),
    });
  await choose("XXL");
  await expect(page.getByText("No column is the name.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Use “Guest”" })).toBeVisible();
  await expect(page.getByText("Kept as additional fields: Guest, Food, Company, Company (2).")).toBeVisible();
  await expect(page.getByLabel("Meaning of “t-shirt SIZE”")).toHaveValue(/^answer:/);
  await expectAccessible(page);
  await page.getByLabel("Meaning of “Guest”").focus();
  await page.getByLabel("Meaning of “Guest”").selectOption("Name");
  await expect(
    page.getByText("the answer “XXL” under “t-shirt SIZE” must be one of the options"),
  ).toBeVisible();
  await expect(page.getByLabel("Meaning of “Guest”")).toBeFocused();
  await page.getByLabel("Option for “XXL”").selectOption("M");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByRole("button", { name: "Remove people.csv" }).click();
  await choose("m");
  await page.getByLabel("Meaning of “Guest”").selectOption("Name");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByLabel("Meaning of “Food”").selectOption("Any allergies?");
  await page.getByLabel("Meaning of “Company”").selectOption("Leave out");
  await page.getByLabel("Meaning of “Company (2)”").selectOption("Leave out");
  await expect(page.getByText("“Company” and “Company (2)” are not read.")).toBeVisible();
  await expect(page.getByLabel("Meaning of “Food”")).toHaveValue(/^answer:/);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("2 people are registered. Nobody got a mail.")).toBeVisible();
  const answers = await site.db
    .selectFrom("answers")
    .innerJoin("attendees", "attendees.id", "answers.attendee_id")
    .select(["first_name", "question_text", "answer"])
    .where("event_id", "=", id)
    .orderBy("attendee_id")
    .orderBy("question_id")
    .execute();
  expect(answers.map((row) => Object.values(row))).toEqual([
    ["Ada", "T-shirt size", "M"],
    ["Ada", "Any allergies?", "Nuts"],
    ["Ben", "T-shirt size", "S"],
  ]);
});

test("an export of pretix is recognised, its sheet is chosen, and its tickets are made or left out", {
  tag: "@main",
}, async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  for (const title of ["Adult", "Child"]) await buildTicket(site.db, id, { title, maxStock: 200 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "orders.xlsx",
    mimeType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    buffer: await readFile(
      new URL("../../server/people/import/tests/movedFrom/pretix-orderdata.xlsx", import.meta.url),
    ),
  });
  await expect(page.getByText("This looks like an export of pretix.")).toBeVisible();
  await expect(page.getByLabel("Sheet", { exact: true })).toHaveValue("Order positions");
  await expect(page.getByText("4 rows are left out: 1 pending, 2 canceled, 1 expired.")).toBeVisible();
  await expect(page.getByText(/^\d+ columns are empty: /)).toBeVisible();
  const meat = page.getByLabel("“Gala dinner – Meat”");
  await expect(meat).toBeVisible();
  // A question that is asked above is not listed again as an error.
  await expect(page.getByText(/ (is|are) wrong$/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel("Sheet", { exact: true }).selectOption("Orders");
  await expect(page.getByText(/^This list has orders without their people\./)).toBeVisible();
  await page.getByLabel("Sheet", { exact: true }).selectOption("Order positions");
  await meat.focus();
  await meat.selectOption("Make this ticket");
  await expect(meat).toBeFocused();
  await page.getByLabel("“Gala dinner – Vegetarian”").selectOption("Make this ticket");
  await page.getByLabel("“Parking”").selectOption("Leave these rows out");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByRole("button", { name: /^Import \d+ people$/ }).click();
  await expect(page.getByText(/^\d+ people are registered\. Nobody got a mail\.$/)).toBeVisible();
  const made = await site.db
    .selectFrom("tickets")
    .select(["title", "is_active", "sold", "max_stock"])
    .where("event_id", "=", id)
    .where("title", "like", "Gala%")
    .execute();
  expect(made).toHaveLength(2);
  for (const ticket of made) expect(ticket).toMatchObject({ is_active: false, max_stock: ticket.sold });
});

test("an import asks which column is the ticket before it offers one for all rows", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  for (const title of ["Adult", "Child"]) await buildTicket(site.db, id, { title, maxStock: 20 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name,E-mail,Kind\nAda,ada@example.org,adult\nBen,ben@example.org,Child\n"),
  });
  await expect(page.getByText("No column is the ticket.", { exact: true })).toBeVisible();
  await expect(page.getByText("Is it “Kind”? Choose the column.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use “Kind”" }).click();
  await expect(page.getByLabel("Meaning of “Kind”")).toHaveValue("ticket");
  await expect(page.getByText("1 × Adult, 1 × Child.")).toBeVisible();
  await expect(page.getByLabel("Ticket for rows without one")).toHaveCount(0);
});

test("leaving the import with a chosen file asks first, and without a file does not", async ({ page }) => {
  const eventId = await chooseFifty(page);
  await leavePage(page);
  await stayOnPage(page, "Leave without importing?");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByRole("button", { name: "Remove people.csv" }).click();
  await leavePage(page);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(await countRegistered(eventId)).toBe(0);
});

test("leaving a running import asks first, and no other file can be chosen meanwhile", async ({ page }) => {
  const eventId = await chooseFifty(page);
  const release = await holdImports(eventId);
  await startImport(page);
  await expect(page.getByRole("progressbar", { name: "Import" })).toBeVisible();
  await expect(page.getByLabel("Spreadsheet", { exact: true })).toBeDisabled();
  await expectAccessible(page);
  await leavePage(page);
  await expect(page.getByRole("dialog")).toContainText("The import may continue");
  await stayOnPage(page, "Leave the import?");
  await release();
  await expectDone(page);
  await leavePage(page);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(await countRegistered(eventId)).toBe(50);
});

async function chooseFile(page: Page, name: string, rows: readonly string[]): Promise<void> {
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(["Name,E-mail,Status", ...rows].join("\n")),
  });
}
const importCard = (page: Page, id: number) =>
  page
    .getByRole("table", { name: "Imports" })
    .getByRole("row")
    .filter({ hasText: `Import ${id}` });
const latestImport = async (eventId: number) => {
  const row = await site.db
    .selectFrom("attendee_imports")
    .select("id")
    .where("event_id", "=", eventId)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return row.id;
};

test("staff mail the tickets of one of two imports, and then take this import back", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await expect(page.getByText("Nothing imported yet")).toBeVisible();

  await chooseFile(page, "right.csv", ["Ada,ada@example.org,paid", "Ben,ben@example.org,canceled"]);
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person is registered. Nobody got a mail.")).toBeVisible();
  const right = await latestImport(id);
  await expect(importCard(page, right)).toContainText("right.csv");
  await expect(importCard(page, right)).toContainText("1 person, 1 row left out");

  await page.getByRole("button", { name: "Remove right.csv" }).click();
  await chooseFile(page, "wrong.csv", ["Cem,cem@example.org,paid", "Dee,dee@example.org,paid"]);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("2 people are registered. Nobody got a mail.")).toBeVisible();
  const wrong = await latestImport(id);

  // "Mail tickets" mails the attendees that the list shows.
  await page.getByRole("link", { name: "See them, and mail their tickets" }).click();
  await expect(page.getByText("2 attendees")).toBeVisible();
  await expect(page.getByLabel("Import", { exact: true })).toHaveValue(String(wrong));
  await page.getByRole("button", { name: "Mail tickets" }).click();
  await page
    .getByRole("dialog", { name: "Mail tickets?" })
    .getByRole("button", { name: "Send 2 mails" })
    .click();
  await expect(page.getByText("2 ticket mails are on their way.")).toBeVisible();

  await open(page, `${site.url}/event/${id}/import`);
  await page.getByRole("button", { name: `Take back import ${wrong}` }).click();
  const question = page.getByRole("dialog", { name: `Take back import ${wrong}?` });
  await expect(question).toContainText("All 2 people of this import are deleted");
  await expect(question).toContainText(
    "Tickets were mailed to 2 addresses: the door refuses them from now on.",
  );
  await expectAccessible(page);
  await question.getByRole("button", { name: "Delete 2 people" }).click();
  await expect(importCard(page, wrong)).toContainText("Taken back by");
  await expect(page.getByRole("button", { name: `Take back import ${wrong}` })).toHaveCount(0);
  expect(await countRegistered(id)).toBe(1);
});

test("people are imported as not yet active, and made active later", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await chooseFile(page, "people.csv", ["Ada,ada@example.org,paid", "Ben,ben@example.org,reserved"]);
  await page.getByLabel("“reserved”").selectOption("Import as not yet active");
  await expect(page.getByText(/^1 person is not yet active: /)).toBeVisible();
  const everybody = page.getByLabel("Import everybody as not yet active");
  await everybody.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^Nobody is active yet: /)).toBeVisible();
  await expect(everybody).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByText(/^1 person is not yet active: /)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("1 of them is not active yet: activate the import below.")).toBeVisible();
  const importId = await latestImport(id);
  await expect(importCard(page, importId)).toContainText("1 not yet active.");

  await page.getByRole("link", { name: `See people of import ${importId}` }).click();
  await expect(page.getByText("2 attendees")).toBeVisible();
  await expect(page.getByText("Not yet active", { exact: true })).toBeVisible();

  await open(page, `${site.url}/event/${id}/import`);
  await page.getByRole("button", { name: `Activate import ${importId}` }).click();
  const question = page.getByRole("dialog", { name: `Activate import ${importId}?` });
  await expect(question).toContainText("Nobody gets a mail");
  await expectAccessible(page);
  await question.getByRole("button", { name: "Activate 1 person" }).click();
  await expect(page.getByText("1 person is active now.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Activate import ${importId}` })).toHaveCount(0);
  const states = await site.db
    .selectFrom("registrations")
    .select("state")
    .where("event_id", "=", id)
    .execute();
  expect(states).toEqual([{ state: "active" }, { state: "active" }]);
});

test("people who are registered are corrected with a file, after a choice", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await chooseFile(page, "people.csv", ["Ada,ada@example.org,paid", "Ben,ben@example.org,paid"]);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByText("2 people are registered. Nobody got a mail.")).toBeVisible();

  await page.getByRole("button", { name: "Remove people.csv" }).click();
  await chooseFile(page, "again.csv", ["Adele,ada@example.org,paid", "Ben,ben@example.org,paid"]);
  await expect(page.getByText("2 rows are wrong")).toBeVisible();
  const correct = page.getByLabel("Correct them with this file");
  await correct.focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("1 person is corrected and 1 is as it was.")).toBeVisible();
  await expect(correct).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Correct 1 person" }).click();
  await expect(page.getByText("1 person is corrected. Nobody got a mail.")).toBeVisible();
  const people = await site.db
    .selectFrom("attendees")
    .select("first_name")
    .where("event_id", "=", id)
    .orderBy("id")
    .execute();
  expect(people).toEqual([{ first_name: "Adele" }, { first_name: "Ben" }]);
});

test("staff make a question from a column of the file that matches no question", async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name,E-mail,Food\nAda,ada@example.org,Nuts\n"),
  });
  await expect(page.getByText("Kept as additional fields: Food.")).toBeVisible();
  const meaning = page.getByLabel("Meaning of “Food”");
  await meaning.focus();
  await meaning.selectOption("Make this question");
  await expect(page.getByText(/^“Food” becomes a question of the event\./)).toBeVisible();
  await expect(page.getByText(/^Kept as additional fields/)).toHaveCount(0);
  await expect(meaning).toBeFocused();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person is registered. Nobody got a mail.")).toBeVisible();
  const answers = await site.db
    .selectFrom("answers")
    .innerJoin("form_questions", "form_questions.id", "answers.question_id")
    .select(["text", "answer"])
    .where("event_id", "=", id)
    .execute();
  expect(answers).toEqual([{ text: "Food", answer: "Nuts" }]);
});

test("rows without errors are imported alone, and the others are downloaded, corrected and imported", {
  tag: "@main",
}, async ({ page }) => {
  const { id } = await buildEvent(site.db, { clubId });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await chooseFile(page, "people.csv", ["Ada,ada@example.org,paid", ",ben@example.org,paid"]);
  await expect(page.getByText("1 row is wrong")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 1 person and leave out 1 row" }).click();
  await expect(page.getByText("1 person is registered. Nobody got a mail.")).toBeVisible();
  await expect(page.getByText("1 row was not imported.")).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the other row" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("people - not imported.csv");
  const text = await readFile(await file.path(), "utf8");
  expect(text).toContain('"","ben@example.org","paid","has no name"');
  await page.getByRole("button", { name: "Remove people.csv" }).click();
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: file.suggestedFilename(),
    mimeType: "text/csv",
    buffer: Buffer.from(text.replace('"","ben', '"Ben","ben')),
  });
  await expect(page.getByText("“Not imported because” is not read.")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person is registered. Nobody got a mail.")).toBeVisible();
  expect(await countRegistered(id)).toBe(2);
});

test.describe("an import that is in use", () => {
  test.use({ expectedNoise: /409/ });

  test("an import with somebody who was checked in cannot be taken back, even from a page opened before the check-in", async ({
    page,
  }) => {
    const { id } = await buildEvent(site.db, { clubId });
    await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
    await beSignedIn(page, session, site.url);
    await open(page, `${site.url}/event/${id}/import`);
    await chooseFile(page, "people.csv", ["Ada,ada@example.org,paid", "Ben,ben@example.org,paid"]);
    await page.getByRole("button", { name: "Import 2 people" }).click();
    const importId = await latestImportWhenListed(page, id);
    await page.getByRole("button", { name: `Take back import ${importId}` }).click();
    const question = page.getByRole("dialog", { name: `Take back import ${importId}?` });
    await expect(question).toContainText("No ticket was mailed.");
    const person = await site.db
      .selectFrom("attendees")
      .select(["id", "registration_id"])
      .where("event_id", "=", id)
      .executeTakeFirstOrThrow();
    const checkin = { attendeeId: person.id, registrationId: person.registration_id, eventId: id };
    const reply = await page.request.post(`${site.url}/api/checkin/save`, {
      data: checkin,
      headers: { authorization: session.token },
    });
    expect(reply.status()).toBe(200);
    await question.getByRole("button", { name: "Delete 2 people" }).click();
    await expect(question).toContainText(`Import ${importId} stays. 1 of its people was checked in.`);
    await question.getByRole("button", { name: "Back" }).click();
    await page.reload();
    await expect(importCard(page, importId)).toContainText(
      "Cannot be taken back. 1 of its people was checked in.",
    );
    await expect(page.getByRole("button", { name: `Take back import ${importId}` })).toHaveCount(0);
    expect(await countRegistered(id)).toBe(2);
  });
});

async function latestImportWhenListed(page: Page, eventId: number): Promise<number> {
  await expect(page.getByRole("table", { name: "Imports" })).toBeVisible();
  return latestImport(eventId);
}

test.describe("a connection that is lost", () => {
  test.use({ expectedNoise: /net::ERR_/ });

  test("if the answer to an import is lost, trying again shows that everybody is registered once", {
    tag: "@main",
  }, async ({ page, context }) => {
    const eventId = await chooseFifty(page);
    // The server answers, but the browser never gets the answer.
    const cdp = await context.newCDPSession(page);
    cdp.on("Fetch.requestPaused", ({ requestId }) => {
      void cdp.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    });
    await cdp.send("Fetch.enable", {
      patterns: [{ urlPattern: "*/bulkImportAttendee", requestStage: "Response" }],
    });
    await startImport(page);
    await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
    await expect(page.getByText("We could not reach the server.")).toBeVisible();
    expect(await countRegistered(eventId)).toBe(50);
    await expectAccessible(page);
    await leavePage(page);
    await stayOnPage(page, "Leave the import?");
    await cdp.send("Fetch.disable");
    await page.getByRole("button", { name: "Try again" }).dblclick();
    await expectDone(page);
    expect(await countRegistered(eventId)).toBe(50);
  });

  test("if the file of an import could not be sent, trying again when online registers everybody once", async ({
    page,
    context,
  }) => {
    const eventId = await chooseFifty(page);
    await context.setOffline(true);
    await startImport(page);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
    expect(await countRegistered(eventId)).toBe(0);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).dblclick();
    await expectDone(page);
    expect(await countRegistered(eventId)).toBe(50);
  });
});

test("imported rows of one order become one registration, and the earlier payment is shown as a note", async ({
  page,
}) => {
  const { id } = await buildEvent(site.db, { clubId, currency: "eur" });
  await buildTicket(site.db, id, { price: 0, title: "Standard", maxStock: 60 });
  await beSignedIn(page, session, site.url);
  await open(page, `${site.url}/event/${id}/import`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles({
    name: "orders.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      [
        "Order code,Name,E-mail,Price,Quantity,Checked in",
        "AAA01,Ada Lovelace,ada@example.org,20.00,,Yes",
        "AAA01,,,10.00,2,No",
        "AAA02,Nobody Mail,,,,",
      ].join("\n"),
    ),
  });
  await expect(page.getByText("No errors found")).toBeVisible();
  await expect(page.getByLabel("Meaning of “Order code”")).toHaveValue("orderNumber");
  await expect(page.getByText("They become 2 free registrations:")).toBeVisible();
  await expect(page.getByText("1 person has no e-mail address")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 4 people" }).click();
  await expect(page.getByText("4 people are registered. Nobody got a mail.")).toBeVisible();
  await page.getByRole("link", { name: /See them/ }).click();
  await expect(page.getByText("4 attendees")).toBeVisible();
  await expect(page.getByText(/Guest [12] of Ada Lovelace/)).toHaveCount(2);
  await open(page, `${site.url}/event/${id}/orders`);
  await page.getByLabel("Search").fill("aaa01");
  await expect(page.getByText("€30.00, paid in another system")).toBeVisible();
  await expect(page.getByText("Nobody Mail")).toHaveCount(0);
  await expectAccessible(page);
  await page
    .getByRole("row", { name: /Ada Lovelace/ })
    .getByRole("link")
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Order / })).toBeVisible();
  await expect(page.getByText("€30.00, paid in another system")).toBeVisible();
  await expect(page.getByText("AAA01", { exact: true })).toBeVisible();
  await expectAccessible(page);
});
