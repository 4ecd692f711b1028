/** Tells when hydration is complete, so that the page reacts to input. */

let resolveHydrated = () => {};

/** Resolves when hydration is complete. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Called by the shell. The attribute tells tests that drive the page from outside. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
  resolveHydrated();
}
