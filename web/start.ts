/**
 * The only script that a page names. It lets the page be painted first, and then loads what brings it to life: a
 * reader sees the event before the first byte of the app is asked for. Which files those are the page says itself, so
 * that they come side by side; the first is the app, which asks for the others.
 */
afterPaint(() => {
  const script = document.querySelector<HTMLScriptElement>("script[data-modules]");
  const modules = script?.dataset.modules?.split(" ") ?? [];
  for (const href of modules) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  }
  if (modules[0]) void import(/* @vite-ignore */ modules[0]);
});

/** The second frame begins after the first was painted; a hidden tab has no frames, and nobody to wait for. */
function afterPaint(then: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(then, 0);
  else requestAnimationFrame(() => requestAnimationFrame(then));
}
