let resolveHydrated = () => {};

/** Resolves when the shell is hydrated; the page inside it may be hydrated later. */
export const hydrated = new Promise<void>((resolve) => {
  resolveHydrated = resolve;
});

/** Tests in a browser wait for the attribute. */
export function markHydrated(): void {
  document.documentElement.dataset.hydrated = "true";
  resolveHydrated();
}
