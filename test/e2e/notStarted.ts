import { expect, type Page } from "@playwright/test";

export const notStarted = (page: Page) =>
  page.getByRole("status").filter({ hasText: "This page has not started." });

/** Shows the message at once. On a busy machine its delay of 8 seconds may be over already. */
export async function skipMessageDelay(page: Page): Promise<void> {
  const message = page.locator(".notStarted");
  // A page without it fails here, not at the test's timeout.
  await expect(message).toBeAttached();
  await expect(message).toHaveCSS("animation-duration", "8s");
  await message.evaluate((shown) => {
    for (const wait of shown.getAnimations()) wait.finish();
  });
}
