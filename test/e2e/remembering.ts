/** What a page shows for a few seconds only: a busy machine may look for it when it is gone. */
import type { Page } from "@playwright/test";

/** Each text that elements of this kind show from now on, over all documents of the page, in its order. */
export async function remembering(page: Page, selector: string): Promise<readonly string[]> {
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
