/**
 * The installation's facts that every page may use. While the server renders, it provides them; in the browser they
 * come with the page's state.
 */
import { createContext, useContext } from "react";
import type { SiteFacts } from "../../contract/pageRenderer.ts";

export const SiteContext = createContext<SiteFacts>({ origin: "", supportPhone: null, hasApiDocs: false });

export function useSite(): SiteFacts {
  return useContext(SiteContext);
}

/** Our own origin, for links that others see. */
export function useOrigin(): string {
  return useSite().origin;
}
