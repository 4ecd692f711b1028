/** Interrupted imports of people: leaving the page, and a lost connection. */
import type { Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { lockImports } from "../../server/people/importRows.ts";
import { buildEvent, buildTicket, buildUser, testPassword } from "../../server/testing/builders.ts";
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

/** Opens the import of a new event, with a file of fifty people chosen. */
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

/** Blocks imports into an event until they are released. */
async function holdImports(eventId: number): Promise<() => Promise<void>> {
  const { promise: told, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: locked, resolve: isLocked } = Promise.withResolvers<void>();
  const held = site.db.transaction().execute(async (tx) => {
    await lockImports(tx, eventId);
    isLocked();
    await told;
  });
  await Promise.race([locked, held]);
  return async () => {
    letGo();
    await held;
  };
}

async function registered(eventId: number): Promise<number> {
  const rows = await site.db.selectFrom("attendees").select("id").where("event_id", "=", eventId).execute();
  return rows.length;
}

const start = (page: Page) => page.getByRole("button", { name: "Import 50 people" }).click();
const goBack = (page: Page) => page.getByRole("link", { name: "Your events" }).click();
const stay = (page: Page, question: string) =>
  page.getByRole("dialog", { name: question }).getByRole("button", { name: "Stay here" }).click();
const done = (page: Page) =>
  expect(page.getByText("50 people are registered. Nobody was written to.")).toBeVisible();

test("who leaves with a file chosen is asked, and who has taken it away is not", async ({ page }) => {
  const eventId = await chooseFifty(page);
  await goBack(page);
  await stay(page, "Leave without importing?");
  await expect(page.getByText("No errors found")).toBeVisible();
  await page.getByRole("button", { name: "Remove people.csv" }).click();
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(await registered(eventId)).toBe(0);
});

test("who leaves an import under way is asked in other words, and nothing else can be chosen meanwhile", async ({
  page,
}) => {
  const eventId = await chooseFifty(page);
  const letGo = await holdImports(eventId);
  await start(page);
  await expect(page.getByRole("progressbar", { name: "Import" })).toBeVisible();
  await expect(page.getByLabel("Spreadsheet", { exact: true })).toBeDisabled();
  await expectAccessible(page);
  await goBack(page);
  await expect(page.getByRole("dialog")).toContainText("It may go on without you");
  await stay(page, "Leave the import?");
  await letGo();
  await done(page);
  await goBack(page);
  await expect(page).toHaveURL(/\/dashboard\/admin$/);
  expect(await registered(eventId)).toBe(50);
});

test.describe("a connection that is lost", () => {
  test.use({ expectedNoise: /net::ERR_/ });

  test("after the file was sent: asking again tells that all are registered, and nobody twice", async ({
    page,
    context,
  }) => {
    const eventId = await chooseFifty(page);
    // The server has answered, but the browser never gets it.
    const cdp = await context.newCDPSession(page);
    cdp.on("Fetch.requestPaused", ({ requestId }) => {
      void cdp.send("Fetch.failRequest", { requestId, errorReason: "ConnectionReset" });
    });
    await cdp.send("Fetch.enable", {
      patterns: [{ urlPattern: "*/bulkImportAttendee", requestStage: "Response" }],
    });
    await start(page);
    await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
    await expect(page.getByText("We could not reach the server.")).toBeVisible();
    expect(await registered(eventId)).toBe(50);
    await expectAccessible(page);
    await goBack(page);
    await stay(page, "Leave the import?");
    await cdp.send("Fetch.disable");
    await page.getByRole("button", { name: "Ask again" }).dblclick();
    await done(page);
    expect(await registered(eventId)).toBe(50);
  });

  test("before the file was sent: asking again registers all, as soon as the connection is back", async ({
    page,
    context,
  }) => {
    const eventId = await chooseFifty(page);
    await context.setOffline(true);
    await start(page);
    await page.getByRole("button", { name: "Ask again" }).click();
    await expect(page.getByRole("heading", { name: "Not confirmed yet" })).toBeVisible();
    expect(await registered(eventId)).toBe(0);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Ask again" }).dblclick();
    await done(page);
    expect(await registered(eventId)).toBe(50);
  });
});
