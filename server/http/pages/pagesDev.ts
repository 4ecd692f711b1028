import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
import type { RendererParts } from "../../../contract/pageRenderer.ts";
import type { RegisterPages } from "../route.ts";
import { registerPages } from "./pages.ts";
import { type PageRenderer, type RendererBundle, siteFacts } from "./pagesRenderer.ts";

/** The pages of an app during development. Vite runs in our own server and stops with it. */
export function devPages({ configFile, redirectOrigins }: DevParts): RegisterPages {
  return async (app, services) => {
    // Only development needs Vite in the server.
    const { createServer } = await import("vite");
    const vite = await createServer({
      configFile,
      server: { middlewareMode: true, hmr: { server: app.server } },
    });
    const renderer = devRenderer(vite, { site: siteFacts(services), redirectOrigins });
    await registerPages(app, services, { renderer, files: (scope) => useVite(scope, vite), isBuilt: false });
  };
}

interface DevParts {
  configFile: string;
  redirectOrigins: readonly string[];
}

function devRenderer(vite: ViteDevServer, parts: RendererParts): PageRenderer {
  const current = async () => {
    const { createRenderer } = (await vite.ssrLoadModule("/web/server.tsx")) as RendererBundle;
    return createRenderer({ ...parts, manifest: devAssets });
  };
  return {
    colorSchemeOf: (cookies) => (/(?:^|;\s*)theme=light(?:;|$)/.test(cookies ?? "") ? "light" : "dark"),
    // A page that counts as personal is not cached.
    read: ({ pathname, search }) => ({
      page: "",
      address: pathname + search,
      isPersonal: true,
      isForReading: false,
    }),
    render: async (request, fetch, scheme) => (await current()).render(request, fetch, scheme),
  };
}

/** The files of a page; tools/vite.config.ts makes the `starter`. */
function devAssets() {
  return {
    styles: ["theme/fonts", "theme/tokens", "shell/shell", "ui/parts"].map(
      (sheet) => `/web/${sheet}.css?direct`,
    ),
    fonts: [],
    starter: "/@id/virtual:dev-start",
    modules: ["/web/main.tsx"],
  };
}

async function useVite(app: FastifyInstance, vite: ViteDevServer): Promise<void> {
  app.addHook("onRequest", (request, reply, done) => {
    vite.middlewares(request.raw, reply.raw, done);
  });
  app.addHook("onClose", () => vite.close());
}
