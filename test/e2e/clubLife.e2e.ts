import { readFile } from "node:fs/promises";
import { demo, expect, open, signIn, signOut, test, untilHydrated } from "./journey.ts";

const password = "rowing-8-oars";

// An import that exceeds the places is refused on purpose.
test.use({ expectedNoise: /status of 409/ });

test("a new club publishes an event, sells it, and knows who comes", { tag: "@main" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const club = `Oars ${Date.now()}`;
  const email = `mia-${Date.now()}@example.org`;

  await open(page, "/auth/Register");
  await page.getByLabel("Your name").fill("Mia Keller");
  await page.getByLabel(/^Club name/).fill(club);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Register" }).click();
  await expect(page).toHaveURL(/\/dashboard\/admin$/);

  await page.getByRole("link", { name: "Add event" }).first().click();
  const form = page.getByRole("form", { name: "Event" });
  await form.getByRole("textbox", { name: "Name", exact: true }).fill(`${club} Supper`);
  await form.getByLabel("When").fill("2031-05-10T19:30");
  await form.getByLabel("Where").fill("Old Boathouse");
  await form.getByLabel("Price").fill("25");
  await form.getByRole("textbox", { name: "Number of places", exact: true }).fill("100");
  await form.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Published", { exact: true })).toBeVisible();

  const parts = page.getByRole("navigation", { name: "Event", exact: true });
  await parts.getByRole("link", { name: "Tickets" }).click();
  await page.getByRole("button", { name: "Add a ticket" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Title").fill("Student");
  await panel.getByLabel("Price").fill("12.50");
  await panel.getByLabel("How many there are").fill("40");
  await panel.getByRole("button", { name: "Add the ticket" }).click();
  await expect(page.getByRole("heading", { name: "Student" })).toBeVisible();

  await parts.getByRole("link", { name: "Questions" }).click();
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("textbox", { name: "Question 1", exact: true }).fill("Any allergies?");
  const saved = page.waitForResponse(/\/api\/form\/save/);
  await page.getByRole("button", { name: "Save the questions" }).click();
  expect((await saved).ok()).toBe(true);
  await expect(page.getByRole("region", { name: "As attendees see it" })).toContainText("Any allergies?");

  await parts.getByRole("link", { name: "Overview" }).click();
  const slug = (await page.getByRole("link", { name: "View event page" }).getAttribute("href"))!;
  const visitor = await browser.newPage(baseURL === undefined ? {} : { baseURL });
  await open(visitor, `${slug}/tickets`);
  await visitor.getByRole("spinbutton").first().fill("1");
  await visitor.getByRole("spinbutton", { name: "Number of Student" }).fill("1");
  await visitor.getByRole("button", { name: "Continue", exact: true }).click();
  await visitor.getByRole("textbox", { name: "Full name", exact: true }).fill("Ada Lovelace");
  await visitor.getByRole("textbox", { name: "E-mail", exact: true }).fill("ada@example.org");
  await visitor
    .getByLabel(/Any allergies/)
    .first()
    .fill("Nuts");
  await visitor.getByLabel("Guest's full name").fill("Byron King");
  await visitor.getByRole("button", { name: /^Continue/ }).click();
  await visitor.getByLabel("Card number").fill("4242424242424242");
  await visitor.getByLabel("Expiry").fill("12/40");
  await visitor.getByLabel("Security code").fill("123");
  await visitor.getByRole("button", { name: /^Pay/ }).click();
  await expect(visitor.getByRole("heading", { name: "You're all set" })).toBeVisible();
  await visitor.close();

  await page
    .getByRole("link", { name: /^Attendees/ })
    .first()
    .click();
  await expect(page.getByText("2 attendees")).toBeVisible();
  await expect(page.getByRole("table").getByText("ada@example.org")).toBeVisible();
  const fetching = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download .csv" }).click();
  const file = await readFile(await (await fetching).path(), "utf8");
  for (const text of ["Ada", "Byron", "Student", "Any allergies?", "Nuts"]) expect(file).toContain(text);

  await parts.getByRole("link", { name: "Import" }).click();
  const sheet = (lines: string[]) => ({
    name: "members.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
  const picker = page.getByLabel("Spreadsheet", { exact: true });
  const fifty = Array.from({ length: 50 }, (_, n) => `Guest ${n},guest${n}@example.org`);
  await picker.setInputFiles(sheet(["Name,E-mail", ...fifty]));
  await page.getByLabel("Ticket for rows without one").selectOption("Student");
  await expect(page.getByText("“Student” has 39 places left, and 50 are needed.")).toBeVisible();
  await parts.getByRole("link", { name: "Tickets" }).click();
  await page.getByRole("button", { name: "Leave without importing" }).click();
  await page.getByRole("button", { name: "Edit" }).last().click();
  await page.getByRole("dialog").getByLabel("How many there are").fill("60");
  await page.getByRole("dialog").getByRole("button", { name: /^Save/ }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await parts.getByRole("link", { name: "Import" }).click();
  await picker.setInputFiles(sheet(["Name,E-mail", ...fifty]));
  await page.getByLabel("Ticket for rows without one").selectOption("Student");
  await page.getByRole("button", { name: "Import 50 people" }).click();
  await page.getByRole("link", { name: /See them/ }).click();
  await expect(page.getByText("50 attendees")).toBeVisible();
  await page.getByLabel("Import", { exact: true }).selectOption("All");
  await expect(page.getByText("52 attendees")).toBeVisible();

  await signOut(page);
  await signIn(page, demo.sudo);
  await expect(page.getByRole("row").filter({ hasText: club })).toContainText("52");
  await page.getByRole("button", { name: `Actions for ${club}` }).click();
  await page.getByRole("menuitem", { name: "Accounts" }).click();
  await untilHydrated(page);
  await expect(page.getByText(email)).toBeVisible();
});
