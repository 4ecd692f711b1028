/** The global progress flag: on during any request and off afterwards (docs/product.md §4). */
import { createStore } from "./store.ts";

/** The number of requests in progress. */
export const requestsUnderWay = createStore(0);

/** Call at the start of a request, and call the returned function at its end. Calling that again does nothing. */
export function requestBegan(): () => void {
  let ended = false;
  requestsUnderWay.set(requestsUnderWay.get() + 1);
  return () => {
    if (ended) return;
    ended = true;
    requestsUnderWay.set(requestsUnderWay.get() - 1);
  };
}
