import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { readXlsx } from "hucre/xlsx";
import sharp from "sharp";
import type { CallName, PayloadOf } from "../../contract/all.ts";
import { ADMIN } from "../../contract/rules/roles.ts";
import { ask } from "../../server/testing/app.ts";
import { buildEvent, buildTicket, buildUser, testPassword } from "../../server/testing/builders.ts";
import { card } from "../../server/testing/buying.ts";
import { pdfWords } from "../../server/testing/pdfWords.ts";
import { buyOrder, sellAtDoor } from "./boughtOrder.ts";
import {
  beSignedIn,
  type Credentials,
  expect,
  expectAccessible,
  open,
  test,
  untilHydrated,
} from "./journey.ts";
import { expectFitsPhone, partsSite } from "./partsSite.ts";
import { type PurchaseSite, startSite } from "./purchaseSite.ts";
import { fillCard } from "./purchaseSteps.ts";

const hour = 3_600_000;

async function buildStartedEvent(site: PurchaseSite) {
  const [start, end] = [new Date(Date.now() - hour), new Date(Date.now() + hour)];
  const event = await buildEvent(site.db, { name: "Treasurers' Ball", taxAmount: 10, start, end });
  const ticket = await buildTicket(site.db, event.id, { price: 2000, title: "Standing" });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  const who: Credentials = { email, password: testPassword };
  const token = String((await ask(site.app, "auth/signin", { body: who })).headers.authorization);
  return { eventId: event.id, ticketId: ticket.id, who, token };
}

async function callSite<N extends CallName>(
  site: PurchaseSite,
  name: N,
  sent: Parameters<typeof ask<N>>[2],
): Promise<PayloadOf<N>> {
  const reply = await ask(site.app, name, sent);
  expect([reply.status, reply.code]).toEqual([200, undefined]);
  return reply.payload;
}

async function donate(site: PurchaseSite, eventId: number): Promise<void> {
  const sponsorData = { firstName: "Ada", email: "ada@example.org" };
  const created = await callSite(site, "sponsorship/create", {
    body: { eventId, amount: 5000, sponsorData },
  });
  const { accessKey } = created;
  const body = { sponsorshipId: created.sponsorship.id, accessKey };
  const { paymentIntentId } = await callSite(site, "sponsorship/createSponsorshipPaymentIntent", { body });
  await callSite(site, "stripe/confirm-payment", { body: { paymentIntentId, accessKey, card: card() } });
}

const row = (page: Page, table: string, name: string) =>
  page.getByRole("region", { name: table, exact: true }).getByRole("row", { name: new RegExp(`^${name}`) });

async function download(page: Page, button: string): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

