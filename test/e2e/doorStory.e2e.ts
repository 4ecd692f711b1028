import type { Page } from "@playwright/test";
import { isPageSaved, openLink, phoneOf, status, verdict } from "./doorPhone.ts";
import {
  addLink,
  addStaff,
  countsOnServer,
  doorEvent,
  type Guest,
  guestsCalled,
  registerGuests,
} from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { beSignedIn, expectAccessible, open } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";
import { choose, goOn, goToCheckout, nameBuyer, openTickets } from "./purchaseSteps.ts";

test.use({ expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/ });

async function makeLink(page: Page, gate: string): Promise<{ pin: string; url: string }> {
  await page.getByRole("button", { name: "Add a helper link" }).click();
  await page.getByRole("textbox", { name: "Gate" }).fill(gate);
  await page.getByRole("button", { name: "Make the link" }).click();
  const secrets = page.getByRole("dialog", { name: `The link for ${gate}` });
  await expect(secrets.getByRole("definition")).toHaveCount(2);
  const [pin = "", url = ""] = await secrets.getByRole("definition").allTextContents();
  await secrets.getByRole("button", { name: "Done" }).click();
  return { pin, url };
}

const codesOf = (guests: readonly Guest[]) => guests.map(({ code }) => code);

test("two offline gates admit fifty guests, three of them twice, and staff see all of it", {
  tag: "@main",
}, async ({ page, browser, site }) => {
  const event = await doorEvent(site);
  const parties = Array.from({ length: 20 }, (_, at) =>
    ["Mia", "Tom", "Anna"].map((name) => `${name} ${at + 1}`),
  );
  const guests = await registerGuests(site, event, parties);
  await beSignedIn(page, await addStaff(site, event), site.url);
  await open(page, `/event/${event.id}/checkin`);
  const north = await phoneOf(browser, { baseURL: site.url });
  const south = await phoneOf(browser, { baseURL: site.url });
  for (const [phone, gate] of [
    [north, "North gate"],
    [south, "South gate"],
  ] as const) {
    const { pin, url } = await makeLink(page, gate);
    await openLink(phone.page, url, pin);
    await expect(phone.page.getByRole("heading", { name: gate })).toBeVisible();
    await expect.poll(() => isPageSaved(phone.page)).toBe(true);
  }
  const arrived = page.getByRole("region", { name: "Arrived" });
  await expect(arrived).toContainText("0 of 60 have arrived");

  await north.context.setOffline(true);
  await south.context.setOffline(true);
  await expect(status(north.page)).toHaveText(/Offline/);
  await expect(status(south.page)).toHaveText(/Offline/);
  await scanWithHandScanner(north.page, codesOf(guests.slice(0, 48)));
  await expect(status(north.page)).toHaveText(/48 scans to send/);
  await north.page.getByRole("button", { name: "Next" }).click();
  await north.page.getByRole("button", { name: "Search" }).click();
  const search = north.page.getByLabel("Name, or the text of a code");
  await search.fill(guests[48]!.code);
  await north.page.getByRole("button", { name: "Check this code" }).click();
  await expect(verdict(north.page)).toHaveText("Welcome");
  await north.page.getByRole("button", { name: "Next" }).click();
  await north.page.getByRole("button", { name: "Search" }).click();
  await search.fill("tom 17");
  await north.page.getByRole("button", { name: guests[49]!.name }).click();
  await north.page.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(verdict(north.page)).toHaveText("Welcome");
  await expect(status(north.page)).toHaveText(/50 scans to send/);
  await north.page.getByRole("button", { name: "Next" }).click();
  await expect(north.page.getByText("50 of 60 in")).toBeVisible();
  // Three tickets are shown at both gates, and neither gate knows of the other's scans.
  const overlap = guests.slice(10, 13);
  await scanWithHandScanner(south.page, codesOf(overlap));
  await expect(status(south.page)).toHaveText(/3 scans to send/);
  expect(await countsOnServer(site, event)).toEqual({ arrived: 0, scans: 0 });

  await south.context.setOffline(false);
  await expect(status(south.page)).toContainText("Up to date · all sent");
  await north.context.setOffline(false);
  await expect(status(north.page)).toContainText("Up to date · all sent");
  expect(await countsOnServer(site, event)).toEqual({ arrived: 50, scans: 53 });
  const surprise = north.page.getByRole("alertdialog", { name: /^Stop .*: this ticket is already in$/ });
  await expect(surprise).toHaveCount(1);
  await expect(surprise).toContainText("South gate");
  for (const words of ["Seen, 2 more", "Seen, 1 more", "Seen"])
    await surprise.getByRole("button", { name: words, exact: true }).click();
  await expect(surprise).toBeHidden();
  await expect(south.page.getByText("50 of 60 in")).toBeVisible();

  // Each guest counts once, at the gate whose scan the server received first.
  await expect(arrived).toContainText("50 of 60 have arrived");
  const gates = page.getByRole("region", { name: "By gate" });
  await gates.getByText("Show as a table").click();
  await expect(gates.getByRole("row", { name: /North gate/ })).toContainText("47");
  await expect(gates.getByRole("row", { name: /South gate/ })).toContainText("3");
  const conflicts = page.getByRole("region", { name: "To check (3)" });
  await expect(
    page.getByRole("navigation", { name: "Event" }).getByRole("link", { name: "Check-in" }),
  ).toHaveAccessibleName("Check-in 3 conflicts");
  for (const { name } of overlap) {
    const conflict = conflicts.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    await expect(conflict).toContainText("Let in more than once");
    await expect(conflict.getByRole("listitem")).toHaveText([
      /^South gate.*Let in.*Device's clock: .*\d:\d\d.*Received: .*\d:\d\d/,
      /^North gate.*Let in, though already in.*Device's clock: .*\d:\d\d.*Received: .*\d:\d\d/,
    ]);
  }
  const helpers = page.getByRole("region", { name: "Helpers" });
  for (const [gate, words] of [
    ["North gate", /seen just now · 50 scans · 0 to send/],
    ["South gate", /seen just now · 3 scans · 0 to send/],
  ] as const) {
    const link = helpers.getByRole("listitem").filter({ has: page.getByRole("heading", { name: gate }) });
    await expect(link.getByRole("listitem")).toContainText(words);
  }
  await expectAccessible(page);
  await north.context.close();
  await south.context.close();
});

