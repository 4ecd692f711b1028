/** Does a page that lives in the browser alone start, in a window that knows nothing yet? */
import { type PageFlags, pages } from "../../web/paths.ts";
import { phone, type TestBrowser } from "./driver.ts";

const examples: Record<string, string> = {
  slug: "gala-night",
  eventId: "1",
  orderId: "1",
  secret: "a-link-that-nobody-has",
};

/** The address of each of these pages, and of one page that the server renders. */
export const coldPaths: readonly string[] = Object.values<PageFlags>(pages)
  .filter(({ clientOnly }) => clientOnly === true)
  .map(({ path }) => path.replace(/:(\w+)\??/g, (_, name: string) => examples[name] ?? "1"))
  .concat("/gala-night");

/** Null, or why not. */
export async function startsCold(
  browser: TestBrowser,
  url: string,
  patienceMs = 60_000,
): Promise<string | null> {
  const tab = await browser.open(phone);
  try {
    await tab.goto(url);
    const endsAt = Date.now() + patienceMs;
    while (Date.now() < endsAt) {
      const isAwake = await tab
        .evaluate<boolean>("document.documentElement.dataset.hydrated === 'true'")
        .catch(() => false);
      if (isAwake) return null;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return `${url} has not started. It shows: ${await tab.evaluate<string>("document.body.innerText")}`;
  } finally {
    await tab.close();
  }
}
