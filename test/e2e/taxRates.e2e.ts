import { readFile } from "node:fs/promises";
import { ADMIN } from "../../contract/rules/roles.ts";
import {
  buildEvent,
  buildExtras,
  buildTicket,
  buildUser,
  testPassword,
} from "../../server/testing/builders.ts";
import { pdfWords } from "../../server/testing/pdfWords.ts";
import { beSignedIn, expectAccessible, open } from "./journey.ts";
import { expect, test } from "./purchaseSite.ts";
import { choose, goOn, goToCheckout, nameBuyer, openTickets, pay } from "./purchaseSteps.ts";

test("a club adds a tax rate of 7 % for dinner, and the buyer and the receipt have both taxes", {
  tag: "@main",
}, async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const event = await buildEvent(site.db, { taxAmount: 19, pricesIncludeTax: true });
  await buildTicket(site.db, event.id, { title: "Standard", price: 2500 });
  await buildExtras(site.db, event.id, { name: "Dinner", price: 2000 });
  const { email } = await buildUser(site.db, ADMIN, event.clubId);
  await beSignedIn(page, { email, password: testPassword }, site.url);

  await open(page, "/club/edit");
  await page.getByRole("link", { name: "Tax rates" }).click();
  await expect(page.getByText("No tax rates yet")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add a tax rate" }).click();
  const form = page.getByRole("form", { name: "Tax rate" });
  await form.getByLabel("Name").fill("Food");
  await form.getByLabel("Percent").fill("700");
  const validFrom = form.getByLabel("Valid from");
  await expect(validFrom).toHaveAttribute("max", "9999-12-31");
  // A date without its year gives the field no value.
  await validFrom.pressSequentially("0102");
  await form.getByRole("button", { name: "Add the tax rate" }).click();
  await expect(form.getByText("Enter a percentage from 0 to 100")).toBeVisible();
  await expect(form.getByText("Complete this date, or clear it.")).toBeVisible();
  await expect(validFrom).toHaveValue("");
  await form.getByLabel("Percent").fill("7");
  await form.getByRole("button", { name: "Add the tax rate" }).click();
  await expect(validFrom).toBeFocused();
  for (const key of ["Backspace", "ArrowRight", "Backspace", "ArrowLeft"]) await validFrom.press(key);
  await expect(form.getByText("Complete this date, or clear it.")).toHaveCount(0);
  await expect(form.getByRole("alert")).toHaveCount(0);
  await validFrom.pressSequentially("01022020");
  await expect(validFrom).toHaveValue("2020-01-02");
  await form.getByRole("button", { name: "Add the tax rate" }).click();
  await expect(page.getByText("Jan 2, 2020")).toBeVisible();
  await expect(page.getByText("Food", { exact: true })).toBeVisible();
  await expect(page.getByText("7%", { exact: true })).toBeVisible();
  await expectAccessible(page);

  await open(page, `/event/${event.id}/extras`);
  await page.getByRole("button", { name: "Edit Dinner" }).click();
  const tax = page.getByRole("combobox", { name: "Tax" });
  await expect(tax.locator("option:checked")).toHaveText("Same as the event (19%)");
  await tax.selectOption("Food (7%)");
  await page.getByRole("button", { name: "Save the extra" }).click();
  await expect(page.locator("[data-color]").filter({ hasText: "The extra is saved." })).toBeVisible();

  await openTickets(page, event.slug);
  await choose(page, 2);
  await page.getByRole("spinbutton", { name: "Number of Dinner" }).fill("1");
  const bar = page.locator("[data-bottom-bar]");
  for (const words of ["Includes tax (19%) €7.98", "Includes Food (7%) €1.31", "Total €70"])
    await expect(bar).toContainText(words);
  await goOn(page);
  await nameBuyer(page);
  await page.getByRole("region", { name: "Guest 1" }).getByLabel("Guest's full name").fill("Ben Lind");
  await goToCheckout(page);
  const summary = page.getByRole("region", { name: "Your order" });
  await expect(summary).toContainText("Includes tax (19%)€7.98");
  await expect(summary).toContainText("Includes Food (7%)€1.31");
  await pay(page);

  const { orderId } = await site.db
    .selectFrom("orders")
    .select("id as orderId")
    .where("event_id", "=", event.id)
    .executeTakeFirstOrThrow();
  await open(page, `/event/${event.id}/orders/${orderId}`);
  const bought = page.getByRole("table").filter({ hasText: "Dinner" });
  await expect(bought).toContainText("Includes Food (7%)€1.31");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Receipt", exact: true }).click();
  const words = pdfWords(await readFile(await (await download).path())).join("\n");
  expect(words).toMatch(/Tax \(19%\) on €42\.02\n€7\.98/);
  expect(words).toMatch(/Food \(7%\) on €18\.69\n€1\.31/);
});
