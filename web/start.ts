/**
 * The only script that a page names. It lets the page be painted first, and then loads what brings it to life: a
 * reader sees the event before the first byte of the app is asked for. Which files those are the page says itself, in
 * the order in which they need each other: they are fetched side by side and run one by one, so that a slow phone
 * can answer a tap between two of them.
 */
afterPaint(async () => {
  const script = document.querySelector<HTMLScriptElement>("script[data-modules]");
  const modules = script?.dataset.modules?.split(" ") ?? [];
  for (const href of modules) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  // What cannot be loaded the browser reports, and for a page's own file the app decides (pageLoad.ts).
  for (const href of modules) await import(/* @vite-ignore */ href).catch(() => {});
});

/** The second frame begins after the first was painted; a hidden tab has no frames, and nobody to wait for. */
function afterPaint(then: () => Promise<void>): void {
  const start = () => void then();
  if (document.visibilityState === "hidden") setTimeout(start, 0);
  else requestAnimationFrame(() => requestAnimationFrame(start));
}
