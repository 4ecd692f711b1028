/** The addresses of the web app: docs/product.md §2, and docs/wire.md §5 for the short ones of admin pages. */

/** With app bar and footer; the same with an event's navigation; main view only; nothing. */
export type Layout = "default" | "event" | "headerless" | "none";

/** What is known of a page before its code is loaded. */
export interface PageFlags {
  /** React Router's pattern. */
  path: string;
  /** Its part of the document's title (PageTitle.tsx). */
  title: string | null;
  layout: Layout;
  requiresAuth?: true;
  requiresNoAuth?: true;
  requiresAdmin?: true;
  requiresSudo?: true;
  /** Needs data that only the browser has (token, access key, draft), so the server sends the empty shell. */
  clientOnly?: true;
  /**
   * The parameters that the server passes to the page (pageAddress.ts). If the server renders the page, proofs of ownership
   * (docs/wire.md §1) must be among them.
   */
  query?: readonly string[];
  /** Useful even if nothing can be bought: the server may make it from earlier replies (server/http/pages/pages.ts). */
  isForReading?: true;
}

const user = { layout: "default", requiresAuth: true, clientOnly: true } as const;
const admin = { layout: "default", requiresAuth: true, requiresAdmin: true, clientOnly: true } as const;
const eventAdmin = { ...admin, layout: "event" } as const;
const sudo = { layout: "default", requiresAuth: true, requiresSudo: true, clientOnly: true } as const;
const headerless = { layout: "headerless", clientOnly: true } as const;
const visitor = { layout: "headerless", requiresNoAuth: true, clientOnly: true } as const;

