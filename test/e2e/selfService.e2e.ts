import type { Page } from "@playwright/test";
import { ADMIN } from "../../contract/rules/roles.ts";
import { ask } from "../../server/testing/app.ts";
import {
  buildEvent,
  buildQuestion,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { buyOrder } from "./boughtOrder.ts";
import { openLink, phoneOf, verdict } from "./doorPhone.ts";
import { addLink } from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { beSignedIn, expectAccessible, open, untilHydrated } from "./journey.ts";
import { expect, type PurchaseSite, refusals, test } from "./purchaseSite.ts";
import { expectRoomForThumbs } from "./thumbs.ts";

test.use({ expectedNoise: refusals });

const hour = 3_600_000;
const names = [
  ["Mia", "Keller"],
  ["Ada", "Lovelace"],
] as const;

async function buildSale(site: PurchaseSite, config: object = {}) {
  const event = await buildEvent(site.db, {
    name: "Moonlight Regatta",
    start: new Date(site.app.services.clock().getTime() + 3 * hour),
    currency: "usd",
    taxAmount: 10,
    config: { cancelUntilHours: 1, cancelFeePercent: 10, passOnUntilHours: 0, ...config },
  });
  const ticket = await buildTicket(site.db, event.id, { price: 2000, title: "Standard" });
  const { registration, accessKey, order } = await buyOrder(site, {
    eventId: event.id,
    ticketId: ticket.id,
    names,
  });
  const proof = { registrationId: registration.id, accessKey };
  const query = `registrationId=${registration.id}&accessKey=${accessKey}`;
  return { event, ticketId: ticket.id, order, proof, ticketsPath: `/${event.slug}/tickets?${query}` };
}

const ticketsOf = async (site: PurchaseSite, query: object) =>
  (await ask(site.app, "registration/getRegistration", { query: { ...query } })).payload;
const passForm = (page: Page) => page.getByRole("form", { name: "Pass a ticket on" });
const dialog = (page: Page) => page.getByRole("dialog");

test("one ticket is passed on and one cancelled; the old code is refused, and staff see who did it", {
  tag: "@main",
}, async ({ page, site, browser }) => {
  test.slow();
  const sold = await buildSale(site);
  const ada = (await ticketsOf(site, sold.proof)).attendees.find(({ firstName }) => firstName === "Ada")!;
  const { address } = await addLink(site, { ...sold.event, ticketId: sold.ticketId });
  const { page: phone, context } = await phoneOf(browser);
  await openLink(phone, address);

  await open(page, sold.ticketsPath);
  await page.getByRole("link", { name: "Cancel or pass on" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Change your tickets" })).toBeVisible();
  await page.getByRole("button", { name: "Pass on the ticket of Ada Lovelace" }).click();
  await passForm(page).getByRole("button", { name: "Pass it on" }).click();
  await expect(passForm(page).getByLabel("Their full name")).toBeFocused();
  await passForm(page).getByLabel("Their full name").fill("Zoë Groß");
  await passForm(page).getByLabel("Their e-mail").fill("zoe@example.org");
  let sent = 0;
  page.on("request", (request) => {
    if (/passOn|cancelOwn/.test(request.url())) sent += 1;
  });
  await passForm(page).getByRole("button", { name: "Pass it on" }).dblclick();
  await expect(page.getByText("The ticket of Ada Lovelace is now Zoë Groß’s.")).toBeVisible();
  await expect(page.getByText("We have mailed it to zoe@example.org")).toBeVisible();
  expect(sent).toBe(1);

  await page.getByRole("checkbox", { name: /^Mia Keller/ }).check();
  const part = page.getByRole("region", { name: "Cancel tickets" });
  await expect(part.locator("dl")).toHaveText(/Kept by .*\$2\.20.*Your refund\$19\.80/);
  await part.getByRole("button", { name: "Cancel this ticket…" }).click();
  await expect(dialog(page)).toContainText("Your refund$19.80");
  await dialog(page).getByRole("button", { name: "Keep the ticket" }).click();
  await expect(dialog(page)).toBeHidden();
  await part.getByRole("button", { name: "Cancel this ticket…" }).click();
  await dialog(page).getByRole("button", { name: "Cancel this ticket" }).dblclick();
  await expect(page.getByText("The ticket of Mia Keller is cancelled.")).toBeVisible();
  await expect(page.getByText("$19.80 is refunded")).toBeVisible();
  expect(sent).toBe(2);
  await page.getByRole("link", { name: "Back to my tickets" }).click();
  await expect(page.getByRole("article", { name: "Ticket of Zoë Groß" })).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(1);

  const [zoe] = (await ticketsOf(site, sold.proof)).attendees;
  // The door gets the new guest before it goes offline.
  await phone.getByRole("button", { name: "Search" }).click();
  await phone.getByLabel("Name, or the text of a code").fill("Zoë");
  await expect(phone.getByRole("button", { name: /^Zoë Groß/ })).toBeVisible();
  await phone.keyboard.press("Escape");
  await context.setOffline(true);
  await scanWithHandScanner(phone, [ada.qrText!]);
  await expect(verdict(phone)).toHaveText("Replaced");
  await scanWithHandScanner(phone, [zoe!.qrText!]);
  await expect(verdict(phone)).toHaveText("Welcome");
  await context.close();

  const { email } = await buildUser(site.db, ADMIN, sold.event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await site.app.checkout.makeRefunds(sold.order.id);
  await open(page, `/event/${sold.event.id}/orders/${sold.order.id}`);
  const history = page.getByRole("list", { name: "History" });
  await expect(history).toContainText("Mia Keller passed the ticket of Ada Lovelace on to Zoë Groß.");
  await expect(history).toContainText("Mia Keller cancelled");
  await expect(history).toContainText("$19.80 was refunded to Mia Keller.");
  await expect(page.getByRole("region", { name: "Refunds" })).toContainText("Cancelled by the buyer");
});

test("a buyer corrects the address and answers a question from the success page, and corrects a name later", {
  tag: "@main",
}, async ({ page, site }) => {
  const sold = await buildSale(site, { cancelUntilHours: null, passOnUntilHours: null });
  await buildQuestion(site.db, sold.event.id, {
    text: "Which menu?",
    required: true,
    typeId: 2,
    options: ["Fish", "Vegan"],
  });
  const form = page.getByRole("form", { name: "Change details" });
  const save = form.getByRole("button", { name: "Save changes" });
  await open(page, sold.ticketsPath.replace("/tickets?", "/success?"));
  await page.getByRole("link", { name: "Correct the address" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Change your tickets" })).toBeVisible();
  await save.click();
  await expect(form.getByText("Choose an answer.")).toBeVisible();
  await expect(
    form.getByRole("group", { name: /Ada Lovelace/ }).getByRole("radiogroup"),
  ).toHaveAccessibleName("Which menu? (needed later)");
  await form
    .getByRole("group", { name: /Mia Keller/ })
    .getByLabel("Vegan")
    .check();
  await form.getByLabel("Your e-mail").fill("mia.keller@example.org");
  await save.press("Enter");
  await expect(page.getByText("We have mailed the tickets to mia.keller@example.org.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  expect(new URL(page.url()).searchParams.get("accessKey")).not.toBe(sold.proof.accessKey);

  await page.getByRole("link", { name: "Back to my tickets" }).click();
  await expect(page.getByRole("region", { name: "Your answers" }).getByText("Vegan")).toBeVisible();
  await page.getByRole("link", { name: "Change details" }).click();
  await expect(form.getByLabel("Your e-mail")).toHaveValue("mia.keller@example.org");
  await form
    .getByRole("group", { name: /Ada Lovelace/ })
    .getByLabel("Full name")
    .fill("Ada King");
  await save.dblclick();
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  await page.getByRole("link", { name: "Back to my tickets" }).click();
  await expect(page.getByRole("article", { name: "Ticket of Ada King" })).toBeVisible();

  // The links of earlier mails stop working, because a stranger may have them.
  await open(page, sold.ticketsPath);
  await expect(page.getByText("We could not find these tickets")).toBeVisible();
});

test("a guest answers the required questions by their own link, and buyer and staff see what is missing", {
  tag: "@main",
}, async ({ page, site }) => {
  const sold = await buildSale(site);
  await buildQuestion(site.db, sold.event.id, {
    text: "Which menu?",
    required: true,
    typeId: 2,
    options: ["Fish", "Vegan"],
  });
  await open(page, sold.ticketsPath);
  const missing = page.getByRole("region", { name: "Details are missing" });
  await expect(missing.getByRole("listitem")).toHaveCount(2);
  await missing.getByRole("listitem").filter({ hasText: "Ada Lovelace" }).getByRole("link").click();

  const form = page.getByRole("form", { name: "Your details" });
  await expect(page.getByText("The organiser still needs your answers.")).toBeVisible();
  // The guest's link loads a new page.
  await untilHydrated(page);
  await expect(page.getByText("Mia Keller")).toHaveCount(0);
  const save = form.getByRole("button", { name: "Save changes" });
  await save.press("Enter");
  await expect(form.getByText("Choose an answer.")).toBeVisible();
  await form.getByLabel("Vegan").check();
  await form.getByLabel("Full name").fill("Ada King");
  await expectAccessible(page);
  await save.press("Enter");
  await expect(page.getByText("Your changes are saved.")).toBeVisible();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await expect(page.getByRole("article", { name: "Ticket of Ada King" })).toBeVisible();

  const { email } = await buildUser(site.db, ADMIN, sold.event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `/event/${sold.event.id}/attendees?missing=true`);
  await expect(page.getByRole("button", { name: "Mia Keller", exact: true })).toBeVisible();
  await expect(page.getByText("Answers missing")).toBeVisible();
  await expect(page.getByRole("button", { name: "Ada King", exact: true })).toHaveCount(0);
});

test("a buyer names the guests later, and a guest fills in the name by the link of the success page", async ({
  page,
  site,
}) => {
  const event = await buildEvent(site.db, {
    name: "Moonlight Regatta",
    start: new Date(site.app.services.clock().getTime() + 3 * hour),
    config: { guestNamesLater: true, maxTicketsPerRegistration: 4 },
  });
  await buildTicket(site.db, event.id, { price: 0, title: "Standard" });
  await buildTicket(site.db, event.id, { price: 0, title: "Late" });
  await open(page, `/${event.slug}/tickets`);
  const add = page.getByRole("button", { name: "One more Standard" });
  await add.click();
  await add.click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Full name", { exact: true }).fill("Mara Lind");
  await page.getByLabel("E-mail", { exact: true }).fill("mara@example.org");
  await expect(page.getByLabel("Guest's full name")).toBeVisible();
  await page.getByRole("checkbox", { name: "Name my guests later" }).check();
  await expect(page.getByLabel("Guest's full name")).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("region", { name: "Attendees" })).toContainText("Guest of Mara Lind");
  await page.getByRole("button", { name: /^Complete|^Register|^Confirm/ }).click();

  const missing = page.getByRole("region", { name: "Details are missing" });
  await expect(missing.getByRole("listitem")).toHaveText(/Guest of Mara Lind: Name missing/);
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Copy link for Guest of Mara Lind" }).click();
  await expect(page.getByText(/^(Link copied\.|Copy this link: )/)).toBeVisible();
  await missing.getByRole("link", { name: "Link for this guest: Guest of Mara Lind" }).click();
  await untilHydrated(page);
  const form = page.getByRole("form", { name: "Your details" });
  await expect(page.getByText("The organiser still needs your name.")).toBeVisible();
  await expect(form.getByLabel("Full name")).toHaveValue("");
  await form.getByRole("button", { name: "Save changes" }).press("Enter");
  await expect(form.getByText("Enter a name.")).toBeVisible();
  await form.getByLabel("Full name").fill("Leo Groß");
  await form.getByRole("button", { name: "Save changes" }).press("Enter");
  await expect(page.getByRole("article", { name: "Ticket of Leo Groß" })).toBeVisible();
});

test("all tickets are cancelled by keyboard only, and the page shows the refund", { tag: "@main" }, async ({
  page,
  site,
}) => {
  const sold = await buildSale(site);
  await open(page, sold.ticketsPath.replace("/tickets?", "/change-tickets?"));
  const mia = page.getByRole("checkbox", { name: /^Mia Keller/ });
  await mia.focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const button = page.getByRole("button", { name: "Cancel these 2 tickets…" });
  await expect(button).toBeEnabled();
  await button.press("Enter");
  await expect(dialog(page)).toContainText("Cancel all your tickets?");
  await page.keyboard.press("Tab");
  await expect(dialog(page).getByRole("button", { name: "Cancel these 2 tickets" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your tickets are cancelled.")).toBeVisible();
  await expect(page.getByText("$39.60 is refunded")).toBeVisible();
  await page.getByRole("link", { name: "Show the order" }).press("Enter");
  await expect(
    page.getByRole("heading", { level: 1, name: "This registration was cancelled" }),
  ).toBeVisible();
  expect((await ticketsOf(site, sold.proof)).registration.state).toBe("cancelled");
});

test("a club sets the terms for changing tickets, and its buyers read them", async ({ page, site }) => {
  const sold = await buildSale(site, { cancelUntilHours: null, cancelFeePercent: 0, passOnUntilHours: null });
  const { email } = await buildUser(site.db, ADMIN, sold.event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  await open(page, `/event/${sold.event.id}/config`);
  const hours = page.getByLabel("Buyers may cancel until … hours before the start");
  await expect(hours).toHaveValue("");
  await hours.fill("two");
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(hours).toHaveAccessibleDescription(/whole hours/);
  await hours.fill("2");
  await page.getByLabel("Cancellation fee in percent").fill("25");
  await page.getByLabel("Buyers may pass a ticket on until … hours before the start").fill("0");
  await page.getByLabel("Note in the ticket mail").fill("Park by the boat house.");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save the settings" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The settings are saved." })).toBeVisible();
  await open(page, sold.ticketsPath);
  await expect(page.getByRole("region", { name: /^Note from/ })).toHaveText("Park by the boat house.");
  await page.getByRole("link", { name: "Cancel or pass on" }).click();
  await expect(page.getByText(/keeps 25% of what you paid/)).toBeVisible();
  await page.getByRole("checkbox", { name: /^Mia Keller/ }).check();
  await expect(page.locator("dl")).toHaveText(/\$5\.50.*Your refund\$16\.50/);
});

test.describe("what is refused", () => {
  test("a refund that changes and a forbidden cancellation are explained", async ({ page, site }) => {
    const sold = await buildSale(site);
    await open(page, sold.ticketsPath.replace("/tickets?", "/change-tickets?"));
    await page.getByRole("checkbox", { name: /^Mia Keller/ }).check();
    const button = page.getByRole("button", { name: "Cancel this ticket…" });
    await expect(button).toBeEnabled();
    const admin = await buildUser(site.db, ADMIN, sold.event.clubId);
    const signedIn = await ask(site.app, "auth/signin", {
      body: { email: admin.email, password: testPassword },
    });
    const token = String(signedIn.headers.authorization);
    const saveTerms = (config: object) =>
      ask(site.app, "event/saveConfig", { body: { eventId: sold.event.id, config }, token });
    await saveTerms({ cancelFeePercent: 50 });
    await button.click();
    await dialog(page).getByRole("button", { name: "Cancel this ticket" }).click();
    await expect(dialog(page).getByRole("alert")).toContainText("The refund has changed");
    await expect(dialog(page)).toContainText("Your refund$11");
    await saveTerms({ cancelUntilHours: null, passOnUntilHours: null });
    await dialog(page).getByRole("button", { name: "Cancel this ticket" }).click();
    await expect(dialog(page)).toContainText("does not let buyers cancel tickets by themselves");
    await open(page, sold.ticketsPath);
    await expect(page.getByRole("link", { name: "Download PDF" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Cancel or pass on" })).toBeHidden();
    await open(page, sold.ticketsPath.replace("/tickets?", "/change-tickets?"));
    await expect(page.getByText("does not let buyers pass tickets on by themselves")).toBeVisible();
  });

  test("a guest's own link shows the ticket, without cancelling or passing on", async ({ page, site }) => {
    const sold = await buildSale(site);
    const [, ada] = (await ticketsOf(site, sold.proof)).attendees;
    const own = `registrationId=${sold.proof.registrationId}&qrUuid=${ada!.qrUuid}`;
    await open(page, `/${sold.event.slug}/tickets?${own}`);
    await expect(page.getByRole("article", { name: "Ticket of Ada Lovelace" })).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(1);
    await expect(page.getByRole("link", { name: /Change details|Cancel or pass on|Add extras/ })).toHaveCount(
      0,
    );
    await open(page, `/${sold.event.slug}/change-tickets?${own}`);
    await expect(page.getByText("We could not find these tickets")).toBeVisible();

    // The open page loads the ticket again when the browser is online again.
    await open(page, `/${sold.event.slug}/tickets?${own}`);
    await ask(site.app, "registration/passOn", {
      body: { ...sold.proof, attendeeId: ada!.attendeeId, firstName: "Zoë", email: "zoe@example.org" },
    });
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("We could not find these tickets")).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  });
});

test("the pages are accessible while tickets are passed on and cancelled", async ({ page, site }) => {
  const sold = await buildSale(site);
  await buildQuestion(site.db, sold.event.id, { required: true, typeId: 2, options: ["Fish", "Vegan"] });
  await buildQuestion(site.db, sold.event.id, { required: false, typeId: 0, text: "Your main course" });
  const checkScreen = async () => {
    await expectAccessible(page);
    await expectRoomForThumbs(page);
  };
  await open(page, sold.ticketsPath);
  await checkScreen();
  await open(page, sold.ticketsPath.replace("/tickets?", "/change-tickets?"));
  await page.getByRole("checkbox", { name: /^Mia Keller/ }).check();
  await expect(page.getByText("Your refund")).toBeVisible();
  await checkScreen();
  await page.getByRole("button", { name: "Pass on the ticket of Mia Keller" }).click();
  await passForm(page).getByRole("button", { name: "Pass it on" }).click();
  await expect(passForm(page).getByRole("radio", { name: "Vegan" })).toBeVisible();
  await expect(passForm(page).getByLabel("Your main course")).toBeHidden();
  await checkScreen();
  await passForm(page).getByText("Answer the questions for this person (optional)").click();
  await expect(passForm(page).getByLabel("Your main course")).toBeVisible();
  await checkScreen();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Cancel this ticket…" }).click();
  await checkScreen();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
});
