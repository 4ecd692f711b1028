/** The files of the pages; address, title and flags are in paths.ts. */
import type { ComponentType } from "react";
import { type MiddlewareFunction, type RouteObject, useLoaderData, useLocation } from "react-router";
import type { PageModule } from "./pages/page.ts";
import { type PageHandle, type PageName, pages } from "./paths.ts";
import { useDraft } from "./sale/draftStore.ts";
import { PageFallback } from "./shell/PageFallback.tsx";
import { PageProblem } from "./shell/PageProblem.tsx";
import { PageTitle } from "./shell/PageTitle.tsx";
import { Shell } from "./shell/Shell.tsx";
import { NotStartedUntilHydrated } from "./ui/NotStarted.tsx";

interface PageFile {
  /** The file's key in Vite's manifest, which gives the server its stylesheets. */
  file: string;
  load: () => Promise<PageModule>;
}

/** Admin pages without an event in their address (docs/wire.md §5). They redirect to those of the last event. */
const lastEvent: PageFile = {
  file: "web/pages/event/LastEvent.tsx",
  load: () => import("./pages/event/LastEvent.tsx"),
};

/** Pages whose address has changed. */
const formerAddress: PageFile = {
  file: "web/pages/event/FormerAddress.tsx",
  load: () => import("./pages/event/FormerAddress.tsx"),
};

/** The frame of an event's pages. */
const eventFrame: PageFile = {
  file: "web/eventFrame/EventFrame.tsx",
  load: () => import("./eventFrame/EventFrame.tsx"),
};