test("a visitor's answer is shown at the door if staff chose that", async ({ page, browser, site }) => {
  const event = await doorEvent(site);
  await beSignedIn(page, await addStaff(site, event), site.url);
  await open(page, `/event/${event.id}/questions`);
  for (const [place, question] of ["Which boat brings you?", "Who told you of us?"].entries()) {
    await page.getByRole("button", { name: "Add a question" }).click();
    await page.getByRole("textbox", { name: `Question ${place + 1}`, exact: true }).fill(question);
  }
  await page.getByLabel("Show the answer to question 1 at the door").check();
  await page.getByRole("button", { name: "Save the questions" }).click();
  await expect(page.getByText("Saved")).toBeVisible();

  const visitor = await phoneOf(browser, { baseURL: site.url });
  await openTickets(visitor.page, event.slug);
  await choose(visitor.page);
  await goOn(visitor.page);
  await nameBuyer(visitor.page);
  await visitor.page.getByLabel("Which boat brings you?").fill("The 18:30 from Pier 7");
  await visitor.page.getByLabel("Who told you of us?").fill("My aunt");
  await goToCheckout(visitor.page);
  await visitor.page.getByRole("button", { name: "Complete registration" }).click();
  await expect(visitor.page.getByRole("heading", { name: "You're all set" })).toBeVisible();

  const phone = await phoneOf(browser, { baseURL: site.url });
  await openLink(phone.page, (await addLink(site, event)).address);
  const [guest] = await guestsCalled(site, event.id, "Lovelace");
  await scanWithHandScanner(phone.page, [guest!.code]);
  await expect(verdict(phone.page)).toHaveText("Welcome");
  await expect(phone.page.getByRole("term")).toHaveText(["Which boat brings you?"]);
  await expect(phone.page.getByRole("definition")).toHaveText(["The 18:30 from Pier 7"]);
  await expectAccessible(phone.page);
  await visitor.context.close();
  await phone.context.close();
});
