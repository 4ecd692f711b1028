import { ADMIN } from "../../contract/rules/roles.ts";
import { buildUser, testPassword } from "../../server/testing/builders.ts";
import { openLink, verdict } from "./doorPhone.ts";
import { addGuests, addLink, doorEvent } from "./doorSite.ts";
import { scanWithHandScanner } from "./handScanner.ts";
import { beSignedIn, open } from "./journey.ts";
import { listening } from "./listening.ts";
import { expect, refusals, test } from "./purchaseSite.ts";
import {
  choose,
  fillCard,
  goOn,
  goToCheckout,
  nameBuyer,
  openTickets,
  pay,
  simpleEvent,
} from "./purchaseSteps.ts";

test.use({ expectedNoise: refusals });

test("a buyer hears the total, each new page and a declined card, and nothing else", async ({
  page,
  site,
}) => {
  const event = await simpleEvent(site);
  const heard = await listening(page);
  await openTickets(page, event.slug);
  await choose(page, 2);
  await goOn(page);
  await nameBuyer(page);
  await page.getByRole("region", { name: "Guest 1" }).getByLabel("Guest's full name").fill("Grace Hopper");
  await goToCheckout(page);
  await fillCard(page, "4000000000000002");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByText("Your card was declined")).toBeVisible();
  await pay(page);
  await expect
    .poll(() => heard)
    .toEqual([
      "2 tickets Total €50",
      "Summer Gala: Attendee Information | Foyer",
      "Summer Gala: Checkout | Foyer",
      "Your card was declined. Try another card, or ask your bank. Nothing was charged, and your tickets are still held. You can try again.",
      "Summer Gala: Registration Successful | Foyer",
    ]);
});

test("a helper hears the verdict on each code, and nothing else", async ({ page, site }) => {
  const event = await doorEvent(site);
  const [guest] = await addGuests(site, event, { count: 1 });
  const [cancelled] = await addGuests(site, event, { count: 1, state: "cancelled" });
  const { address } = await addLink(site, event);
  const heard = await listening(page);
  await openLink(page, address);
  heard.length = 0;
  await scanWithHandScanner(page, [guest!.code]);
  await expect(verdict(page)).toHaveText("Welcome");
  await scanWithHandScanner(page, [cancelled!.code]);
  await expect(verdict(page)).toHaveText("Cancelled");
  await scanWithHandScanner(page, ["https://example.org"]);
  await expect(verdict(page)).toHaveText("Not one of our codes");
  await expect
    .poll(() => heard)
    .toEqual([
      `Welcome ${guest!.name} Standard`,
      `Cancelled Do not let in. Send the guest to the ticket desk. ${cancelled!.name} Standard`,
      "Not one of our codes Ask for the ticket, or search by name.",
    ]);
});

test("staff hear that a change is saved, or why not", async ({ page, site }) => {
  const event = await simpleEvent(site);
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);
  const heard = await listening(page);
  await open(page, `/event/${event.id}/edit`);
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  heard.length = 0;
  await page.getByLabel("Name").fill("");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByLabel("Name").fill("Autumn Gala");
  await page.getByRole("button", { name: "Save changes" }).click();
  // A message is heard without the button that closes it.
  await expect.poll(() => heard).toEqual(["Please check the marked field above.", "Saved."]);
});
