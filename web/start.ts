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

if (isTooOld()) document.documentElement.dataset.tooOld = "true";

/**
 * The browser begins its second frame after the first was painted. No browser is trusted with it: a tab that is hidden
 * has no frames, and whatever else may keep them, the page starts a second later.
 */
function afterPaint(start: () => Promise<void>): void {
  let isStarted = false;
  const once = () => {
    if (!isStarted) void start();
    isStarted = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(once));
  setTimeout(once, 1000);
}

/**
 * One thing for each browser that its oldest version of shell/browserFloor.ts has, and the one before has not: Chrome 109,
 * Safari 16.4, and Firefox 115. That last one the floor's Chrome lacks, so Firefox alone is asked for it.
 */
function isTooOld(): boolean {
  const isFirefox = "mozInnerScreenX" in window;
  const isNew = "MathMLElement" in window && "CompressionStream" in window;
  return !isNew || (isFirefox && !("toSorted" in Array.prototype));
}
