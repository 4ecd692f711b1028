/**
 * How Vite reads the web app: for the build of the browser's code, of the server's renderer and for development.
 * Vite loads this file by its path; nothing imports it.
 */
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, runnerImport } from "vite";
import { browserFloor } from "../web/lib/browserFloor.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  publicDir: "web/public",
  appType: "custom",
  clearScreen: false,
  cacheDir: "node_modules/.cache/vite",
  // Named, for Vite finds them only when a page is open already, and would load it again.
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
    // Syntax and styles as the oldest browsers know them. What their own objects lack, test/browsers/floor.test.ts finds.
    target: Object.entries(browserFloor).map(([name, version]) => name + version),
    // One small file more would cost a request; one byte more in a shared file costs everybody.
    assetsInlineLimit: 2048,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // How long plug-ins took is not for whoever starts Foyer.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
});

/** `virtual:theme.css`: what web/theme/variables.ts makes of the theme. */
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

/** `virtual:dev-start`: the page's starter while developing, after what Vite would put into HTML of its own. */
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
