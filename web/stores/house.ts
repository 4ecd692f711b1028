/** What every page knows of the house: told by the server while it renders, and with the page's data to the browser. */
import { createContext, useContext } from "react";

export interface HouseFacts {
  /** Our own origin, as links for others have it: "https://foyer.example", without a slash at its end. */
  origin: string;
  /** Whose messages somebody reads: digits with the country code; null where nobody does. */
  supportPhone: string | null;
  /** Whether the API can be read at /api/docs. */
  hasApiDocs: boolean;
}

export const HouseContext = createContext<HouseFacts>({ origin: "", supportPhone: null, hasApiDocs: false });

/** What is known of the house. */
export function useHouse(): HouseFacts {
  return useContext(HouseContext);
}

/** Our own origin, for links that others see. */
export function useOrigin(): string {
  return useHouse().origin;
}
