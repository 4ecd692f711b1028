/** Forced colours are the user's own few colours, as in a contrast theme of Windows. */
import type { Locator } from "@playwright/test";
import { demo, expect, open, test } from "./journey.ts";
import { partsSite, register } from "./partsSite.ts";

/** Null if the colour is transparent or the page's own. */
const drawnColour = (locator: Locator, property: "backgroundColor" | "color" | "fill" | "outlineColor") =>
  locator.evaluate((element, name) => {
    const ground = getComputedStyle(document.body).backgroundColor;
    const { [name]: value } = getComputedStyle(element);
    return /^rgba\(.*, 0\)$/.test(value) || value === "transparent" || value === ground ? null : value;
  }, property);

for (const colorScheme of ["light", "dark"] as const)
  test.describe(`forced colours on a ${colorScheme} ground`, () => {
    test.use({ contextOptions: { forcedColors: "active" }, colorScheme });

    test("forced colours show staff what is on, chosen, and how much is sold", async ({ page, request }) => {
      const site = await partsSite(request);
      const { eventId } = site;
      const ticket = await site.post("ticket/save", { eventId, title: "Standard", price: 0, maxStock: 4 });
      await register(site, ticket.id);

      await site.open(page, "tickets");
      const track = page.locator("input[type=checkbox] + *").first();
      const thumb = track.locator("> *").first();
      await expect(page.getByRole("switch")).toBeChecked();
      const on = await drawnColour(track, "backgroundColor");
      expect(on).not.toBeNull();
      expect(await drawnColour(thumb, "backgroundColor")).not.toBe(on);
      await page.getByRole("switch").focus();
      await page.keyboard.press("Space");
      await expect(page.getByRole("switch")).not.toBeChecked();
      await expect.poll(() => drawnColour(track, "backgroundColor")).toBeNull();
      await expect(track).not.toHaveCSS("box-shadow", "none");
      await expect.poll(() => drawnColour(thumb, "backgroundColor")).not.toBeNull();

      await site.open(page, "statistics");
      const bars = page.getByRole("region", { name: "By ticket" }).locator("rect");
      const colours = await Promise.all([0, 1].map((index) => drawnColour(bars.nth(index), "fill")));
      expect(colours[0]).toBeNull();
      expect(colours[1]).not.toBeNull();

      await site.open(page, "checkin");
      await page.getByRole("button", { name: "Add a helper link" }).click();
      const scan = page.getByLabel("Scan codes");
      const tick = page.locator("input:checked + svg").first();
      await expect(scan).toBeChecked();
      const ticked = await drawnColour(scan, "backgroundColor");
      expect(ticked).not.toBeNull();
      expect(await drawnColour(tick, "color")).not.toBe(ticked);
      await scan.uncheck();
      await expect.poll(() => drawnColour(scan, "backgroundColor")).toBeNull();

      await open(page, "/dashboard/admin");
      const [coming, past] = ["Upcoming", "Past"].map((name) =>
        page.getByRole("link", { name, exact: true }),
      );
      expect(await drawnColour(coming!, "backgroundColor")).not.toBeNull();
      expect(await drawnColour(past!, "backgroundColor")).toBeNull();
    });

    test("forced colours show the edge of a button, and which field has an error", async ({ page }) => {
      await open(page, `/${demo.onSale}/find-tickets`);
      const theme = page.getByRole("button", { name: "Switch theme" });
      await expect(theme).toHaveCSS("outline-style", "solid");
      expect(await drawnColour(theme, "outlineColor")).not.toBeNull();
      const mail = page.getByRole("main").getByLabel("E-mail");
      await expect(mail).toHaveCSS("outline-style", "none");
      await page.getByRole("main").getByRole("button").first().click();
      await expect(mail).toHaveAttribute("aria-invalid", "true");
      await theme.focus();
      await expect(mail).toHaveCSS("outline-style", "dashed");
    });
  });
