/** The moment from which the page answers by itself: hydration is complete. */

let wake = () => {};

/** Resolves at that moment, or has. */
export const awake = new Promise<void>((resolve) => {
  wake = resolve;
});

/** Called by the shell. It also tells those who drive the page from outside, as tests do. */
export function wakeUp(): void {
  document.documentElement.dataset.hydrated = "true";
  wake();
}
