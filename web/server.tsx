/**
 * Renders pages on the server. Built separately from the browser's code; server/http/pages/pagesRenderer.ts loads it at
 * run time.
 */
import { renderToString } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  matchRoutes,
  RouterContextProvider,
  StaticRouterProvider,
} from "react-router";
import type {
  ColorScheme,
  ParsedAddress,
  RenderedPage,
  Renderer,
  RendererParts,
} from "../contract/pageRenderer.ts";
import { formerAddressAt } from "../contract/rules/formerAddress.ts";
import { createApi, type FetchLike } from "./api/client.ts";
import { apiContext, copyContext } from "./api/context.ts";
import { filesOf } from "./filesOf.ts";
import { guard } from "./guard.ts";
import { scriptJson } from "./lib/scriptJson.ts";
import { pageAddress } from "./pageAddress.ts";
import type { PageHandle } from "./paths.ts";
import { buildRoutes, routeIdOf } from "./routes.tsx";
import { FoyerApp } from "./shell/App.tsx";
import { assetsOf, type Manifest, type PageAssets } from "./shell/assets.ts";
import type { PageState } from "./shell/pageState.ts";
import { problemOf } from "./shell/problem.ts";
import { colorSchemeOf } from "./stores/colorScheme.ts";

interface BuildParts extends RendererParts {
  /** The client build's manifest, or a function that gives a page's files without one. */
  manifest: Manifest | ((pageFiles: readonly string[]) => PageAssets);
}

/** Addresses with these parameters may show one person's data (docs/wire.md §1), or are not pages at all. */
const personalParameters = ["accessKey", "qrUuid", "backendRedirectUrl"];

/**
 * Addresses that have no page and cannot lead to an event are rendered at this one. Its first segment is reserved, so
 * no event has it.
 */
const notFoundPath = "/NotFound/no/such/page";

export function createRenderer({
  manifest,
  site,
  redirectOrigins,
}: BuildParts): Renderer<URL, Request, FetchLike> {
  const { origin } = site;
  const routes = buildRoutes({ loadPage: (load) => load(), middleware: [], onServer: true });
  const handler = createStaticHandler(routes);
  const assetsFor =
    typeof manifest === "function" ? manifest : (files: readonly string[]) => assetsOf(manifest, files);

  /** By path, because matching a path with all routes takes time. */
  const handles = new Map<string, PageHandle>();

  return { colorSchemeOf, read, render };

  function handleAt(pathname: string): PageHandle {
    const cached = handles.get(pathname);
    if (cached !== undefined) return cached;
    // Only routes.tsx makes handles, and its last route matches everything.
    const matched = matchRoutes(routes, pathname)?.at(-1)?.route.handle as PageHandle;
    // Visitors choose addresses, so the cache is bounded.
    if (handles.size >= 1000) handles.clear();
    handles.set(pathname, matched);
    return matched;
  }

  function read(url: URL): ParsedAddress {
    const handle = handleAt(url.pathname);
    return {
      page: routeIdOf(handle),
      address: handle.unmatched ? unmatchedAddress(url.pathname) : pageAddress(url, handle),
      isPersonal: personalParameters.some((name) => url.searchParams.has(name)),
      isForReading: handle.isForReading === true,
    };
  }

  async function render(
    originalRequest: Request,
    fetch: FetchLike,
    colorScheme: ColorScheme,
    copyAgeMs?: number,
  ): Promise<RenderedPage> {
    const url = new URL(originalRequest.url);
    const handle = handleAt(url.pathname);
    const decision = guard({ url, origin, page: handle, from: null, role: "unknown", redirectOrigins });
    if (decision.kind === "leave") return redirectTo(decision.url);
    if (decision.kind === "drop") {
      return { ...redirectTo(decision.to), trouble: `backendRedirectUrl refused: ${decision.refusedUrl}` };
    }

    const request = new Request(origin + read(url).address, originalRequest);
    const requestContext = new RouterContextProvider();
    requestContext.set(apiContext, createApi({ fetch, token: () => null, onExpired: failOnExpiry }));
    requestContext.set(copyContext, copyAgeMs !== undefined);
    const context = await handler.query(request, { requestContext });
    if (context instanceof Response) {
      return { status: context.status, headers: Object.fromEntries(context.headers), html: null };
    }

    const [thrown] = Object.values(context.errors ?? {});
    const problem = thrown === undefined ? null : problemOf(thrown);
    if (context.errors) {
      // Only the problem is sent to the browser, no details of the error.
      context.errors = Object.fromEntries(Object.keys(context.errors).map((id) => [id, problem]));
    }
    const state: PageState = {
      routeId: routeIdOf(handle),
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: context.errors,
      redirectOrigins,
      site,
      copyMinutes: copyAgeMs === undefined ? null : Math.round(copyAgeMs / 60_000),
    };
    const router = createStaticRouter(handler.dataRoutes, context);
    const html = renderToString(
      <FoyerApp
        serverColorScheme={colorScheme}
        stateText={scriptJson(state)}
        assets={assetsFor(filesOf(handle, context.loaderData[routeIdOf(handle)]))}
        site={site}
        copyMinutes={state.copyMinutes}
      >
        <StaticRouterProvider router={router} context={context} hydrate={false} />
      </FoyerApp>,
    );
    const status = problem?.status ?? (handle.name === "notFound" ? 404 : context.statusCode);
    return {
      status,
      headers: { "content-type": "text/html; charset=utf-8" },
      html: `<!doctype html>${html}`,
      ...(status >= 500 && { trouble: thrown }),
    };
  }
}

function unmatchedAddress(pathname: string): string {
  const path = formerAddressAt(pathname);
  return path === null ? notFoundPath : `/${path}`;
}

/** The server sends no token, so no token can expire. */
function failOnExpiry(): never {
  throw new Error("The server's own call was answered with 440 (session ended).");
}

function redirectTo(location: string): RenderedPage {
  return { status: 302, headers: { location }, html: null };
}