/** Each page that exists. */
export const pageFiles: Partial<Record<PageName, PageFile>> = {
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
  auth: { file: "web/pages/auth/Auth.tsx", load: () => import("./pages/auth/Auth.tsx") },
  club: { file: "web/pages/club/Clubs.tsx", load: () => import("./pages/club/Clubs.tsx") },
  clubPage: {
    file: "web/pages/public/ClubPage.tsx",
    load: () => import("./pages/public/ClubPage.tsx"),
  },
  register: { file: "web/pages/auth/Register.tsx", load: () => import("./pages/auth/Register.tsx") },
  forgotPassword: {
    file: "web/pages/auth/ForgotPassword.tsx",
    load: () => import("./pages/auth/ForgotPassword.tsx"),
  },
  resetPassword: {
    file: "web/pages/auth/ResetPassword.tsx",
    load: () => import("./pages/auth/ResetPassword.tsx"),
  },
  confirmClub: {
    file: "web/pages/auth/ConfirmClub.tsx",
    load: () => import("./pages/auth/ConfirmClub.tsx"),
  },
  confirmEmail: {
    file: "web/pages/auth/ConfirmEmail.tsx",
    load: () => import("./pages/auth/ConfirmEmail.tsx"),
  },
  profile: { file: "web/pages/profile/Profile.tsx", load: () => import("./pages/profile/Profile.tsx") },
  clubAdd: { file: "web/pages/club/ClubAdd.tsx", load: () => import("./pages/club/ClubAdd.tsx") },
  clubEdit: { file: "web/pages/club/ClubEdit.tsx", load: () => import("./pages/club/ClubEdit.tsx") },
  clubTaxRates: { file: "web/pages/club/TaxRates.tsx", load: () => import("./pages/club/TaxRates.tsx") },
  clubTeam: { file: "web/pages/club/Team.tsx", load: () => import("./pages/club/Team.tsx") },
  acceptInvitation: {
    file: "web/pages/auth/AcceptInvitation.tsx",
    load: () => import("./pages/auth/AcceptInvitation.tsx"),
  },
  clubAccounts: {
    file: "web/pages/sudo/Credentials.tsx",
    load: () => import("./pages/sudo/Credentials.tsx"),
  },
  eventAttendees: {
    file: "web/pages/people/Attendees.tsx",
    load: () => import("./pages/people/Attendees.tsx"),
  },
  eventOrders: { file: "web/pages/orders/Orders.tsx", load: () => import("./pages/orders/Orders.tsx") },
  eventOrder: {
    file: "web/pages/orders/order/Order.tsx",
    load: () => import("./pages/orders/order/Order.tsx"),
  },
  eventGettingPaid: {
    file: "web/pages/event/GettingPaid.tsx",
    load: () => import("./pages/event/GettingPaid.tsx"),
  },
  eventClosing: {
    file: "web/pages/closing/Closing.tsx",
    load: () => import("./pages/closing/Closing.tsx"),
  },
  eventImport: {
    file: "web/pages/people/import/Import.tsx",
    load: () => import("./pages/people/import/Import.tsx"),
  },
  signin: { file: "web/pages/auth/Signin.tsx", load: () => import("./pages/auth/Signin.tsx") },
  signout: { file: "web/pages/auth/Signout.tsx", load: () => import("./pages/auth/Signout.tsx") },
  dashboard: {
    file: "web/pages/dashboard/Dashboard.tsx",
    load: () => import("./pages/dashboard/Dashboard.tsx"),
  },
  eventPlaceholder: { file: "web/pages/event/Events.tsx", load: () => import("./pages/event/Events.tsx") },
  eventById: { file: "web/pages/event/Overview.tsx", load: () => import("./pages/event/Overview.tsx") },
  eventAdd: {
    file: "web/pages/event/edit/EventAdd.tsx",
    load: () => import("./pages/event/edit/EventAdd.tsx"),
  },
  eventEdit: {
    file: "web/pages/event/edit/EventEdit.tsx",
    load: () => import("./pages/event/edit/EventEdit.tsx"),
  },
  checkin: lastEvent,
  config: lastEvent,
  edit: lastEvent,
  extras: lastEvent,
  landingConfig: lastEvent,
  sponsorshipPackages: lastEvent,
  sponsorships: lastEvent,
  statistics: lastEvent,
  ticketsOfEvent: lastEvent,
  formBuilder: lastEvent,
  formerFinalAccounts: formerAddress,
  formerClubAccounts: formerAddress,
  formerPageTexts: formerAddress,
  formerQuestions: formerAddress,
  adminDashboard: {
    file: "web/pages/dashboard/AdminDashboard.tsx",
    load: () => import("./pages/dashboard/AdminDashboard.tsx"),
  },
  sudoDashboard: {
    file: "web/pages/sudo/SudoDashboard.tsx",
    load: () => import("./pages/sudo/SudoDashboard.tsx"),
  },
  sudoEvents: { file: "web/pages/sudo/AllEvents.tsx", load: () => import("./pages/sudo/AllEvents.tsx") },
  sudoActivity: { file: "web/pages/sudo/Activity.tsx", load: () => import("./pages/sudo/Activity.tsx") },
  eventStatistics: {
    file: "web/pages/statistics/Statistics.tsx",
    load: () => import("./pages/statistics/Statistics.tsx"),
  },
  eventCheckin: { file: "web/pages/door/Checkin.tsx", load: () => import("./pages/door/Checkin.tsx") },
  eventScan: { file: "web/pages/door/Scan.tsx", load: () => import("./pages/door/Scan.tsx") },
  helperDoor: { file: "web/pages/door/HelperDoor.tsx", load: () => import("./pages/door/HelperDoor.tsx") },
  qrViewer: { file: "web/pages/qr/QrViewer.tsx", load: () => import("./pages/qr/QrViewer.tsx") },
  eventTickets: {
    file: "web/pages/event/tickets/Tickets.tsx",
    load: () => import("./pages/event/tickets/Tickets.tsx"),
  },
  eventPromoCodes: {
    file: "web/pages/event/promoCodes/PromoCodes.tsx",
    load: () => import("./pages/event/promoCodes/PromoCodes.tsx"),
  },
  eventExtras: {
    file: "web/pages/event/extras/Extras.tsx",
    load: () => import("./pages/event/extras/Extras.tsx"),
  },
  eventSponsorshipPackages: {
    file: "web/pages/event/packages/Packages.tsx",
    load: () => import("./pages/event/packages/Packages.tsx"),
  },
  eventSponsorships: {
    file: "web/pages/event/sponsorships/Sponsorships.tsx",
    load: () => import("./pages/event/sponsorships/Sponsorships.tsx"),
  },
  eventQuestions: {
    file: "web/pages/event/form/FormBuilder.tsx",
    load: () => import("./pages/event/form/FormBuilder.tsx"),
  },
  eventConfig: {
    file: "web/pages/event/settings/Config.tsx",
    load: () => import("./pages/event/settings/Config.tsx"),
  },
  eventPageTexts: {
    file: "web/pages/event/landing/Landing.tsx",
    load: () => import("./pages/event/landing/Landing.tsx"),
  },
  eventWaitingList: {
    file: "web/pages/waiting/WaitingLists.tsx",
    load: () => import("./pages/waiting/WaitingLists.tsx"),
  },
  eventQr: { file: "web/pages/qr/Codes.tsx", load: () => import("./pages/qr/Codes.tsx") },
};

