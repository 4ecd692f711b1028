import type { ComponentType } from "react";
import { type MiddlewareFunction, type RouteObject, useLoaderData, useLocation } from "react-router";
import type { PageFile, PageModule } from "./pages/page.ts";
import { type PageHandle, type PageName, pages } from "./paths.ts";
import { useDraft } from "./sale/draftStore.ts";
import { PageFallback } from "./shell/PageFallback.tsx";
import { PageProblem } from "./shell/PageProblem.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { Shell } from "./shell/Shell.tsx";
import { NotStartedUntilHydrated } from "./ui/NotStarted.tsx";

/** Loads the table of the pages outside `visitorPages`: a separate file, so that visitors' pages stay small. */
export const loadStaffPages = () => import("./staffPages.ts");

export const visitorPages = {
  home: { file: "web/pages/public/Home.tsx", load: () => import("./pages/public/Home.tsx") },
  "event-landing-slug": {
    file: "web/pages/public/Event.tsx",
    load: () => import("./pages/public/Event.tsx"),
  },
  tickets: { file: "web/pages/public/Tickets.tsx", load: () => import("./pages/public/Tickets.tsx") },
  changeTickets: {
    file: "web/pages/public/ChangeTickets.tsx",
    load: () => import("./pages/public/ChangeTickets.tsx"),
  },
  findTickets: {
    file: "web/pages/public/FindTickets.tsx",
    load: () => import("./pages/public/FindTickets.tsx"),
  },
  findAllTickets: {
    file: "web/pages/public/FindAllTickets.tsx",
    load: () => import("./pages/public/FindAllTickets.tsx"),
  },
  attendeeForm: {
    file: "web/pages/public/AttendeeForm.tsx",
    load: () => import("./pages/public/AttendeeForm.tsx"),
  },
  checkout: { file: "web/pages/public/Checkout.tsx", load: () => import("./pages/public/Checkout.tsx") },
  success: { file: "web/pages/public/Success.tsx", load: () => import("./pages/public/Success.tsx") },
  waitingList: {
    file: "web/pages/public/WaitingList.tsx",
    load: () => import("./pages/public/WaitingList.tsx"),
  },
  extrasPurchase: {
    file: "web/pages/public/ExtrasPurchase.tsx",
    load: () => import("./pages/public/ExtrasPurchase.tsx"),
  },
  pricing: { file: "web/pages/public/Pricing.tsx", load: () => import("./pages/public/Pricing.tsx") },
  notFound: { file: "web/pages/public/NotFound.tsx", load: () => import("./pages/public/NotFound.tsx") },
  auth: {
    file: "web/pages/auth/Auth.tsx",
    load: () => {
      // The next page may be a staff page. If this fails, that page loads the table again.
      loadStaffPages().catch(() => {});
      return import("./pages/auth/Auth.tsx");
    },
  },
  clubPage: {
    file: "web/pages/public/ClubPage.tsx",
    load: () => import("./pages/public/ClubPage.tsx"),
  },
} satisfies Partial<Record<PageName, PageFile>>;

interface RouteDependencies {
  loadPage: (load: () => Promise<PageModule>) => Promise<PageModule>;
  middleware: MiddlewareFunction[];
  onServer?: boolean;
  /** Loader data by route id, which came with the document. */
  firstData?: Readonly<Record<string, unknown>>;
}

export function buildRoutes({
  loadPage,
  middleware,
  onServer = false,
  firstData = {},
}: RouteDependencies): RouteObject[] {
  const names = Object.keys(pages) as PageName[];
  const children = names.map((name): RouteObject => {
    const handle: PageHandle = { ...pages[name], name };
    if (onServer && handle.clientOnly)
      return { id: name, path: handle.path, handle, Component: PageFallback };
    return pageRoute(handle, () => loadPage(() => loadFile(name)), firstData);
  });
  const unmatched: PageHandle = { ...pages.notFound, path: "*", name: "notFound", unmatched: true };
  children.push(pageRoute(unmatched, () => loadPage(visitorPages.notFound.load), firstData));
  const shell = { id: shellRouteId, Component: Shell, ErrorBoundary: FailedShell, middleware };
  if (onServer) return [{ ...shell, children }];
  const frame: RouteObject = {
    id: "eventFrame",
    ErrorBoundary: FailedPage,
    HydrateFallback: PageFallback,
    lazy: () => loadPage(async () => (await loadStaffPages()).eventFrame.load()),
    children: children.filter(isInEventFrame),
  };
  return [{ ...shell, children: [...children.filter((route) => !isInEventFrame(route)), frame] }];
}

/** Only the browser renders these pages, so the server has no frame. */
function isInEventFrame({ handle }: RouteObject): boolean {
  return (handle as PageHandle).layout === "event";
}

async function loadFile(name: PageName): Promise<PageModule> {
  const { load } = isVisitorPage(name) ? visitorPages[name] : (await loadStaffPages()).staffPages[name];
  return load();
}

function isVisitorPage(name: PageName): name is keyof typeof visitorPages {
  return name in visitorPages;
}

export function findRoute(routes: readonly RouteObject[], id: string): RouteObject | undefined {
  for (const route of routes) {
    const match = route.id === id ? route : findRoute(route.children ?? [], id);
    if (match) return match;
  }
  return undefined;
}

export function routeIdOf({ name, unmatched }: PageHandle): string {
  return unmatched ? "unmatched" : name;
}

export const shellRouteId = "shell";

function pageRoute(
  handle: PageHandle,
  load: () => Promise<PageModule>,
  firstData: Readonly<Record<string, unknown>>,
): RouteObject {
  const id = routeIdOf(handle);
  return {
    id,
    path: handle.path,
    handle,
    ErrorBoundary: FailedPage,
    ...(handle.clientOnly && { HydrateFallback: PageFallback }),
    lazy: async () => {
      const page = await load();
      if (id in firstData) await page.loadParts?.(firstData[id] as never);
      return { Component: withTitle(page, handle.title), loader: page.loader, action: page.action };
    },
  };
}

function withTitle(
  { Component: Page, needsScript = () => false, eventOf = ownEvent }: PageModule,
  title: string | null,
): ComponentType {
  return function FramedPage() {
    const loaderData = useLoaderData<never>();
    const { pathname } = useLocation();
    return (
      <>
        <PageTitle title={title} eventName={eventOf(loaderData)?.name} />
        {needsScript(loaderData) && <NotStartedUntilHydrated />}
        {/* The key resets a form when the same page is opened at another path. */}
        <Page key={pathname} />
      </>
    );
  };
}

function ownEvent(loaderData: { event?: { name: string } } | undefined): { name: string } | null {
  return loaderData?.event ?? null;
}

function FailedPage() {
  return <PageProblem paying={usePaying()} />;
}

function FailedShell() {
  return (
    <main className="mainView">
      <FailedPage />
    </main>
  );
}

/**
 * Whether a card may have been charged for tickets of the event whose slug begins the path. Drafts are stored by slugs
 * in lower case.
 */
function usePaying(): boolean {
  const slug = useLocation().pathname.split("/")[1]?.toLowerCase() ?? "";
  return useDraft(slug)?.paying ?? false;
}
