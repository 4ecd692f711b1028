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

/**
 * The browser tells when it has painted something. One that cannot begins its second frame after the first was painted.
 * Nobody waits for a tab that is hidden, or for a page that has no words before the app is there.
 */
function afterPaint(then: () => Promise<void>): void {
  const start = () => void then();
  if (document.visibilityState === "hidden" || document.body.innerText.trim() === "") setTimeout(start, 0);
  else if (PerformanceObserver.supportedEntryTypes?.includes("paint"))
    new PerformanceObserver((entries, observer) => {
      if (entries.getEntriesByName("first-contentful-paint").length === 0) return;
      observer.disconnect();
      start();
    }).observe({ type: "paint", buffered: true });
  else requestAnimationFrame(() => requestAnimationFrame(start));
}
