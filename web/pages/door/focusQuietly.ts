/** Focuses an element, once it is there, without scrolling to it. */
export function focusQuietly(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
