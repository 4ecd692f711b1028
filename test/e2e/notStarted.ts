import { expect, type Page } from "@playwright/test";

export const notStarted = (page: Page) =>
  page.getByRole("status").filter({ hasText: "This page has not started." });

/** Shows the message without its delay, which may be over already on a busy machine. */
export async function skipMessageDelay(page: Page): Promise<void> {
  const message = page.locator(".notStarted");
  // A page without it fails here, not at the test's timeout.
  await expect(message).toBeAttached();
  await expect(message).toHaveCSS("animation-duration", "8s");
  await message.evaluate((shown) => {
    for (const wait of shown.getAnimations()) wait.finish();
  });
}
