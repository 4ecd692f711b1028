/** What stands around the router, alike on the server and in the browser. */
import { type ReactNode, useSyncExternalStore } from "react";
import { type ColorScheme, colorScheme } from "../stores/colorScheme.ts";
import type { PageAssets } from "./assets.ts";
import { Document } from "./Document.tsx";
import { OriginContext } from "./origin.ts";

interface AppProps {
  /** The scheme the server rendered in. */
  serverColorScheme: ColorScheme;
  stateText: string;
  assets: PageAssets | null;
  /** Our own origin, as links for others have it. */
  origin: string;
  children: ReactNode;
}

export function App({ serverColorScheme, stateText, assets, origin, children }: AppProps) {
  const scheme = useSyncExternalStore(colorScheme.subscribe, colorScheme.get, () => serverColorScheme);
  return (
    <Document colorScheme={scheme} stateText={stateText} assets={assets}>
      <OriginContext value={origin}>{children}</OriginContext>
    </Document>
  );
}
