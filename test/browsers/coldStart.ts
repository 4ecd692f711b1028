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
    // The last look comes after the time is over: a question that was asked while the page was left may have taken all of it.
    for (const endsAt = Date.now() + patienceMs; ; ) {
      const isLast = Date.now() >= endsAt;
      const look = await tab.evaluate<Look>(lookExpression).catch((error: Error) => error.message);
      if (typeof look === "object" && look.isAwake) return null;
      if (isLast) return `${url} has not started. ${JSON.stringify(look)}`;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    await tab.close();
  }
}

/** What a page tells of its start. */
interface Look {
  isAwake: boolean;
  state: DocumentReadyState;
  text: string;
}

const lookExpression = `({
  isAwake: document.documentElement.dataset.hydrated === "true",
  state: document.readyState,
  text: document.body.innerText,
})`;
