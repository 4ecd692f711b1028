/** How large the targets of a page are for a thumb, measured as a thumb does: by what a point on the screen belongs to. */
import { expect, type Page } from "@playwright/test";

/** Less than this in either direction is missed by a thumb (Apple and Google ask for 44 and 48, WCAG 2.2 AA for 24). */
const leastPx = 40;

/** Fails with every control that is smaller to a thumb than it must be. Links within running text go with their line. */
export async function expectRoomForThumbs(page: Page): Promise<void> {
  // Until all of the page has come, what is already there may still be given its size.
  await expect.poll(() => page.evaluate(smallTargets, leastPx), page.url()).toEqual([]);
}

/** Runs in the page: gives the targets that are too small, each with its size. */
function smallTargets(leastPx: number): string[] {
  // Behind a dialog nothing can be pressed.
  const all = (document.querySelector("dialog[open]") ?? document).querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=switch]",
  );
  return [...all].flatMap((target) => {
    const labels = "labels" in target ? [...((target as HTMLInputElement).labels ?? [])] : [];
    // A switch's own box is hidden: what is pressed is its label.
    const shown = [target, ...labels].find(isSeen);
    if (!shown || target.matches(":disabled, .skipLink, [inert] *") || isWithinText(target)) return [];
    shown.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = shown.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY);
      return [target, ...labels].some((one) => one.contains(hit));
    };
    if (!isHit(x, y)) return [`${nameOf(target)}: something lies over it`];
    const reach = (towardsX: number, towardsY: number) => {
      let px = 0;
      while (px < leastPx && isHit(x + towardsX * (px + 1), y + towardsY * (px + 1))) px += 1;
      return px;
    };
    const [wide, high] = [reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)];
    return wide < leastPx || high < leastPx ? [`${nameOf(target)}: ${wide} × ${high} px`] : [];
  });

  function isSeen(element: HTMLElement): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
  }

  function isWithinText(target: HTMLElement): boolean {
    if (!target.matches("a") || getComputedStyle(target).display !== "inline") return false;
    const around = target.parentElement?.textContent?.trim() ?? "";
    return around.length > (target.textContent?.trim().length ?? 0);
  }

  function nameOf(target: HTMLElement): string {
    const name = target.getAttribute("aria-label") || target.textContent?.trim() || target.id || "";
    return `${target.tagName.toLowerCase()}.${target.className} "${name.slice(0, 40)}"`;
  }
}
