/**
 * The installation's facts that every page may use: provided by the server while it renders, and with the page's state
 * in the browser.
 */
import { createContext, useContext } from "react";
import type { HouseFacts } from "../../contract/pageRenderer.ts";

export const HouseContext = createContext<HouseFacts>({ origin: "", supportPhone: null, hasApiDocs: false });

/** The installation's facts. */
export function useHouse(): HouseFacts {
  return useContext(HouseContext);
}

/** Our own origin, for links that others see. */
export function useOrigin(): string {
  return useHouse().origin;
}
