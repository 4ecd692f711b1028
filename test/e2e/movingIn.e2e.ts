import { fileURLToPath } from "node:url";
import { ADMIN } from "../../contract/rules/roles.ts";
import { buildEvent, buildTicket, buildUser, testPassword } from "../../server/testing/builders.ts";
import { openLink, phoneOf, status, verdict } from "./doorPhone.ts";
import { addLink, countsOnServer, type DoorEvent } from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { beSignedIn, expectAccessible, open, sessionOf } from "./journey.ts";
import { expect, type PurchaseSite, test } from "./purchaseSite.ts";

test.use({ expectedNoise: /net::ERR_(INTERNET_DISCONNECTED|FAILED)|Failed to fetch/ });

const exported = (name: string) =>
  fileURLToPath(new URL(`../../server/people/import/tests/movedFrom/${name}`, import.meta.url));

/** Builds an event that is on now, with the ticket types of the export. */
async function eventNow({ db }: PurchaseSite): Promise<DoorEvent> {
  const start = new Date(Date.now() - 3_600_000);
  const event = await buildEvent(db, { start, end: null, currency: "eur" });
  const titles = ["Adult", "Child", "Gala dinner – Meat", "Gala dinner – Vegetarian", "Parking"];
  const tickets: { id: number }[] = [];
  for (const title of titles) tickets.push(await buildTicket(db, event.id, { title, maxStock: 200 }));
  return { ...event, ticketId: tickets[0]!.id };
}

test("an export of pretix is imported unchanged, and a door without a network accepts its tickets", {
  tag: "@main",
}, async ({ page, browser, site }) => {
  const event = await eventNow(site);
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(
    page,
    await sessionOf(page.request, { email, password: testPassword }, site.url),
    site.url,
  );
  await open(page, `${site.url}/event/${event.id}/import`);
  await page.getByLabel("Spreadsheet", { exact: true }).setInputFiles(exported("pretix-positions.csv"));
  await expect(page.getByText("108 old tickets stay valid at the door")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Import 108 people" }).click();
  await expect(page.getByText("108 people are registered. Nobody got a mail.")).toBeVisible();

  const { address } = await addLink(site, event);
  const { page: phone, context } = await phoneOf(browser, { baseURL: site.url });
  await openLink(phone, address);
  await context.setOffline(true);
  const secret = "6gchhrgccmbm5yfchsr9bdhe5jw4a8tr";
  await scanWithHandScanner(phone, [secret]);
  await expect(verdict(phone)).toHaveText("Welcome");
  await expect(phone.getByText("Guest Number 29", { exact: true })).toBeVisible();
  await expect(phone.getByText("Old ticket.")).toBeVisible();
  await expect(phone.getByRole("checkbox", { name: "Kid 29" })).toBeVisible();
  await phone.getByRole("button", { name: "Next" }).click();
  await phone.getByRole("button", { name: "Search" }).click();
  await phone.getByLabel("Name, or the text of a code").fill("swa5wt64wvympxvj2n2pew3bebkvgu7h");
  await phone.getByRole("button", { name: "Check this code" }).click();
  await expect(phone.getByText("Kid 29", { exact: true })).toBeVisible();
  await context.setOffline(false);
  await status(phone).click();
  await expect(status(phone)).toContainText("all sent");
  await expect.poll(() => countsOnServer(site, event)).toMatchObject({ arrived: 2 });

  await open(page, `${site.url}/event/${event.id}/attendees`);
  await page.getByRole("button", { name: "Mail tickets" }).click();
  await expect(page.getByText("old tickets are no longer valid afterwards")).toBeVisible();
  await context.close();
});
