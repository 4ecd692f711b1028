/** As a `ref` it gets null when the element goes. */
export function focusQuietly(element: HTMLElement | null): void {
  element?.focus({ preventScroll: true });
}
