import { useSyncExternalStore } from "react";
import type { Store } from "./store.ts";

/** `serverValue` is the value on the server and during hydration. */
export function useStore<T>(store: Store<T>, serverValue: T = store.get()): T {
  return useSyncExternalStore(store.subscribe, store.get, () => serverValue);
}
