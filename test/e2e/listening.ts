import type { Page } from "@playwright/test";

/**
 * Records the texts that live regions say in documents loaded from now on, in a list that grows. A region that appears
 * together with its text is heard only if it is an alert.
 */
export async function listening(page: Page): Promise<string[]> {
  const heard: string[] = [];
  await page.exposeFunction("hear", (text: string) => void heard.push(text));
  await page.addInitScript(() => {
    const live = "output, [role=status], [role=alert], [aria-live=polite], [aria-live=assertive]";
    const said = new WeakMap<Element, string>();
    let isParsed = false;
    addEventListener("DOMContentLoaded", () => {
      isParsed = true;
    });
    const textOf = (region: Element) => (region as HTMLElement).innerText.replace(/\s+/g, " ").trim();
    const regionsIn = (node: Node) =>
      node instanceof Element ? [node, ...node.querySelectorAll("*")].filter((one) => one.matches(live)) : [];
    new MutationObserver((changes) => {
      const changed = new Set<Element>();
      for (const { target, addedNodes } of changes) {
        const region = (target instanceof Element ? target : target.parentElement)?.closest(live);
        if (region?.isConnected) changed.add(region);
        for (const appeared of [...addedNodes].flatMap(regionsIn)) {
          if (appeared.matches("[role=alert]")) changed.add(appeared);
          else said.set(appeared, textOf(appeared));
        }
      }
      for (const region of changed) {
        const text = textOf(region);
        // A page that is being parsed gets a text in parts, perhaps before the styles that hide it.
        if (isParsed && text !== "" && text !== said.get(region))
          void (window as unknown as { hear(text: string): Promise<void> }).hear(text);
        said.set(region, text);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  return heard;
}
