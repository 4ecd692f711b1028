import type { Browser, Page } from "@playwright/test";
import { scanWithHandScanner } from "./handScanner.ts";
import { expect, expectAccessible, open, test, untilHydrated } from "./journey.ts";
import { expectFitsPhone, partsSite, register } from "./partsSite.ts";

const hourMs = 3_600_000;

async function openSite(request: Parameters<typeof partsSite>[0]) {
  const site = await partsSite(request, {
    startDatetime: new Date(Date.now() - hourMs).toISOString(),
    endDatetime: new Date(Date.now() + 6 * hourMs).toISOString(),
  });
  const { eventId } = site;
  const ticket = await site.post("ticket/save", { eventId, title: "Standard", price: 0, maxStock: 50 });
  await site.post("ticket/save", { eventId, title: "Supper", price: 25_000, maxStock: 50 });
  await site.post("registration/express", {
    eventId,
    tickets: [{ ticketId: ticket.id, quantity: 2 }],
    attendees: ["Mia", "Tom"].map((firstName) => ({
      ticketId: ticket.id,
      firstName,
      lastName: "Keller",
      email: "mia@example.org",
    })),
  });
  await register(site, ticket.id, { firstName: "Anna" });
  return site;
}

async function phoneOf(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  return context.newPage();
}