test.describe("an event", () => {
  let site: PurchaseSite;
  test.beforeAll(async () => {
    site = await startSite();
  });
  test.afterAll(() => site.stop());
  // A signature of outdated figures is refused on purpose.
  test.use({ expectedNoise: /status of 409/ });

  test("the final accounts of an event show sales and a refund, and are counted, signed and downloaded", {
    tag: "@main",
  }, async ({ page }) => {
    const { eventId, ticketId, who, token } = await buildStartedEvent(site);
    const names = [
      ["Mia", "Keller"],
      ["Tom", "Keller"],
    ] as const;
    const { order } = await buyOrder(site, { eventId, ticketId, names });
    await sellAtDoor(site, who, { eventId, ticketId, name: "Walk In", totalAmount: 2200 });
    await donate(site, eventId);
    await callSite(site, "order/refund", { token, body: { orderId: order.id, amount: 1000 } });

    await beSignedIn(page, who, site.url);
    await open(page, `${site.url}/event/${eventId}`);
    await page.getByRole("link", { name: /^Final accounts/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Final accounts" })).toBeVisible();
    const stillOpen = page.getByRole("region", { name: "Still open" });
    await expect(stillOpen).toContainText("1 refund is pending: €10.00");
    await expect(stillOpen).toContainText("The event is not over");
    await expect(row(page, "Sold", "Ticket · Standing")).toHaveText(/3€60\.00€6\.00€66\.00$/);
    await expect(row(page, "Sold", "Donations")).toHaveText(/1€50\.00€0\.00€50\.00$/);
    await expect(row(page, "How it was paid", "Cash at the door")).toHaveText(/1€22\.00€0\.00–€22\.00$/);
    await expectAccessible(page);

    // The refund is made while the page is open, so its figures are outdated.
    await site.app.checkout.makeRefunds(order.id);
    const form = page.getByRole("form", { name: "Sign the figures" });
    const till = form.getByRole("group").first();
    await till.getByLabel("Counted").fill("21.5");
    await expect(till.getByText("-€0.50")).toBeVisible();
    await till.getByLabel("Note").fill("A coin on the floor");
    await expect(form.getByLabel("Your name")).toHaveValue("Mia Keller");
    await form.getByLabel("Your name").fill("");
    await form.getByRole("button", { name: "Sign these figures" }).click();
    await expect(form.getByLabel("Your name")).toBeFocused();
    await expect(form.getByText("Type your name: it is your signature.")).toBeVisible();
    await expect(form.getByText("Please check the marked field above.")).toBeVisible();
    await form.getByLabel("Your name").fill("Tom Treasurer");
    await expect(form.getByText("Please check the marked field above.")).toBeHidden();
    await form.getByRole("button", { name: "Sign these figures" }).click();
    await expect(form.getByRole("alert")).toContainText("The figures have changed");

    // The row shows 1 refund, of €10.00.
    await expect(row(page, "Refunds and disputes", "Refunds done")).toHaveText(/1€10\.00$/);
    await expect(till.getByLabel("Counted")).toHaveValue("21.5");
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/event/signClosing")) sent += 1;
    });
    await form.getByRole("button", { name: "Sign these figures" }).dblclick();
    await expect(page.getByRole("region", { name: "Signed" })).toContainText("signed by Tom Treasurer");
    expect(sent).toBe(1);
    await expectAccessible(page);

    const pdf = await download(page, "Version 1 as PDF");
    expect(pdf.name).toMatch(/^closing-.*-v1\.pdf$/);
    const words = pdfWords(pdf.content).join("\n");
    for (const part of ["Signed by Tom Treasurer", "€106.00", "-€0.50", "A coin on"])
      expect(words).toContain(part);
    const sheet = await download(page, "Version 1 as .xlsx");
    const { sheets } = await readXlsx(sheet.content);
    expect(sheets.find(({ name }) => name === "What the club should get")?.rows).toContainEqual([
      "What the club should get",
      106,
    ]);

    await sellAtDoor(site, who, { eventId, ticketId, name: "Late Comer", totalAmount: 2200 });
    await page.reload();
    const changed = page.getByRole("region", { name: "Changed since it was signed" });
    await expect(changed).toContainText("What the club should get: €106.00 → €128.00");
    await expect(page.getByRole("listitem").filter({ hasText: "Version 1 · Tom Treasurer" })).toBeVisible();

    await expectFitsPhone(page);
    // Tables are stacked on a phone, so all figures are visible.
    for (const table of await page.getByRole("region", { name: /, table$/ }).all())
      expect(await table.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await expect(row(page, "Sold", "Ticket · Standing")).toBeVisible();
    await expect(row(page, "Tax by rate", "10%")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${site.url}/event/${eventId}/orders`);
    await page.getByRole("button", { name: "Event pages: Orders" }).click();
    await page
      .getByRole("dialog", { name: "Event pages" })
      .getByRole("link", { name: "Final accounts" })
      .click();
    await expect(page.getByRole("heading", { level: 1, name: "Final accounts" })).toBeVisible();
  });

  test("cash that was counted stays in the form when another till appears", async ({ page }) => {
    const { eventId, ticketId, who } = await buildStartedEvent(site);
    await sellAtDoor(site, who, { eventId, ticketId, name: "Walk In", totalAmount: 2200 });
    await beSignedIn(page, who, site.url);
    await open(page, `${site.url}/event/${eventId}/closing`);
    const form = page.getByRole("form", { name: "Sign the figures" });
    await form.getByLabel("Counted").fill("21.5");
    await sellAtDoor(site, who, { eventId, ticketId, name: "Late Comer", totalAmount: 2200 });
    await form.getByRole("button", { name: "Sign these figures" }).click();
    await expect(form.getByRole("alert")).toContainText("The figures have changed");
    const counts = form.getByLabel("Counted");
    await expect(counts).toHaveCount(2);
    expect(
      (await counts.evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value))).sort(),
    ).toEqual(["", "21.5"]);
    await expect(form.getByText("-€0.50")).toHaveCount(1);
    await form.getByRole("button", { name: "Sign these figures" }).click();
    await expect(page.getByRole("region", { name: "Signed" })).toContainText("signed by Mia Keller");
  });
});

test("a sponsor adds a logo, pays, and is shown with the logo until staff remove it", async ({
  page,
  request,
}) => {
  const site = await partsSite(request, { config: { showSponsors: true }, currency: "eur" });
  const { eventId, slug } = site;
  await site.post("sponsorship-package/save", { eventId, name: "Gold", price: 50_000 });
  await open(page, `/Pricing?event=${slug}`);
  await page.getByRole("radio", { name: /^Gold/ }).check();
  await page.getByRole("textbox", { name: "Full name" }).fill("Ada Lovelace");
  await page.getByRole("textbox", { name: "E-mail" }).fill("ada@example.org");
  await page.getByRole("textbox", { name: "Organisation" }).fill("Analytical Engines");
  await page.getByRole("button", { name: /^Continue/ }).click();
  await expect(page.getByRole("heading", { name: "Review and pay" })).toBeVisible();

  const picture = await sharp({ create: { width: 600, height: 200, channels: 3, background: "#2d568f" } })
    .png()
    .toBuffer();
  const part = page.getByRole("region", { name: "Your logo (optional)" });
  await part
    .getByLabel("Picture")
    .setInputFiles({ name: "logo.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
  await expect(part.getByText("Not accepted: logo.svg. Choose one .jpg, .jpeg, or .png file.")).toBeVisible();
  await part
    .getByLabel("Picture")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
  await expect(part.getByRole("img", { name: "Logo of Analytical Engines" })).toBeVisible();
  await expect(part.getByRole("status")).toHaveText("The logo is saved.");
  await expectAccessible(page);
  await page.reload();
  await untilHydrated(page);
  await expect(part.getByRole("img", { name: "Logo of Analytical Engines" })).toBeVisible();
  await expect(part.getByRole("status")).toBeEmpty();
  await part.getByRole("button", { name: "Remove the logo" }).click();
  await expect(part.getByRole("img")).toHaveCount(0);
  await expect(part.getByRole("status")).toHaveText("The logo is removed.");
  await part
    .getByLabel("Picture")
    .setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: picture });
  await expect(part.getByRole("img", { name: "Logo of Analytical Engines" })).toBeVisible();
  await fillCard(page);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: /^Thank you, Ada/ })).toBeVisible();
  const logo = part.getByRole("img", { name: "Logo of Analytical Engines" });
  const firstLogo = await logo.getAttribute("src");
  await expect(part.getByText(/You can change it until /)).toBeVisible();
  await part
    .getByLabel("Another picture")
    .setInputFiles({ name: "new.png", mimeType: "image/png", buffer: picture });
  await expect(logo).not.toHaveAttribute("src", firstLogo!);
  await expectAccessible(page);
  const ownPage = new URL(page.url());

  const shown = () =>
    page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Sponsors" }) })
      .getByRole("listitem");
  await page.getByRole("link", { name: "Back to the event" }).click();
  await expect(shown()).toHaveText(["Analytical Engines"]);
  await expect(shown().locator("img")).toHaveCount(1);
  const isDrawn = () =>
    shown()
      .locator("img")
      .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 300);
  await shown().locator("img").scrollIntoViewIfNeeded();
  await expect.poll(isDrawn).toBe(true);
  await expectFitsPhone(page);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 860 });
  await site.open(page, "sponsorships");
  await expect(page.getByRole("img", { name: "Logo of Analytical Engines" })).toBeVisible();
  await expectAccessible(page);
  const toPage = page.getByRole("link", { name: "Open the page of Analytical Engines" });
  const linked = new URL((await toPage.getAttribute("href"))!, ownPage);
  for (const part of ["sponsorshipId", "accessKey"])
    expect(linked.searchParams.get(part)).toBe(ownPage.searchParams.get(part));
  await page.getByRole("button", { name: "Remove logo of Analytical Engines" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove the logo" }).click();
  await expect(page.getByRole("img", { name: "Logo of Analytical Engines" })).toHaveCount(0);
  await open(page, `/${slug}`);
  await expect(shown()).toHaveText(["Analytical Engines"]);
  await expect(shown().locator("img")).toHaveCount(0);
});
