/** The files of all pages outside `visitorPages` (routes.tsx). */
import type { PageFile } from "./pages/page.ts";
import type { PageName } from "./paths.ts";

/** Leads admins from an address without an event to a page of an event, or lists the events (docs/wire.md §5). */
const lastEvent: PageFile = {
  file: "web/pages/event/LastEvent.tsx",
  load: () => import("./pages/event/LastEvent.tsx"),
};

/** Redirects from the former address of a page. */
const formerAddress: PageFile = {
  file: "web/pages/event/FormerAddress.tsx",
  load: () => import("./pages/event/FormerAddress.tsx"),
};

export const eventFrame: PageFile = {
  file: "web/eventFrame/EventFrame.tsx",
  load: () => import("./eventFrame/EventFrame.tsx"),
};

export const staffPages = {
  club: { file: "web/pages/club/Clubs.tsx", load: () => import("./pages/club/Clubs.tsx") },
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
} satisfies Partial<Record<PageName, PageFile>>;
