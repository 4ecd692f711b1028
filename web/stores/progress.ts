/** The global progress flag (docs/product.md §4). */
import { createStore } from "./store.ts";

/** The number of requests that have begun (`beginRequest`) and not ended. */
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
