/**
 * Like `AbortSignal.any`, which the oldest supported browsers lack. One of the signals must abort eventually, or the
 * listeners stay.
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
