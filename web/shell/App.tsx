/** What stands around the router, alike on the server and in the browser. */
import { MantineProvider } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { type ColorScheme, colorScheme } from "../stores/colorScheme.ts";
import { theme } from "../theme/theme.ts";
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

/** The scheme is ours to keep (stores/colorScheme.ts), so Mantine keeps none. */
const noManager = {
  get: (standard: ColorScheme | "auto") => standard,
  set: () => {},
  subscribe: () => {},
  unsubscribe: () => {},
  clear: () => {},
};

export function App({ serverColorScheme, stateText, assets, origin, children }: AppProps) {
  const scheme = useSyncExternalStore(colorScheme.subscribe, colorScheme.get, () => serverColorScheme);
  return (
    <Document colorScheme={scheme} stateText={stateText} assets={assets}>
      <MantineProvider
        theme={theme}
        forceColorScheme={scheme}
        colorSchemeManager={noManager}
        withCssVariables={false}
        withGlobalClasses={false}
        withStaticClasses={false}
      >
        <OriginContext value={origin}>{children}</OriginContext>
      </MantineProvider>
    </Document>
  );
}