test("a helper opens a link, admits people and sells; staff see it live and end the link", {
  tag: "@main",
}, async ({ page, request, browser }) => {
  const site = await openSite(request);
  await site.open(page, "checkin");
  await expect(page.getByText("Nothing was scanned yet")).toBeVisible();
  await page.getByRole("button", { name: "Add a helper link" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  await expect(page.getByText("Enter the gate.")).toBeVisible();
  await page.getByRole("textbox", { name: "Gate" }).fill("North gate");
  await page.getByLabel("Sell tickets").check();
  await page.getByRole("button", { name: "Make the link" }).click();
  const secrets = page.getByRole("dialog", { name: "The link for North gate" });
  await expect(secrets.getByRole("img", { name: /QR code/ })).toBeVisible();
  const [pin = "", url = ""] = await secrets.getByRole("definition").allTextContents();
  await expectAccessible(page);
  await secrets.getByRole("button", { name: "Done" }).click();

  const phone = await phoneOf(browser);
  await phone.goto(url);
  await untilHydrated(phone);
  await expectAccessible(phone);
  const wrong = pin === "123456" ? "654321" : "123456";
  await phone.getByLabel("PIN").fill(wrong);
  await expect(phone.getByText("This PIN is wrong.")).toBeVisible();
  await phone.getByLabel("PIN").fill(pin);
  await expect(phone.getByRole("button", { name: /^Up to date · all sent/ })).toBeVisible();
  await expect(phone.getByRole("heading", { name: "North gate" })).toBeVisible();
  await expect(phone.getByText("0 of 3 in")).toBeVisible();
  // This browser has no camera.
  await expect(phone.getByText("No camera found")).toBeVisible();
  await expectAccessible(phone);

  // Staff tell two phones of one model apart by the time since when each is open.
  await expect(page.getByText(/^Linux, Chrome, since \d{1,2}:\d\d [AP]M$/)).toBeVisible();
  await page.getByRole("button", { name: /^End Linux, Chrome, since \d/ }).click();
  const endDevice = page.getByRole("dialog", { name: /^End the access of Linux, Chrome, since \d.*\?$/ });
  await expectAccessible(page);
  await endDevice.getByRole("button", { name: "Back" }).click();

  // A guest found by name is not admitted before the helper confirms.
  await phone.getByRole("button", { name: "Search" }).click();
  await phone.getByLabel("Name, or the text of a code").fill("mia");
  await phone.getByRole("button", { name: /Mia Keller/ }).click();
  await expect(phone.getByRole("heading", { name: "Let in?" })).toBeVisible();
  await phone.getByRole("button", { name: "Let in", exact: true }).click();
  await expect(phone.getByRole("heading", { name: "Welcome" })).toBeVisible();
  await phone.getByRole("checkbox", { name: /Tom Keller/ }).check();
  await phone.getByRole("button", { name: "Let 1 more in" }).click();
  await expect(phone.getByText(/^In: .* at North gate/)).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Undo" }).click();
  await expect(phone.getByRole("checkbox", { name: /Tom Keller/ })).toBeVisible();
  await phone.getByRole("button", { name: "Next" }).click();
  await expect(phone.getByText("1 of 3 in")).toBeVisible();

  const arrived = page.getByRole("region", { name: "Arrived" });
  await expect(arrived).toContainText("1 of 3 have arrived");
  const log = page.getByRole("region", { name: "Scans" });
  await expect(log.getByRole("listitem").filter({ hasText: "Mia Keller" })).toContainText("Let in");
  await expect(log.getByText("Undone").first()).toBeVisible();

  // A sale also admits the buyer.
  await phone.getByRole("button", { name: "Sell" }).click();
  await phone.getByRole("button", { name: "One Supper more" }).click();
  await phone.getByLabel("Cash given").fill("1000");
  await expect(phone.getByText("Change THB 750", { exact: true })).toBeVisible();
  await expectAccessible(phone);
  await phone.getByRole("radio", { name: "Card terminal" }).check();
  await expect(phone.getByLabel("Cash given")).toHaveCount(0);
  await phone.getByRole("button", { name: "Paid THB 250: let in 1 person" }).click();
  await expect(phone.getByText("1 × Supper")).toBeVisible();
  const till = phone.getByRole("region", { name: "Received on this device" });
  await expect(till.getByRole("definition")).toHaveText(["THB 0", "THB 250", "1"]);
  await expectFitsPhone(phone);
  await expectAccessible(phone);
  await phone.getByRole("button", { name: "Back to scanning" }).click();
  await expect(arrived).toContainText("2 of 4 have arrived");
  await expect(page.getByText("THB 250", { exact: true })).toBeVisible();
  await expectAccessible(page);

  // Changes of the event by staff reach an open scanner too.
  await site.post("event/save", { id: site.eventId, name: "Winter Supper" });
  await expect(phone.getByText("Winter Supper")).toBeVisible();
  await site.post("ticket/save", {
    eventId: site.eventId,
    title: "Late guest",
    price: 10_000,
    maxStock: 5,
  });
  await phone.getByRole("button", { name: "Sell" }).click();
  await expect(phone.getByRole("button", { name: "One Late guest more" })).toBeVisible();
  await phone.keyboard.press("Escape");

  await phone.reload();
  await expect(phone.getByText("2 of 4 in")).toBeVisible();
  const end = page.getByRole("button", { name: "End the link of North gate" });
  const renew = page.getByRole("button", { name: "New address and PIN for North gate" });
  const gapPx = async () => {
    const [renewBox, endBox] = [await renew.boundingBox(), await end.boundingBox()];
    return endBox!.y - (renewBox!.y + renewBox!.height);
  };
  // A finger that slips from one button must not end the link.
  await expect.poll(gapPx).toBeGreaterThan(24);
  await end.click();
  await page.getByRole("dialog").getByRole("button", { name: "End the link" }).click();
  await expect(page.getByText("Ended").first()).toBeVisible();
  await expect(phone.getByRole("heading", { name: "This link was ended" })).toBeVisible();
  await expectFitsPhone(page);
  await phone.context().close();
});

test("staff check somebody in from the list, and their scanner shows that", async ({ page, request }) => {
  const site = await openSite(request);
  await site.open(page, "attendees");
  await page.getByRole("button", { name: "More for Mia Keller" }).click();
  await page.getByRole("menuitem", { name: "Check in" }).click();
  await expect(page.getByText("Checked in.")).toBeVisible();
  await page.getByRole("button", { name: "Mia Keller", exact: true }).click();
  await expect(page.getByRole("list", { name: "At the door" })).toContainText(
    "Let in (List of attendees, by",
  );
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  await open(page, `/event/${site.eventId}/checkin`);
  await page.getByRole("link", { name: "Scan tickets on this device" }).click();
  const { name } = await site.get("event/getEvent", { eventId: site.eventId });
  await expect(page.getByRole("heading", { name: "Scan tickets on this device" })).toBeVisible();
  await expect(page.getByRole("main").getByText(name)).toBeVisible();
  await page.getByRole("textbox", { name: "Gate" }).fill("Desk");
  await page.getByRole("button", { name: "Start scanning" }).click();
  await expect(page.getByText("1 of 3 in")).toBeVisible();
  // A hand scanner types what it reads, wherever the focus is.
  await scanWithHandScanner(page, ["what-is-this-code"]);
  await expect(page.getByRole("heading", { name: "Not one of our codes" })).toBeVisible();
  await page.getByRole("button", { name: "Next" }).click();
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByLabel("Name, or the text of a code").fill("kell");
  await page.getByRole("button", { name: /Mia Keller/ }).click();
  await expect(page.getByRole("heading", { name: "Already in" })).toBeVisible();
  await expect(page.getByText(/in the list of attendees, by/)).toBeVisible();

  await open(page, `/event/${site.eventId}/attendees`);
  await page.getByRole("button", { name: "More for Mia Keller" }).click();
  await page.getByRole("menuitem", { name: "Undo the check-in" }).click();
  await expect(page.getByText("The check-in is undone.")).toBeVisible();
  await page.goto(`/event/${site.eventId}/statistics`);
  await expect(page.getByRole("region", { name: "By gate" })).toContainText("Nobody has arrived yet.");
});
