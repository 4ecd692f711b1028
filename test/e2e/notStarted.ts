/** What a page says that has not started, in the journeys. */
import { expect, type Page } from "@playwright/test";

/** The message. */
export const notStarted = (page: Page) =>
  page.getByRole("status").filter({ hasText: "This page has not started." });

/** Ends the wait of what says that a page has not started. On a busy machine it may be over already. */
export async function skipWaiting(page: Page): Promise<void> {
  const message = page.locator(".notStarted");
  // A page without it fails here, and not at the end of the whole test's time.
  await expect(message).toBeAttached();
  await expect(message).toHaveCSS("animation-duration", "8s");
  await message.evaluate((shown) => {
    for (const wait of shown.getAnimations()) wait.finish();
  });
}
