/**
 * Loads the app after the browser has painted the page. The app's files are fetched in parallel and run one by one, so
 * that a slow phone can react to a tap in between.
 */
afterPaint(async () => {
  const script = document.querySelector<HTMLScriptElement>("script[data-modules]");
  const modules = script?.dataset.modules?.split(" ") ?? [];
  for (const href of modules) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  // If a page's file fails to load, the app handles it (pageLoad.ts).
  for (const href of modules) await import(/* @vite-ignore */ href).catch(() => {});
});

// It listens from now on, not from afterPaint, because the visitor may see the buttons already.
window.addEventListener("click", keepEarlyPress, true);

if (isTooOld()) document.documentElement.dataset.tooOld = "true";

/**
 * The second animation frame begins after the first paint. A hidden tab has no frames, so a timer starts the page too.
 */
function afterPaint(start: () => Promise<void>): void {
  let isStarted = false;
  const startOnce = () => {
    if (!isStarted) void start();
    isStarted = true;
  };
  requestAnimationFrame(() => requestAnimationFrame(startOnce));
  setTimeout(startOnce, 1000);
}

/**
 * Repeats a press of a button as soon as the button reacts (lib/earlyPress.ts). The press goes no further, or React
 * might handle it as well.
 */
function keepEarlyPress(event: MouseEvent): void {
  const button = event.target instanceof Element ? event.target.closest("button[data-early]") : null;
  if (button === null) return;
  event.stopImmediatePropagation();
  const observer = new MutationObserver(() => {
    if (button.hasAttribute("data-early")) return;
    observer.disconnect();
    // Each press in its own task, after React has handled the one before.
    setTimeout(() => (button as HTMLButtonElement).click(), 0);
  });
  observer.observe(button, { attributeFilter: ["data-early"] });
}

/**
 * Checks features of the oldest supported browsers (lib/browserFloor.ts) that the versions before do not have. Chrome
 * 109 has no `toSorted`, so only Firefox is checked for it.
 */
function isTooOld(): boolean {
  const isFirefox = "mozInnerScreenX" in window;
  const isNew = "MathMLElement" in window && "CompressionStream" in window;
  return !isNew || (isFirefox && !("toSorted" in Array.prototype));
}
