/**
 * Hydrates the server's page in short steps with pauses, because on a slow phone each step delays the reaction to a
 * tap.
 */
import "./libraries.ts";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { loadersApi } from "./api/browser.ts";
import { apiContext } from "./api/context.ts";
import { pastDoors } from "./door/keptDoors.ts";
import { showKeptMessage } from "./keptMessage.ts";
import { replaceRefusedStorage } from "./lib/browserStorage.ts";
import { enterFirstPage, guardNavigation } from "./middleware.ts";
import { PageLoadFailed, pageLoaded, pageLoader } from "./pageLoad.ts";
import type { PageHandle } from "./paths.ts";
import { buildRoutes, findRoute, loadStaffPages, shellRouteId } from "./routes.tsx";
import { FoyerApp } from "./shell/App.tsx";
import { hydrated } from "./shell/hydration.ts";
import { readPageState } from "./shell/pageState.ts";
import { colorScheme, restoreColorScheme } from "./stores/colorScheme.ts";
import { navigateWith } from "./stores/navigation.ts";
import { restoreSession, session } from "./stores/session.ts";

let router: ReturnType<typeof createBrowserRouter> | null = null;

replaceRefusedStorage(window);

const loadPage = pageLoader({
  storage: sessionStorage,
  target: () => {
    const { pathname, search } = router?.state.navigation.location ?? location;
    return pathname + search;
  },
  reloadTo: (path) => location.assign(path),
  log: console.error,
  isOffline: () => !navigator.onLine,
});

// Not awaited, because in the build the files of pages import this one and would wait for it. If it fails, the server's
// page remains, with working links and forms.
hydratePage().catch((error: unknown) => {
  if (!(error instanceof PageLoadFailed)) console.error(error);
});

async function hydratePage(): Promise<void> {
  restoreColorScheme();
  const serverColorScheme = colorScheme.get();
  const { text, state } = readPageState();
  const routes = buildRoutes({
    loadPage,
    middleware: [guardNavigation(state.redirectOrigins)],
    firstData: state.loaderData,
  });
  const route = findRoute(routes, state.routeId);
  if (route === undefined) throw new Error(`The page's state has an unknown route: ${state.routeId}`);
  const handle = route.handle as PageHandle;
  if (!enterFirstPage(handle, state.redirectOrigins)) return;

  if (typeof route.lazy === "function") {
    const loading = route.lazy();
    // The page's code must be loaded before hydration, or a rendered page would flicker. If the server has sent only
    // the shell, the page must come later, because hydration expects the shell.
    if (handle.clientOnly) route.lazy = () => hydrated.then(() => loading);
    else Object.assign(route, await loading, { lazy: undefined });
  }
  await pause();

  const newRouter = createBrowserRouter(routes, {
    hydrationData: {
      // The shell has no data. Its entry tells the router that the guard has run already (enterFirstPage).
      loaderData: handle.clientOnly ? {} : { ...state.loaderData, [shellRouteId]: null },
      actionData: state.actionData,
      errors: state.errors,
    },
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(apiContext, loadersApi);
      return context;
    },
  });
  router = newRouter;
  navigateWith((path) => void newRouter.navigate(path));
  newRouter.subscribe(({ navigation, errors }) => {
    if (navigation.state === "idle" && errors === null) pageLoaded(sessionStorage);
  });
  await pause();

  // Inside a transition React hydrates in slices.
  startTransition(() => {
    hydrateRoot(
      document,
      <FoyerApp
        serverColorScheme={serverColorScheme}
        stateText={text}
        assets={null}
        site={state.site}
        copyMinutes={state.copyMinutes}
      >
        <RouterProvider router={newRouter} />
      </FoyerApp>,
      { onRecoverableError: (error) => console.error("React had to render the page again.", error) },
    );
  });
  whenIdle(() => {
    restoreSession();
    // The next page may be a staff page. If this fails, that page loads the table again.
    if (session.get() !== null) loadStaffPages().catch(() => {});
    const pastEventIds = pastDoors(new Date());
    if (pastEventIds.length > 0)
      void import("./door/forgetDoors.ts").then(({ forgetDoors }) => forgetDoors(pastEventIds));
    // The router loads such a page itself. Then the subscription above and `guardNavigation` do the rest.
    if (handle.clientOnly) return;
    pageLoaded(sessionStorage);
    showKeptMessage();
  });
}

/** Lets the browser handle taps meanwhile. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** Safari 16.4 has no idle callbacks. */
function whenIdle(callback: () => void): void {
  if (typeof requestIdleCallback === "function") requestIdleCallback(callback, { timeout: 1000 });
  else setTimeout(callback, 200);
}
