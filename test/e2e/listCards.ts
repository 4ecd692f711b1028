import { expect, type Page } from "@playwright/test";

/**
 * Fails unless the first row is a card within the screen's width. Its cells are below each other, except those with
 * data-card.
 */
export async function expectCards(page: Page, label: string, count?: number): Promise<void> {
  const table = page.getByRole("table", { name: label });
  const rows = table.getByRole("row");
  await expect(rows.first()).toBeVisible();
  if (count !== undefined) await expect(rows).toHaveCount(count);
  const { left, right, tops } = await rows.first().evaluate((row) => ({
    left: row.getBoundingClientRect().left,
    right: row.getBoundingClientRect().right,
    tops: [...row.querySelectorAll("td:not([data-card])")]
      .filter((cell) => cell.checkVisibility())
      .map((cell) => cell.getBoundingClientRect().top),
  }));
  expect(left).toBeGreaterThan(0);
  expect(right).toBeLessThanOrEqual(page.viewportSize()!.width);
  expect(tops.length).toBeGreaterThan(1);
  expect(new Set(tops).size).toBe(tops.length);
  await expect(table.getByRole("cell").first()).toBeVisible();
  await expect(table.getByRole("columnheader")).toHaveCount(0);
}
