let resolveHydrated = () => {};

/** Resolves when hydration is complete. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Tests in a browser wait for the attribute. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
  resolveHydrated();
}
