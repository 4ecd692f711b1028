/** The value of a store in a component, with updates. */
import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** `serverValue` is the value on the server and during hydration. The default is the store's present value. */
export function useStore<T>(store: Store<T>, serverValue: T = store.get()): T {
  return useSyncExternalStore(store.subscribe, store.get, () => serverValue);
}
