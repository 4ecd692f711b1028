/**
 * If the focus fell back to the body, users of a keyboard or a screen reader would start again at the top of the page
 * (WCAG 2.4.3).
 */
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";

interface Act {
  /** False for a click on plain text, which may take the focus away. */
  onControl: boolean;
}

interface WatchedWindow extends Window {
  latestAct?: Act;
}

type Methods = Record<string, (...args: unknown[]) => Promise<unknown>>;

let isWatching = false;
/** The page of each keyboard, because a keyboard does not give its page. */
const pages = new WeakMap<object, Page>();

/** Checks the focus after clicks and pressed keys, on the pages that this context opens. */
export async function watchFocus(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const remember = (event: Event) => {
      const control =
        "a[href], button, input, select, textarea, summary, label, [tabindex], [contenteditable=true]";
      const onControl = event.target instanceof Element && event.target.closest(control) !== null;
      Object.assign(window, { latestAct: { onControl } });
    };
    addEventListener("click", remember, { capture: true });
    addEventListener("keydown", remember, { capture: true });
  });
  context.on("page", watchActs);
}

/** Playwright has no event for what a test does, so its classes are extended, once for all pages. */
function watchActs(page: Page): void {
  pages.set(page.keyboard, page);
  if (isWatching) return;
  isWatching = true;
  const locators: Methods = Object.getPrototypeOf(page.locator("html"));
  for (const act of ["click", "press", "check", "uncheck", "dblclick", "tap"]) {
    const original = locators[act]!;
    locators[act] = async function (this: Locator, ...args: unknown[]) {
      return checkingFocus(this.page(), `${act} ${String(this)}`, () => original.apply(this, args));
    };
  }
  const keyboards: Methods = Object.getPrototypeOf(page.keyboard);
  const press = keyboards.press!;
  keyboards.press = async function (this: object, ...args: unknown[]) {
    const pressed = pages.get(this);
    if (pressed === undefined) return press.apply(this, args);
    return checkingFocus(pressed, `press ${String(args[0])}`, () => press.apply(this, args));
  };
}

async function checkingFocus<Result>(page: Page, act: string, run: () => Promise<Result>): Promise<Result> {
  const before = await documentOf(page);
  const result = await run();
  if (before !== null) await expectFocus(page, before, act);
  return result;
}

/** When the page's document was opened; null if it is just being replaced. */
function documentOf(page: Page): Promise<number | null> {
  return page.evaluate(() => performance.timeOrigin).catch(() => null);
}

async function expectFocus(page: Page, opened: number, act: string): Promise<void> {
  const where = () =>
    page
      .evaluate((origin) => {
        if (performance.timeOrigin !== origin) return "another document";
        if ((window as WatchedWindow).latestAct?.onControl !== true) return "beside the controls";
        const focused = document.activeElement;
        return focused === null || focused === document.body ? "body" : "kept";
      }, opened)
      .catch(() => "another document");
  await expect.poll(where, { message: `the focus after "${act}"` }).not.toBe("body");
}