/** The dependencies of the routes: the loader of page files and the navigation guard. */
interface RouteDependencies {
  loadPage: (load: () => Promise<PageModule>) => Promise<PageModule>;
  middleware: MiddlewareFunction[];
  /** The server sends an empty shell for pages that only the browser renders, and never loads their code. */
  onServer?: boolean;
  /** The loader data of the first page by route, which came with the document. */
  firstData?: Readonly<Record<string, unknown>>;
}

/** Builds the route table. The server and the browser each build their own. */
export function buildRoutes({
  loadPage,
  middleware,
  onServer = false,
  firstData = {},
}: RouteDependencies): RouteObject[] {
  const entries = Object.entries(pageFiles) as [PageName, PageFile][];
  const children = entries.map(([name, { load }]): RouteObject => {
    const handle: PageHandle = { ...pages[name], name };
    if (onServer && handle.clientOnly)
      return { id: name, path: handle.path, handle, Component: PageFallback };
    return pageRoute(handle, () => loadPage(load), firstData);
  });
  const unmatched: PageHandle = { ...pages.notFound, path: "*", name: "notFound", unmatched: true };
  const loadNotFound = pageFiles.notFound?.load;
  if (loadNotFound) children.push(pageRoute(unmatched, () => loadPage(loadNotFound), firstData));
  const shell = { id: shellRouteId, Component: Shell, ErrorBoundary: FailedShell, middleware };
  if (onServer) return [{ ...shell, children }];
  const frame: RouteObject = {
    id: "eventFrame",
    ErrorBoundary: FailedPage,
    HydrateFallback: PageFallback,
    lazy: () => loadPage(eventFrame.load),
    children: children.filter(isInEventFrame),
  };
  return [{ ...shell, children: [...children.filter((route) => !isInEventFrame(route)), frame] }];
}

/** Only the browser renders these pages, so the server has no frame. */
function isInEventFrame({ handle }: RouteObject): boolean {
  return (handle as PageHandle).layout === "event";
}

/** The files of a page: its own and the frame's. */
export function filesOf({ name, layout }: PageHandle): string[] {
  const pageFile = pageFiles[name];
  return [...(layout === "event" ? [eventFrame.file] : []), ...(pageFile ? [pageFile.file] : [])];
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

/** The id of the route around all pages. */
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

/** Gives every page exactly one title, from the table, and a notice if a script that it needs does not run. */
function withTitle(
  { Component: Page, needsScript = () => false, eventOf = ownEvent }: PageModule,
  title: string | null,
): ComponentType {
  return function FramedPage() {
    const loaderData = useLoaderData<never>();
    return (
      <>
        <PageTitle title={title} eventName={eventOf(loaderData)?.name} />
        {needsScript(loaderData) && <NotStartedUntilHydrated />}
        <Page />
      </>
    );
  };
}

/** The event in a page's loader data; null for pages of no event. */
function ownEvent(loaderData: { event?: { name: string } } | undefined): { name: string } | null {
  return loaderData?.event ?? null;
}

function FailedPage() {
  return <PageProblem paying={usePaying()} />;
}

/** The error page if the shell itself fails: without a layout. */
function FailedShell() {
  return (
    <main className="mainView">
      <FailedPage />
    </main>
  );
}

/** Whether a payment for the event of this address began in this browser. Drafts are stored by slugs in lower case. */
function usePaying(): boolean {
  const slug = useLocation().pathname.split("/")[1]?.toLowerCase() ?? "";
  return useDraft(slug)?.paying ?? false;
}