export const pages = {
  home: {
    path: "/",
    title: "Home",
    layout: "default",
    query: ["search", "clubId", "when", "page"],
    isForReading: true,
  },
  "event-landing-slug": {
    path: "/:slug",
    title: "Event Registration",
    layout: "default",
    isForReading: true,
  },
  attendeeForm: {
    path: "/:slug/attendee-form",
    title: "Attendee Information",
    layout: "default",
    clientOnly: true,
  },
  checkout: { path: "/:slug/checkout", title: "Checkout", layout: "default", clientOnly: true },
  success: { path: "/:slug/success", title: "Registration Successful", layout: "default", clientOnly: true },
  tickets: {
    path: "/:slug/tickets",
    title: "Tickets",
    layout: "default",
    query: ["registrationId", "accessKey", "qrUuid"],
  },
  changeTickets: {
    path: "/:slug/change-tickets",
    title: "Change Your Tickets",
    layout: "default",
    clientOnly: true,
    query: ["registrationId", "accessKey"],
  },
  findTickets: { path: "/:slug/find-tickets", title: "Find Your Tickets", layout: "default" },
  findAllTickets: { path: "/find-tickets", title: "Find My Tickets", layout: "default" },
  waitingList: {
    path: "/:slug/waiting-list",
    title: "Waiting List",
    layout: "default",
    query: ["ticket", "entry", "accessKey"],
  },
  extrasPurchase: {
    path: "/ExtrasPurchase",
    title: "Extras Purchase",
    layout: "default",
    query: ["event", "registrationId", "accessKey", "step", "purchase", "paymentIntentId", "payment_intent"],
  },
  pricing: {
    path: "/Pricing",
    title: "Donation Page",
    layout: "default",
    query: ["event", "sponsorshipId", "accessKey", "paymentIntentId", "payment_intent"],
  },
  notFound: { path: "/NotFound", title: "Not Found", layout: "default" },

  auth: { path: "/auth", title: "For Clubs", layout: "default" },
  club: { path: "/club", title: null, layout: "default" },
  clubPage: {
    path: "/club/:clubId",
    title: "Events",
    layout: "default",
    query: ["page"],
    isForReading: true,
  },
  eventPlaceholder: { path: "/event", title: null, layout: "default", clientOnly: true },
  eventById: { path: "/event/:eventId", title: null, layout: "event", clientOnly: true },
  eventQr: { path: "/event/:eventId/qr", title: "Codes and Badges", layout: "event", clientOnly: true },

  register: { path: "/auth/Register", title: "Register", ...visitor },
  forgotPassword: { path: "/auth/Forgot", title: "Forgotten Password", ...visitor },
  // Signed-in users may open the pages of mailed links too.
  resetPassword: { path: "/auth/Reset", title: "New Password", ...headerless },
  confirmClub: { path: "/auth/Confirm", title: "Confirm Your Address", ...headerless },
  // Visitors read that they have to sign in first.
  confirmEmail: { path: "/auth/Email", title: "Confirm Your New Address", ...headerless },
  acceptInvitation: { path: "/auth/Invitation", title: "Join a Team", ...headerless },
  signin: { path: "/auth/Signin", title: "Sign in", ...visitor },
  signout: { path: "/auth/Signout", title: "Sign out", ...user, layout: "headerless" },
  dashboard: { path: "/dashboard", title: "Dashboard", ...user },
  profile: { path: "/profile", title: "Your Profile", ...user },
  clubEdit: { path: "/club/edit/:clubId?", title: "Edit Club", ...user },
  clubTeam: { path: "/club/team/:clubId?", title: "Team", ...user },
  clubTaxRates: { path: "/club/taxes/:clubId?", title: "Tax Rates", ...user },

  clubAdd: { path: "/club/add", title: "Add Club", ...sudo },
  clubAccounts: { path: "/club/accounts/:clubId", title: "Accounts", ...sudo },
  sudoDashboard: { path: "/dashboard/sudo", title: "Dashboard", ...sudo },
  sudoEvents: { path: "/dashboard/sudo/events", title: "All Events", ...sudo },
  sudoActivity: { path: "/dashboard/sudo/activity", title: "Mails, Jobs and Sign-ins", ...sudo },

  adminDashboard: { path: "/dashboard/admin", title: "Dashboard", ...admin },
  eventAdd: { path: "/event/add", title: "Add Event", ...admin },
  eventAttendees: { path: "/event/:eventId/attendees", title: "Attendees", ...eventAdmin },
  eventCheckin: { path: "/event/:eventId/checkin", title: "Check-in", ...eventAdmin },
  eventOrders: { path: "/event/:eventId/orders", title: "Orders", ...eventAdmin },
  eventOrder: { path: "/event/:eventId/orders/:orderId", title: "Order", ...eventAdmin },
  eventGettingPaid: { path: "/event/:eventId/getting-paid", title: "Getting Paid", ...eventAdmin },
  eventClosing: { path: "/event/:eventId/final-accounts", title: "Final Accounts", ...eventAdmin },
  eventScan: { path: "/event/:eventId/checkin/scan", title: "Scan tickets", ...admin, layout: "none" },
  eventConfig: { path: "/event/:eventId/config", title: "Event Settings", ...eventAdmin },
  eventEdit: { path: "/event/:eventId/edit", title: "Event Details", ...eventAdmin },
  eventExtras: { path: "/event/:eventId/extras", title: "Extras", ...eventAdmin },
  eventPageTexts: { path: "/event/:eventId/page-texts", title: "Page Texts", ...eventAdmin },
  eventSponsorshipPackages: {
    path: "/event/:eventId/sponsorship-packages",
    title: "Sponsorship Packages",
    ...eventAdmin,
  },
  eventSponsorships: { path: "/event/:eventId/sponsorships", title: "Sponsors", ...eventAdmin },
  eventStatistics: { path: "/event/:eventId/statistics", title: "Statistics", ...eventAdmin },
  eventTickets: { path: "/event/:eventId/tickets", title: "Tickets", ...eventAdmin },
  eventPromoCodes: { path: "/event/:eventId/promo-codes", title: "Promo Codes", ...eventAdmin },
  eventWaitingList: { path: "/event/:eventId/waiting-list", title: "Waiting List", ...eventAdmin },
  eventQuestions: { path: "/event/:eventId/questions", title: "Questions", ...eventAdmin },
  checkin: { path: "/checkin", title: "Check-in", ...admin },
  config: { path: "/config", title: "Event Settings", ...admin },
  edit: { path: "/edit", title: "Event Details", ...admin },
  extras: { path: "/extras", title: "Extras", ...admin },
  landingConfig: { path: "/landing-config", title: "Page Texts", ...admin },
  sponsorshipPackages: { path: "/sponsorship-packages", title: "Sponsorship Packages", ...admin },
  sponsorships: { path: "/sponsorships", title: "Sponsors", ...admin },
  statistics: { path: "/statistics", title: "Statistics", ...admin },
  ticketsOfEvent: { path: "/tickets", title: "Tickets", ...admin },
  formBuilder: { path: "/form-builder", title: "Questions", ...admin },

  // Former addresses.
  formerFinalAccounts: { path: "/event/:eventId/closing", title: "Final Accounts", ...admin },
  formerClubAccounts: { path: "/club/credential/:clubId", title: "Accounts", ...sudo },
  formerPageTexts: { path: "/event/:eventId/landing-config", title: "Page Texts", ...admin },
  formerQuestions: { path: "/event/:eventId/form-builder", title: "Questions", ...admin },

  // Helpers have no account.
  helperDoor: { path: "/door/:secret", title: "Door", layout: "none", clientOnly: true },

  // Both are without `requiresAuth`, because step 5 of the guard sends visitors to sign-in, too.
  eventImport: {
    path: "/event/:eventId/import",
    title: "Import Attendees",
    layout: "event",
    requiresAdmin: true,
    clientOnly: true,
  },
  qrViewer: {
    path: "/event/:eventId/qr/:registrationId/:attendeeId/:qrUuid",
    title: "QR Code viewer",
    layout: "headerless",
    requiresAdmin: true,
    clientOnly: true,
  },
} as const satisfies Record<string, PageFlags>;

export type PageName = keyof typeof pages;

/** The handle of a page's route (routes.tsx). */
export interface PageHandle extends PageFlags {
  name: PageName;
  /** An address without a page: step 7 of the guard. */
  unmatched?: true;
}

