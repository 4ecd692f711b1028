import type { Page } from "@playwright/test";

/** Sends key events with times a millisecond apart, because a scanner types faster than Playwright can. */
export async function scanWithHandScanner(page: Page, codes: readonly string[]): Promise<void> {
  await page.evaluate(async (texts) => {
    for (const text of texts) {
      const from = performance.now();
      for (const [index, key] of [...Array.from(text), "Enter"].entries()) {
        const pressed = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true });
        Object.defineProperty(pressed, "timeStamp", { value: from + index });
        document.body.dispatchEvent(pressed);
      }
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }, codes);
}
