/** The global progress flag: on during any request and off afterwards (docs/product.md §4). */
import { createStore } from "./store.ts";

/** The number of requests in progress. */
export const openRequestCount = createStore(0);

/** Call at the start of a request, and call the returned function at its end. Calling that again does nothing. */
export function beginRequest(): () => void {
  let hasEnded = false;
  openRequestCount.set(openRequestCount.get() + 1);
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    openRequestCount.set(openRequestCount.get() - 1);
  };
}
