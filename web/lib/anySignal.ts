/**
 * A signal that aborts when one of the given signals does, with its reason. `AbortSignal.any` does the same, but
 * the oldest supported browsers lack it (browserFloor.ts). One of the signals must abort eventually (a timeout does),
 * because only then are the listeners removed.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const controller = new AbortController();
  for (const signal of signals) {
    const end = () => controller.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { signal: controller.signal });
  }
  return controller.signal;
}
