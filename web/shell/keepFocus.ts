/**
 * When the focused control is removed or disabled, browsers focus the body, and people with a keyboard or a screen
 * reader start again at the top (WCAG 2.4.3). Then the nearest remaining heading gets the focus, unless the page has
 * moved it.
 */

/** The last focused element and its ancestors, from the inside out. Empty after a move to the body on purpose. */
let focusedPath: Element[] = [];

export function keepFocus(): void {
  addEventListener("focusin", ({ target }) => {
    if (target instanceof Element && target !== document.body) focusedPath = withAncestors(target);
  });
  afterwards.port1.onmessage = check;
  // Some browsers send this event while the element is still there, so the check runs later.
  addEventListener("focusout", checkSoon);
  new MutationObserver(() => {
    if (isOnBody() && focusedPath[0] !== undefined && !canHaveFocus(focusedPath[0])) checkSoon();
  }).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ["disabled", "inert", "hidden", "open"],
  });
}

/** Its messages come after the rendering that a click or a key causes, in which pages may move the focus. */
const afterwards = new MessageChannel();
let isChecking = false;

function checkSoon(): void {
  if (isChecking) return;
  isChecking = true;
  afterwards.port2.postMessage(null);
}

function check(): void {
  isChecking = false;
  const [focused] = focusedPath;
  if (focused === undefined || !isOnBody()) return;
  // The element can still have the focus, so the focus left on purpose, such as by a press on plain text.
  if (canHaveFocus(focused)) focusedPath = [];
  else restore();
}

function isOnBody(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function canHaveFocus(element: Element): boolean {
  return (
    element.isConnected &&
    element.closest(":disabled, [inert], [hidden]") === null &&
    element.getClientRects().length > 0
  );
}

function restore(): void {
  const around = focusedPath
    .slice(1)
    .filter((element) => element !== document.documentElement && canHaveFocus(element));
  // Behind an open dialog nothing takes the focus, so then the dialog's own heading gets it.
  const places = [...around, ...document.querySelectorAll("dialog[open]")];
  places.some((place) => focusHeading(place.querySelector<HTMLElement>("h1, h2, h3")));
}

/** Returns whether the heading has taken the focus. */
function focusHeading(heading: HTMLElement | null): boolean {
  if (heading === null || !canHaveFocus(heading)) return false;
  if (!heading.hasAttribute("tabindex")) {
    heading.tabIndex = -1;
    heading.addEventListener("blur", () => heading.removeAttribute("tabindex"), { once: true });
  }
  heading.focus({ preventScroll: true });
  return document.activeElement === heading;
}

function withAncestors(element: Element): Element[] {
  const parent = element.parentElement;
  return [element, ...(parent === null ? [] : withAncestors(parent))];
}
