let resolveHydrated = () => {};

/** Resolves when hydration is complete. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Tests that control the page from outside wait for the attribute. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
  resolveHydrated();
}
