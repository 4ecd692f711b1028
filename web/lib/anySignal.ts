/**
 * A signal that is aborted as soon as one of these is, with its reason: what `AbortSignal.any` does, which browsers of
 * before 2024 lack. One of the signals must end, as a timeout does: only then are the others let go of.
 */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const ending = new AbortController();
  for (const signal of signals) {
    const end = () => ending.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { signal: ending.signal });
  }
  return ending.signal;
}
