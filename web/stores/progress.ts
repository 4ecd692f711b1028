/** The global progress flag: on during any request and off afterwards (docs/product.md §4). */
import { createStore } from "./store.ts";

/** How many requests are under way. */
export const requestsUnderWay = createStore(0);

/** A request began; call what is returned when it has ended. Calling it again does nothing. */
export function requestBegan(): () => void {
  let ended = false;
  requestsUnderWay.set(requestsUnderWay.get() + 1);
  return () => {
    if (ended) return;
    ended = true;
    requestsUnderWay.set(requestsUnderWay.get() - 1);
  };
}
