/** Only a hydrated page may show what the server could not know. */
import { useSyncExternalStore } from "react";

const subscribeNever = () => () => {};

export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeNever,
    () => true,
    () => false,
  );
}
