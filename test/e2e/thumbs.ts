import { expect, type Page } from "@playwright/test";

/** Between WCAG 2.2 AA (24) and what Apple and Google recommend (44 and 48). */
const minPx = 40;

/** Wider pages are measured at the width of a phone. */
const phoneLimitPx = 900;

/**
 * Fails if a control's touch target is covered or too small on a phone. Disabled controls and links within text are
 * exempt.
 */
export async function expectRoomForThumbs(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  if (size.width > phoneLimitPx) await page.setViewportSize({ width: 390, height: size.height });
  // While the page loads, existing targets may still change their size.
  await expect.poll(() => page.evaluate(smallTargets, minPx), page.url()).toEqual([]);
  if (size.width > phoneLimitPx) await page.setViewportSize(size);
}

/** Lists the targets that are covered or too small. Runs in the page, where this module's names do not exist. */
function smallTargets(minPx: number): string[] {
  // Nothing behind a dialog can be pressed.
  const all = (document.querySelector("dialog[open]") ?? document).querySelectorAll<HTMLElement>(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=option], [role=switch]",
  );
  return [...all].flatMap((target) => {
    const labels = "labels" in target ? [...((target as HTMLInputElement).labels ?? [])] : [];
    // A switch's own box is hidden: its label is the target.
    const visiblePart = [target, ...labels].find(isVisible);
    if (!visiblePart || target.matches(":disabled, .skipLink, [inert] *") || isWithinText(target)) return [];
    visiblePart.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = visiblePart.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (atX: number, atY: number) => {
      const hit = document.elementFromPoint(atX, atY);
      return [target, ...labels].some((one) => one.contains(hit));
    };
    if (!isHit(x, y)) return [`${nameOf(target)}: something lies over it`];
    const reach = (towardsX: number, towardsY: number) => {
      let px = 0;
      while (px < minPx && isHit(x + towardsX * (px + 1), y + towardsY * (px + 1))) px += 1;
      return px;
    };
    const [wide, high] = [reach(-1, 0) + 1 + reach(1, 0), reach(0, -1) + 1 + reach(0, 1)];
    return wide < minPx || high < minPx ? [`${nameOf(target)}: ${wide} × ${high} px`] : [];
  });

  function isVisible(element: HTMLElement): boolean {
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
