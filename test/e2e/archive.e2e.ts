import { readFile } from "node:fs/promises";
import { fakePretixSource, startFakePretix } from "../../server/testing/pretix/fakePretix.ts";
import { beSignedIn, demo, expect, expectAccessible, sessionOf, test, untilHydrated } from "./journey.ts";
import { partsSite } from "./partsSite.ts";

// A file that is no archive and a wrong token of pretix are refused.
test.use({ expectedNoise: /status of 400/ });

test("an event is downloaded with its people, and the file becomes a draft with them", {
  tag: "@main",
}, async ({ page, request }) => {
  const site = await partsSite(request);
  const { eventId } = site;
  const { id: ticketId } = await site.post("ticket/save", {
    eventId,
    title: "Member",
    price: 0,
    maxStock: 20,
  });
  await site.post("registration/add", {
    eventId,
    tickets: [{ ticketId, quantity: 1 }],
    attendees: [{ ticketId, firstName: "Ada", lastName: "Lovelace", email: "ada@example.org" }],
    paid: "free",
    mail: false,
  });

  await site.open(page, "config");
  const section = page.getByRole("region", { name: "Download everything" });
  await expect(section.getByRole("status")).toHaveText("The file will have no personal data of visitors.");
  await section.getByLabel("Include personal data").check();
  await expect(section.getByRole("status")).toContainText("personal data, and codes that let people in");
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download event" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${site.slug}-\\d{4}-\\d\\d-\\d\\d\\.zip$`));
  const archive = await readFile(await download.path());

  await page.goto("/event/add");
  await untilHydrated(page);
  await page.getByRole("button", { name: "Event from a file" }).click();
  const panel = page.getByRole("dialog", { name: "Event from a file" });
  await panel.getByRole("button", { name: "Create the event" }).click();
  await expect(panel.getByText("Choose the .zip file of an event.")).toBeVisible();
  const file = { name: "event.zip", mimeType: "application/zip" };
  await panel
    .getByLabel("File", { exact: true })
    .setInputFiles({ ...file, buffer: Buffer.from("not a zip") });
  await panel.getByRole("button", { name: "Create the event" }).click();
  await expect(
    panel.getByText("This archive is damaged. Save it again and try again.").first(),
  ).toBeVisible();
  await panel.getByLabel("File", { exact: true }).setInputFiles({ ...file, buffer: archive });
  await panel.getByLabel("Include the people").check();
  await panel.getByRole("button", { name: "Check" }).click();
  await expect(panel.getByRole("status")).toContainText("can be added with 1 person.");
  await expect(panel.getByRole("status")).toContainText("Only in its archive, not in the event: 1 order.");
  await expect(page).toHaveURL(/\/event\/add$/);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Create the event" }).click();

  await expect(page.getByText("The event is a draft until you publish it. It has 1 person.")).toBeVisible();
  await expect(page).toHaveURL(/\/event\/\d+$/);
  const copyId = Number(/\d+$/.exec(page.url())![0]);
  expect(copyId).not.toBe(eventId);
  expect(await site.get("event/getEvent", { eventId: copyId })).toMatchObject({
    isActive: false,
    registrationCount: 1,
  });
  await page.goto(`/event/${copyId}/attendees`);
  await untilHydrated(page);
  await expect(page.getByRole("table").getByText("ada@example.org")).toBeVisible();
});

test("an event of pretix is checked, and then created with its people", async ({ page, request }) => {
  await beSignedIn(page, await sessionOf(request, demo.admin));
  const pretix = await startFakePretix({ pageSize: 2 });
  try {
    await page.goto("/event/add");
    await untilHydrated(page);
    await page.getByRole("button", { name: "Event from pretix" }).click();
    const panel = page.getByRole("dialog", { name: "Event from pretix" });
    await panel.getByRole("button", { name: "Check" }).click();
    await expect(panel.getByText("Enter the API token.")).toBeVisible();
    await panel.getByLabel("Address of pretix").fill(pretix.url);
    await panel.getByLabel("Organizer").fill(fakePretixSource.organizer);
    await panel.getByRole("textbox", { name: "Event", exact: true }).fill(fakePretixSource.event);
    await panel.getByLabel(/^API token/).fill("wrong-token");
    await panel.getByLabel("Include the people").check();
    await panel.getByRole("button", { name: "Check" }).click();
    await expect(panel.getByText("pretix does not know this token.").first()).toBeVisible();
    await expectAccessible(page);
    await panel.getByLabel(/^API token/).fill(fakePretixSource.token);
    await panel.getByRole("button", { name: "Check" }).click();
    await expect(panel.getByText("“Summer Gala” can be added with 5 people.")).toBeVisible();
    await expect(panel.getByText("vouchers with a budget: 1")).toBeVisible();
    await expectAccessible(page);
    await panel.getByRole("button", { name: "Create the event" }).click();
    await expect(page).toHaveURL(/\/event\/\d+$/);
    await page.goto(`${page.url()}/attendees`);
    await untilHydrated(page);
    await expect(page.getByRole("table").getByText("ada@example.org").first()).toBeVisible();
  } finally {
    await pretix.close();
  }
});

test("a club downloads its events as a .zip file", async ({ page, request }) => {
  await partsSite(request);
  await beSignedIn(page, await sessionOf(request, demo.admin));
  await page.goto("/club/edit");
  await untilHydrated(page);
  const section = page.getByRole("region", { name: "Download everything" });
  await section.getByLabel("Include personal data").check();
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Download club" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^club-\d+-\d{4}-\d\d-\d\d\.zip$/);
});
