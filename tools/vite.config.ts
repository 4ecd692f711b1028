/**
 * The configuration of Vite: for the build of the browser's code, of the server's renderer, and for development. Vite
 * loads this file by its path.
 */
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
  // Listed, because Vite finds them only when a page is already open, and would then reload it.
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
    // Compiles syntax and styles for the oldest browsers. test/browsers/floor.test.ts finds objects that they lack.
    target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
    // A small extra file would cost a request; an extra byte in a shared file costs everybody.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // People who start Foyer do not need the timing of plug-ins.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});

/** `virtual:theme.css`: the output of web/theme/variables.ts. */
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

/** `virtual:dev-start`: the page's starter for development, after the code that Vite would put into its own HTML. */
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
