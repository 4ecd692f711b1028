import type { Page } from "@playwright/test";

/**
 * Records the texts that the first matching element shows from the next navigation on, in a list that grows. A test
 * that looks at the page itself may miss a text that is shown briefly.
 */
export async function recordTexts(page: Page, selector: string): Promise<readonly string[]> {
  const seen: string[] = [];
  await page.exposeFunction("remember", (text: string) => void seen.push(text));
  await page.addInitScript((kind) => {
    let last: string | null = null;
    new MutationObserver(() => {
      const text = document.querySelector(kind)?.textContent ?? null;
      if (text !== null && text !== last)
        void (window as unknown as { remember(text: string): Promise<void> }).remember(text);
      last = text;
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, selector);
  return seen;
}
