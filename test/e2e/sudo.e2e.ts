import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { beSignedIn, demo, expect, expectAccessible, open, signIn, test } from "./journey.ts";
import { expectFitsPhone } from "./partsSite.ts";

const picture = join(import.meta.dirname, "../../tools/demo/painted/night-run.jpg");

async function asSudo(page: Page): Promise<void> {
  await beSignedIn(page, demo.sudo);
  await open(page, "/dashboard/sudo");
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function chooseAction(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

test("sudo sees all clubs with their figures, and finds one", { tag: "@main" }, async ({ page }) => {
  await asSudo(page);
  await expect(row(page, "Harbour Club Hamburg")).toContainText(/€[\d,.]+/);
  await expect(row(page, "Siam Evening Society")).toContainText("THB");
  await expectAccessible(page);
  await page.getByLabel("Search clubs").fill("bangkok");
  await expect(row(page, "Harbour Club Hamburg")).toHaveCount(0);
  await expect(row(page, "Siam Evening Society")).toBeVisible();
  await page.getByLabel("Search clubs").fill("nothing like it");
  await expect(page.getByText("No club is found")).toBeVisible();
});

test("a club that has sold tickets cannot be removed, and the dialog says why", async ({ page }) => {
  await asSudo(page);
  await chooseAction(page, "Harbour Club Hamburg", "Delete…");
  await expect(page.getByRole("dialog")).toContainText(/events, [\d,]+ attendees and \d+ account/);
  await expect(page.getByRole("dialog").getByRole("alert")).toContainText("paid orders");
  await expect(page.getByRole("button", { name: "Delete the club" })).toBeDisabled();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test.describe("a new club", () => {
  test.use({ expectedNoise: /status of 4(00|01|09|40)/ });

  test("sudo adds a club with a logo and an account, and removes the account and the club", {
    tag: "@main",
  }, async ({ page, browser, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const club = `Rowers ${Date.now()}`;
    const email = `ada-${Date.now()}@example.org`;
    await asSudo(page);
    await page.getByRole("link", { name: "Add a club" }).click();
    await expect(page).toHaveTitle("Add Club | Foyer");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add club" }).click();
    await expect(page.getByText("Please enter the club's name.")).toBeVisible();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill(club);
    await page.getByLabel("Contact e-mail").fill("nobody");
    await page.getByRole("button", { name: "Add club" }).click();
    await expect(page.getByText("Please enter an e-mail address")).toBeVisible();
    await page.getByLabel("Contact e-mail").fill("rowers@example.org");
    await page.getByLabel("Logo", { exact: true }).setInputFiles({
      name: "notes.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("no picture"),
    });
    await expect(page.getByText("Not accepted: notes.txt.")).toBeVisible();
    await page.getByLabel("Logo", { exact: true }).setInputFiles({
      name: "logo.jpg",
      mimeType: "image/jpeg",
      buffer: await readFile(picture),
    });
    await expect(page.getByText("New logo")).toBeVisible();
    await expect(page.getByRole("img", { name: `Logo of ${club}` })).toHaveAttribute("src", /^blob:/);
    await page.getByRole("link", { name: "All clubs" }).click();
    await page.getByRole("button", { name: "Stay here" }).click();
    let sent = 0;
    page.on("request", (request) => {
      if (request.url().endsWith("/api/club/save")) sent += 1;
    });
    await page.getByRole("button", { name: "Add club" }).dblclick();
    await expect(page).toHaveURL(/\/club\/accounts\/\d+$/);
    expect(sent).toBe(1);

    await expect(page.getByText("Nobody can sign in yet")).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add an account" }).click();
    await page.getByRole("button", { name: "Add account" }).click();
    await expect(page.getByText("Please enter a name.")).toBeVisible();
    await page.getByLabel("Name").fill("Ada Lund");
    await page.getByLabel("E-mail").fill(demo.admin.email);
    await page.getByRole("button", { name: "Add account" }).click();
    await expect(page.getByText("There is an account with this e-mail address.")).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill("short1");
    await page.getByRole("button", { name: "Add account" }).click();
    await expect(page.getByText("Password must be 8 or more characters!")).toBeVisible();
    await page.getByRole("button", { name: "Make another" }).click();
    await page.getByRole("button", { name: "Add account" }).dblclick();
    const dialog = page.getByRole("dialog", { name: "The new password" });
    const password = await dialog.locator("code").innerText();
    expect(password).toHaveLength(16);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Copy" }).click();
    await expect(dialog.getByText("Copied.")).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await dialog.getByRole("button", { name: "Done" }).click();
    await expect(row(page, "Ada Lund")).toHaveCount(1);
    await page.reload();
    await expect(row(page, "Ada Lund")).toContainText("never");
    await expect(page.getByText(password)).toHaveCount(0);

    const admin = await (await browser.newContext()).newPage();
    await signIn(admin, { email, password });
    await expect(admin).toHaveURL(/\/dashboard\/admin$/);
    await open(admin, "/club/edit");
    await expect(admin.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(club);
    await expect(admin.getByRole("img", { name: `Logo of ${club}` })).toHaveAttribute("src", /\.jpg\?w=160$/);
    await admin.getByLabel("Place").fill("Pier 7");
    await admin.getByRole("button", { name: "Save club" }).click();
    await expect(admin.locator("[data-color]")).toContainText("The club is saved.");
    await open(admin, "/dashboard/sudo");
    await expect(admin).toHaveURL(/\/dashboard\/admin$/);

    await chooseAction(page, "Ada Lund", "New password…");
    const request = page.waitForRequest("**/api/appUser/save");
    await page.getByRole("button", { name: "Make a new password" }).click();
    // Only these are sent: the address and the club on the page may be outdated.
    expect(Object.keys((await request).postDataJSON())).toEqual(["id", "password"]);
    const second = await dialog.locator("code").innerText();
    expect(second).not.toBe(password);
    await dialog.getByRole("button", { name: "Done" }).click();
    await admin.goto("/profile");
    await expect(admin).toHaveURL(/\/auth\/Signin$/);
    await signIn(admin, { email, password });
    await expect(admin.getByRole("main").getByRole("alert")).toContainText("is not right");
    // The admin signs in before the rule is on. Afterwards a sign-in would lead to the profile.
    await signIn(admin, { email, password: second });
    await expect(admin).toHaveURL(/\/dashboard\/admin$/);
    const rule = page.getByRole("switch", { name: "Require a second factor for everybody" });
    await rule.click();
    await expect(rule).toBeChecked();
    await expect(async () => {
      await admin.goto("/dashboard/admin");
      await expect(admin).toHaveURL(/\/profile$/, { timeout: 2000 });
    }).toPass();
    await expect(admin.getByText("Your club requires a second factor.")).toBeVisible();
    await expectAccessible(admin);

    await chooseAction(page, "Ada Lund", "Delete…");
    await expect(page.getByRole("dialog")).toContainText(email);
    await page.getByRole("button", { name: "Delete the account" }).click();
    await expect(page.getByText("Nobody can sign in yet")).toBeVisible();
    await admin.goto("/profile");
    await expect(admin).toHaveURL(/\/auth\/Signin$/);
    await admin.context().close();

    await open(page, "/dashboard/sudo");
    await chooseAction(page, club, "Delete…");
    await page.getByRole("button", { name: "Delete the club" }).click();
    await expect(row(page, club)).toHaveCount(0);
    await expect(page.locator("[data-color]")).toContainText(`${club} is deleted.`);
  });
});

test("sudo's pages fit a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await asSudo(page);
  await page.getByRole("link", { name: "Siam Evening Society" }).click();
  await expect(page.getByRole("heading", { name: "Edit Siam Evening Society" })).toBeVisible();
  await page.getByRole("link", { name: "Accounts" }).click();
  await expect(page.getByRole("button", { name: /^Actions for/ })).toBeInViewport();
  await expectAccessible(page);
  for (const path of ["/dashboard/sudo", "/club/add"]) {
    await open(page, path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expectFitsPhone(page);
  }
});

test("sudo sees the events of all clubs with state, club, date and sold tickets, and finds one", async ({
  page,
}) => {
  await asSudo(page);
  await page.getByRole("main").getByRole("link", { name: "All events" }).click();
  await expect(page).toHaveTitle("All Events | Foyer");
  const table = page.getByRole("table", { name: "Events" });
  await expect(table.getByRole("columnheader")).toContainText(["Event", "State", "Club", "Date", "Sold"]);
  await expectAccessible(page);
  await page.getByRole("searchbox").fill("Gala Night on the Quay");
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(row(page, "Gala Night on the Quay")).toContainText(/Published.*Harbour Club Hamburg/);
  await page.getByRole("searchbox").fill("");
  await expect(page).not.toHaveURL(/search=/);
  await page.getByLabel("Club", { exact: true }).selectOption("Harbour Club Hamburg");
  await expect(page).toHaveURL(/club=\d+/);
  // Only the row of headings is without this club.
  await expect(table.getByRole("row").filter({ hasNotText: "Harbour Club Hamburg" })).toHaveCount(1);
});

test("sudo sees the lists of failing mails and jobs, and who has signed in", async ({ page }) => {
  await asSudo(page);
  await page.getByRole("link", { name: "Mails, jobs and sign-ins" }).click();
  await expect(page).toHaveTitle("Mails, Jobs and Sign-ins | Foyer");
  await expect(page.getByRole("region", { name: "Failing mails", exact: true })).toBeVisible();
  await expect(page.getByRole("region", { name: "Failing jobs", exact: true })).toBeVisible();
  const signins = page.getByRole("table", { name: "Recent sign-ins" });
  await expect(signins.getByRole("row").nth(1)).toContainText("@");
  await expectAccessible(page);
});
