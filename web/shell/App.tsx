/** The providers around the router, the same on the server and in the browser. */

import type { ReactNode } from "react";
import type { ColorScheme, SiteFacts } from "../../contract/pageRenderer.ts";
import { colorScheme } from "../stores/colorScheme.ts";
import { SiteContext } from "../stores/site.ts";
import { useStore } from "../stores/useStore.ts";
import type { PageAssets } from "./assets.ts";
import { CopyContext } from "./CopyNotice.tsx";
import { Document } from "./Document.tsx";

interface AppProps {
  serverColorScheme: ColorScheme;
  stateText: string;
  assets: PageAssets | null;
  site: SiteFacts;
  copyMinutes: number | null;
  children: ReactNode;
}

export function FoyerApp({ serverColorScheme, stateText, assets, site, copyMinutes, children }: AppProps) {
  const scheme = useStore(colorScheme, serverColorScheme);
  return (
    <Document colorScheme={scheme} stateText={stateText} assets={assets}>
      <SiteContext value={site}>
        <CopyContext value={copyMinutes}>{children}</CopyContext>
      </SiteContext>
    </Document>
  );
}
