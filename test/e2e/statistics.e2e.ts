import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, expectAccessible, test } from "./journey.ts";
import { expectFitsPhone, partsSite, register } from "./partsSite.ts";

const figure = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

test("the figures of the chosen day update while the statistics page is open", { tag: "@main" }, async ({
  page,
  request,
}) => {
  const site = await partsSite(request);
  const { eventId } = site;
  const ticket = await site.post("ticket/save", { eventId, title: "Standard", price: 0, maxStock: 50 });
  await site.open(page, "statistics");
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const counts = page.locator("dl");
  const count = (name: string) => counts.locator("div").filter({ hasText: name }).locator("strong");
  await expect(count("Registered so far")).toHaveText("0");
  await expect(page.getByText("Nobody has registered yet.")).toBeVisible();
  await expectAccessible(page);

  const sold = await register(site, ticket.id);
  await expect(count("Registered so far")).toHaveText("1");
  await expect(count("Registered today")).toHaveText("1");
  await expect(figure(page, "By ticket")).toContainText("Standard1");

  const chart = figure(page, "Registrations by hour");
  await chart.getByRole("slider").focus();
  await expect(chart.getByRole("slider")).toHaveAttribute("aria-valuetext", /: 1 registered$/);
  await chart.getByRole("slider").press("PageUp");
  await expect(chart.getByText("1 registered")).toBeVisible();
  await chart.getByText("Show as a table").click();
  await expect(chart.getByRole("row")).toHaveCount(2);
  await expectAccessible(page);

  await page.getByRole("button", { name: "The day before" }).click();
  await expect(page).toHaveURL(/date=\d{4}-\d{2}-\d{2}$/);
  await expect(counts.locator("strong").first()).toHaveText("0");
  await expect(count("Registered so far")).toHaveText("1");

  // The first digit gives a complete date in January already. The page that it loads must not replace what is typed.
  const day = page.getByLabel("Day", { exact: true });
  await day.pressSequentially("1");
  await expect(page).toHaveURL(/date=\d{4}-01-\d{2}$/);
  await page.keyboard.type("2242027");
  await expect(page).toHaveURL(/date=2027-12-24$/);
  await expect(day).toHaveValue("2027-12-24");
  await page.getByRole("button", { name: "The day after" }).click();
  await expect(day).toHaveValue("2027-12-25");
  await day.focus();
  await page.keyboard.press("Backspace");
  await expect(day).toHaveValue("");
  await day.blur();
  await expect(day).toHaveValue("2027-12-25");

  await page.getByRole("button", { name: "Today" }).click();
  await expect(count("Registered today")).toHaveText("1");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download .csv" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(
    new RegExp(`^statistics-${eventId}-\\d{4}-\\d{2}-\\d{2}\\.csv$`),
  );
  expect(await readFile(await download.path(), "utf8")).toContain('"Attendees by ticket","Standard","1"\r\n');
  await expectFitsPhone(page);

  // The open page notices a deleted attendee too.
  const attendee = sold.attendees[0];
  await site.get("registration/deleteAttendee", { attendeeId: attendee?.id ?? 0, eventId });
  await expect(count("Registered so far")).toHaveText("0");
});

test.describe("codes", () => {
  test.use({ expectedNoise: /status of 404/ });

  test("attendees' codes are found by name, shown large, and printed as badges", async ({
    page,
    request,
  }) => {
    const site = await partsSite(request);
    const { eventId } = site;
    await site.open(page, "qr");
    await expect(page.getByRole("link", { name: "Go to the attendees" })).toBeVisible();
    const ticket = await site.post("ticket/save", { eventId, title: "Standard", price: 0, maxStock: 50 });
    await register(site, ticket.id, { firstName: "Mia" });
    await register(site, ticket.id, { firstName: "Søren" });
    await site.open(page, "qr");
    await expect(page.getByText("2 attendees", { exact: true })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);
    await page.getByLabel("Name, e-mail or phone").fill("soren");
    await page.keyboard.press("Enter");
    await expect(page.getByText("1 attendee found", { exact: true })).toBeVisible();
    await page.getByRole("link", { name: /Søren Keller/ }).click();
    await expect(page.getByRole("heading", { name: "Søren Keller" })).toBeVisible();
    await expect(page.getByRole("img", { name: "QR code of Søren Keller" })).toBeVisible();
    await expectAccessible(page);
    await expectFitsPhone(page);

    await page.emulateMedia({ media: "print" });
    await expect(page.getByTestId("badge")).toBeVisible();
    const code = page.getByTestId("badge").locator("svg");
    const modules = Number((await code.getAttribute("viewBox"))!.split(" ")[2]);
    const moduleMm = (((await code.boundingBox())!.width / 96) * 25.4) / modules;
    // Poor printers blur smaller modules.
    expect(moduleMm).toBeGreaterThanOrEqual(0.6);
    await expect(page.getByRole("heading", { name: "Søren Keller" })).toBeHidden();
    await page.emulateMedia({ media: "screen" });

    // One character of the code's secret, at the end of the address, is wrong.
    await page.goto(page.url().replace(/.$/, (last) => (last === "0" ? "1" : "0")));
    await expect(page).toHaveTitle(/Not Found/);
  });

  test("codes of attendees are not shown to visitors, who can sign in", async ({ page }) => {
    await page.goto("/event/1/qr");
    await expect(page.getByRole("heading", { name: "For the staff of the event" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await expect(page).toHaveURL(/\/auth\/Signin$/);
  });
});
