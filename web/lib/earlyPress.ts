import { useHydrated } from "./hydrated.ts";

/** Marks a button that is visible before the page's script runs: start.ts repeats its early presses. */
export function useEarlyPress(): { "data-early"?: "" } {
  return useHydrated() ? {} : { "data-early": "" };
}
