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
