import { createStore } from "./store.ts";

/** How many requests that called `beginRequest` have not ended. */
export const openRequestCount = createStore(0);

/** Call the returned function when the request has ended. */
export function beginRequest(): () => void {
  let hasEnded = false;
  openRequestCount.set(openRequestCount.get() + 1);
  return () => {
    if (hasEnded) return;
    hasEnded = true;
    openRequestCount.set(openRequestCount.get() - 1);
  };
}
