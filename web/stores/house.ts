/** What every page knows of the house: told by the server while it renders, and with the page's data to the browser. */
import { createContext, useContext } from "react";
import type { HouseFacts } from "../../contract/pageRenderer.ts";

export const HouseContext = createContext<HouseFacts>({ origin: "", supportPhone: null, hasApiDocs: false });

/** What is known of the house. */
export function useHouse(): HouseFacts {
  return useContext(HouseContext);
}

/** Our own origin, for links that others see. */
export function useOrigin(): string {
  return useHouse().origin;
}
