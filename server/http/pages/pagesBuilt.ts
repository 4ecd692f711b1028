import { join } from "node:path";
import type { RegisterPages } from "../route.ts";
import { type ChangeListener, registerPages } from "./pages.ts";
import { registerFiles } from "./pagesFiles.ts";
import { loadRenderer, siteFacts } from "./pagesRenderer.ts";

interface BuiltParts {
  /** The folder of the build. */
  dist: string;
  /** Other origins to which backendRedirectUrl may lead. */
  redirectOrigins: readonly string[];
  listener?: ChangeListener;
}

/**
 * The pages of a build.
 * @throws StartProblem at registration without a build
 */
export function builtPages({ dist, redirectOrigins, listener }: BuiltParts): RegisterPages {
  return async (app, services) => {
    const renderer = await loadRenderer(dist, { site: siteFacts(services), redirectOrigins });
    const files = (scope: typeof app) => registerFiles(scope, join(dist, "client"));
    await registerPages(app, services, { renderer, files, isBuilt: true, listener });
  };
}
