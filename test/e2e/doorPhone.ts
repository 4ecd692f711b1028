import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { testPin } from "../../server/testing/doors.ts";

export const phoneSize = { width: 390, height: 844 };

/** Opens a phone with its own cookies and storage. */
export async function phoneOf(
  browser: Browser,
  options: Parameters<Browser["newContext"]>[0] = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: phoneSize, ...options });
  return { page: await context.newPage(), context };
}

/** Opens a link with its PIN. Resolves once the names are on the device. */
export async function openLink(page: Page, address: string, pin = testPin): Promise<void> {
  await page.goto(address);
  await page.getByLabel("PIN").fill(pin);
  await expect(status(page)).toContainText("Up to date · all sent");
}

/** The status line: how fresh the copy is and what is waiting. */
export const status = (page: Page) => page.getByRole("button", { name: /Press to ask the server now/ });

export const verdict = (page: Page) => page.getByRole("alert").getByRole("heading", { level: 2 });

/** Says whether the page is saved for offline use. */
export const isPageSaved = (page: Page) =>
  page.evaluate(async () => (await caches.match(location.href, { ignoreVary: true })) !== undefined);
