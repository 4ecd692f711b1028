/** Tells when hydration is complete. From then on the page reacts to input. */

let resolveHydrated = () => {};

/** Resolves when hydration is complete. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Called by the shell. Tests that control the page from outside wait for the attribute. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
  resolveHydrated();
}
