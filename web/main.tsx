/** Takes over in the browser the page that the server has rendered. */
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { createBrowserRouter, matchRoutes, RouterContextProvider } from "react-router";
import { RouterProvider } from "react-router/dom";
import { api } from "./api/browser.ts";
import { apiContext } from "./api/context.ts";
import { showKeptMessage } from "./keptMessage.ts";
import { enterFirstPage, guardNavigation } from "./middleware.ts";
import { pageLoaded, pageLoader } from "./pageLoad.ts";
import type { PageHandle } from "./paths.ts";
import { buildRoutes } from "./routes.tsx";
import { App } from "./shell/App.tsx";
import { readPageState } from "./shell/pageState.ts";
import { colorScheme, restoreColorScheme } from "./stores/colorScheme.ts";
import { navigateWith } from "./stores/navigation.ts";
import { restoreSession } from "./stores/session.ts";

restoreSession();
restoreColorScheme();
const { text, state } = readPageState();
const serverColorScheme = colorScheme.get();
let router: ReturnType<typeof createBrowserRouter> | null = null;

const loadPage = pageLoader({
  storage: sessionStorage,
  target: () => {
    const { pathname, search } = router?.state.navigation.location ?? location;
    return pathname + search;
  },
  reloadTo: (path) => location.assign(path),
  log: (message, cause) => console.error(message, cause),
});
const routes = buildRoutes({ loadPage, middleware: [guardNavigation(state.redirectOrigins)] });
const matches = matchRoutes(routes, location) ?? [];
// Only routes.tsx makes handles, and its last route matches everything.
const handle = matches.at(-1)?.route.handle as PageHandle;

// Not awaited: pages import this very file, and would wait for it. What has failed to load is logged by then, and the
// page stands as the server has sent it.
if (enterFirstPage(handle, state.redirectOrigins)) takeOver().catch(() => {});

async function takeOver(): Promise<void> {
  if (!handle.clientOnly) {
    // What the server has rendered must be there before hydration, or the page would blink.
    for (const { route } of matches) {
      if (typeof route.lazy === "function") Object.assign(route, await route.lazy(), { lazy: undefined });
    }
  }
  const made = createBrowserRouter(routes, {
    hydrationData: { loaderData: state.loaderData, actionData: state.actionData, errors: state.errors },
    getContext: () => {
      const context = new RouterContextProvider();
      context.set(apiContext, api);
      return context;
    },
  });
  router = made;
  navigateWith((path) => void made.navigate(path));
  made.subscribe(({ navigation, errors }) => {
    if (navigation.state === "idle" && errors === null) pageLoaded(sessionStorage);
  });

  // In a transition hydration is cut into slices, so that no tap has to wait for all of it.
  startTransition(() => {
    hydrateRoot(
      document,
      <App serverColorScheme={serverColorScheme} stateText={text} assets={null} origin={state.origin}>
        <RouterProvider router={made} />
      </App>,
      { onRecoverableError: (error) => console.error("The page had to be drawn again.", error) },
    );
  });
  if (!handle.clientOnly) {
    pageLoaded(sessionStorage);
    showKeptMessage();
  }
}
