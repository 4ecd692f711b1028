/** The document, which the server renders and the browser hydrates. */
import type { ReactNode } from "react";
import type { ColorScheme } from "../../contract/pageRenderer.ts";
import { palette } from "../theme/palette.ts";
import type { PageAssets } from "./assets.ts";
import { stateElementId } from "./pageState.ts";

interface DocumentProps {
  colorScheme: ColorScheme;
  /** Escaped for a script element (lib/scriptJson.ts). */
  stateText: string;
  /** Null in the browser, which has loaded them. */
  assets: PageAssets | null;
  children: ReactNode;
}

export function Document({ colorScheme, stateText, assets, children }: DocumentProps) {
  return (
    <html lang="en" data-mantine-color-scheme={colorScheme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={colorScheme === "dark" ? palette.background : "#faf8f4"} />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* For the home screen of iOS. */}
        <link rel="apple-touch-icon" href="/icons/foyer-192.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {assets?.fonts.map((href) => (
          <link key={href} rel="preload" as="font" type="font/woff2" href={href} crossOrigin="anonymous" />
        ))}
        {assets?.styles.map((href) => (
          <link key={href} rel="stylesheet" href={href} precedence="page" />
        ))}
      </head>
      <body>
        {children}
        {/* The state is data, which browsers do not run, so the content policy needs no exception. */}
        <script
          id={stateElementId}
          type="application/json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: stateText }}
        />
        {assets !== null && (
          <script type="module" src={assets.starter} data-modules={assets.modules.join(" ")} async />
        )}
      </body>
    </html>
  );
}
