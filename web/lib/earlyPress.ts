/** Buttons that are visible before the page's script has run: start.ts keeps their presses and repeats them. */
import { useHydrated } from "./hydrated.ts";

/** The attribute of such a button. React removes it as soon as the button reacts. */
export function useEarlyPress(): { "data-early"?: "" } {
  return useHydrated() ? {} : { "data-early": "" };
}
