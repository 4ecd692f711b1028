import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { oldestBrowsers } from "../web/lib/browserFloor.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  publicDir: "web/public",
  appType: "custom",
  clearScreen: false,
  cacheDir: "node_modules/.cache/vite",
  // Without this list, Vite would find these packages only when a page is open, and then reload it.
  optimizeDeps: {
    include: [
      "react-dom/client",
      "react/jsx-dev-runtime",
      "react-router",
      "react-router/dom",
      "@mantine/core",
    ],
  },
  plugins: [react(), themeStylesheet(), devStart()],
  build: {
    // test/browsers/floor.test.ts finds objects that these browsers lack.
    target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    // Smaller files are put into the code, because each file costs a request. Larger ones would delay everybody.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});

function themeStylesheet(): Plugin {
  const name = "virtual:theme.css";
  return {
    name: "foyer-theme",
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => `\0${name}` },
    load: {
      filter: { id: new RegExp(`^\0${name}$`) },
      async handler() {
        const file = `${root}web/theme/variables.ts`;
        this.addWatchFile(file);
        const { module } = await runnerImport<{ themeCss: () => string }>(file);
        return module.themeCss();
      },
    },
  };
}

/** Starts pages in development. Vite would put all lines but the last one into its own HTML. */
function devStart(): Plugin {
  const name = "virtual:dev-start";
  return {
    name: "foyer-dev-start",
    apply: "serve",
    resolveId: { filter: { id: new RegExp(`^${name}$`) }, handler: () => `\0${name}` },
    load: {
      filter: { id: new RegExp(`^\0${name}$`) },
      handler: () => `import "/@vite/client";
import { injectIntoGlobalHook } from "/@react-refresh";
injectIntoGlobalHook(window);
window.$RefreshReg$ = () => {};
window.$RefreshSig$ = () => (type) => type;
await import("/web/start.ts");`,
    },
  };
}