/** The access key of a registration, or one attendee's secret (docs/wire.md §1). */
export interface Proof {
  registrationId: number;
  accessKey?: string;
  qrUuid?: string;
}

export interface SponsorProof {
  sponsorshipId: number;
  accessKey: string;
}

export const dateFilters = ["today", "weekend", "7days", "30days"] as const;
export type DateFilter = (typeof dateFilters)[number];

export interface HomeQuery {
  search?: string;
  clubId?: number;
  when?: DateFilter;
  page?: number;
}

/** Staff pages of an event, by the last segment of their addresses. */
export type EventPageName =
  | "attendees"
  | "checkin"
  | "config"
  | "edit"
  | "extras"
  | "final-accounts"
  | "getting-paid"
  | "import"
  | "orders"
  | "page-texts"
  | "promo-codes"
  | "qr"
  | "questions"
  | "sponsorship-packages"
  | "sponsorships"
  | "statistics"
  | "tickets"
  | "waiting-list";

export const paths = {
  home: (query: HomeQuery = {}) =>
    withQuery("/", {
      search: query.search || undefined,
      clubId: query.clubId,
      when: query.when,
      page: pageNumber(query.page),
    }),
  /** With a promo code: the link to share it. */
  event: (slug: string, code?: string) => withQuery(`/${encodeURIComponent(slug)}`, { code }),
  tickets: (slug: string, proof?: Proof) => withQuery(`/${encodeURIComponent(slug)}/tickets`, proof),
  changeTickets: (slug: string, proof: Proof) =>
    withQuery(`/${encodeURIComponent(slug)}/change-tickets`, proof),
  findTickets: (slug: string) => `/${encodeURIComponent(slug)}/find-tickets`,
  findAllTickets: () => "/find-tickets",
  /** `ticket`: join its list; `entry`: see this entry. */
  waitingList: (slug: string, entry?: { ticket: number } | { entry: number; accessKey: string }) =>
    withQuery(`/${encodeURIComponent(slug)}/waiting-list`, entry),
  attendeeForm: (slug: string) => `/${encodeURIComponent(slug)}/attendee-form`,
  checkout: (slug: string) => `/${encodeURIComponent(slug)}/checkout`,
  success: (slug: string, proof?: Proof) => withQuery(`/${encodeURIComponent(slug)}/success`, proof),
  extrasPurchase: (
    slug?: string,
    proof?: Proof,
    at: { step?: "pay"; purchase?: number; paymentIntentId?: string } = {},
  ) => withQuery("/ExtrasPurchase", { event: slug, ...proof, ...at }),
  /** Without a slug: the choice of an event. */
  pricing: (slug?: string, sponsorProof?: SponsorProof & { paymentIntentId?: string }) =>
    withQuery("/Pricing", { event: slug, ...sponsorProof }),
  notFound: () => "/NotFound",
  signin: () => "/auth/Signin",
  register: () => "/auth/Register",
  forgotPassword: () => "/auth/Forgot",
  profile: () => "/profile",
  forClubs: () => "/auth",
  clubs: () => "/club",
  /** `page` counts pages of past events. */
  club: (clubId: number, page?: number) => withQuery(`/club/${clubId}`, { page: pageNumber(page) }),
  clubAdd: () => "/club/add",
  /** Without an id: the user's own club. */
  clubEdit: (clubId?: number) => (clubId === undefined ? "/club/edit" : `/club/edit/${clubId}`),
  clubTeam: (clubId?: number) => (clubId === undefined ? "/club/team" : `/club/team/${clubId}`),
  clubTaxRates: (clubId?: number) => (clubId === undefined ? "/club/taxes" : `/club/taxes/${clubId}`),
  clubAccounts: (clubId: number) => `/club/accounts/${clubId}`,
  signout: () => "/auth/Signout",
  dashboard: () => "/dashboard",
  adminDashboard: () => "/dashboard/admin",
  sudoDashboard: () => "/dashboard/sudo",
  sudoEvents: () => "/dashboard/sudo/events",
  sudoActivity: () => "/dashboard/sudo/activity",
  events: () => "/event",
  eventAdd: () => "/event/add",
  eventOverview: (eventId: number) => `/event/${eventId}`,
  eventPage: (eventId: number, page: EventPageName) => `/event/${eventId}/${page}`,
  eventOrder: (eventId: number, orderId: number) => `/event/${eventId}/orders/${orderId}`,
  eventScan: (eventId: number) => `/event/${eventId}/checkin/scan`,
  qrViewer: (eventId: number, attendee: { registrationId: number; attendeeId: number; qrUuid: string }) =>
    `/event/${eventId}/qr/${attendee.registrationId}/${attendee.attendeeId}/${attendee.qrUuid}`,
  calendarFile: (slug: string) => withQuery("/api/event/calendar.ics", { slug }),
  calendarFeed: (clubId?: number) => withQuery("/api/event/feed.ics", { clubId }),
};

function pageNumber(page: number | undefined): number | undefined {
  return page === undefined || page <= 1 ? undefined : page;
}

function withQuery(path: string, query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return pairs.length === 0
    ? path
    : `${path}?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}`;
}
