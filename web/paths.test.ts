import { expect, test } from "vitest";
import { formerAddressAt } from "../contract/rules/formerAddress.ts";
import { reservedSlugs } from "../contract/rules/slug.ts";
import { pages, paths } from "./paths.ts";

test("the event page and the sign-in page have their names and addresses", () => {
  expect(pages["event-landing-slug"].path).toBe("/:slug");
  expect(pages.signin.path).toBe("/auth/Signin");
});

test("the app has these addresses, with title, layout and flags", () => {
  const table = Object.values(pages).map(({ path, title, layout, ...flags }) =>
    [path, title ?? "–", layout, ...Object.keys(flags)].join(" | "),
  );
  expect(table).toMatchInlineSnapshot(`
    [
      "/ | Home | default | query | isForReading",
      "/:slug | Event Registration | default | isForReading",
      "/:slug/attendee-form | Attendee Information | default | clientOnly",
      "/:slug/checkout | Checkout | default | clientOnly",
      "/:slug/success | Registration Successful | default | clientOnly",
      "/:slug/tickets | Tickets | default | query",
      "/:slug/change-tickets | Change Your Tickets | default | clientOnly | query",
      "/:slug/find-tickets | Find Your Tickets | default",
      "/find-tickets | Find My Tickets | default",
      "/:slug/waiting-list | Waiting List | default | query",
      "/ExtrasPurchase | Extras Purchase | default | query",
      "/Pricing | Donation Page | default | query",
      "/NotFound | Not Found | default",
      "/auth | For Clubs | default",
      "/club | – | default",
      "/club/:clubId | Events | default | query | isForReading",
      "/event | – | default | clientOnly",
      "/event/:eventId | – | event | clientOnly",
      "/event/:eventId/qr | Codes and Badges | event | clientOnly",
      "/auth/Register | Register | headerless | requiresNoAuth | clientOnly",
      "/auth/Forgot | Forgotten Password | headerless | requiresNoAuth | clientOnly",
      "/auth/Reset | New Password | headerless | clientOnly",
      "/auth/Confirm | Confirm Your Address | headerless | clientOnly",
      "/auth/Email | Confirm Your New Address | headerless | clientOnly",
      "/auth/Invitation | Join a Team | headerless | clientOnly",
      "/auth/Signin | Sign in | headerless | requiresNoAuth | clientOnly",
      "/auth/Signout | Sign out | headerless | requiresAuth | clientOnly",
      "/dashboard | Dashboard | default | requiresAuth | clientOnly",
      "/profile | Your Profile | default | requiresAuth | clientOnly",
      "/club/edit/:clubId? | Edit Club | default | requiresAuth | clientOnly",
      "/club/team/:clubId? | Team | default | requiresAuth | clientOnly",
      "/club/taxes/:clubId? | Tax Rates | default | requiresAuth | clientOnly",
      "/club/add | Add Club | default | requiresAuth | requiresSudo | clientOnly",
      "/club/accounts/:clubId | Accounts | default | requiresAuth | requiresSudo | clientOnly",
      "/dashboard/sudo | Dashboard | default | requiresAuth | requiresSudo | clientOnly",
      "/dashboard/sudo/events | All Events | default | requiresAuth | requiresSudo | clientOnly",
      "/dashboard/sudo/activity | Mails, Jobs and Sign-ins | default | requiresAuth | requiresSudo | clientOnly",
      "/dashboard/admin | Dashboard | default | requiresAuth | requiresAdmin | clientOnly",
      "/event/add | Add Event | default | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/attendees | Attendees | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/checkin | Check-in | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/orders | Orders | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/orders/:orderId | Order | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/getting-paid | Getting Paid | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/final-accounts | Final Accounts | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/checkin/scan | Scan tickets | none | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/config | Event Settings | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/edit | Event Details | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/extras | Extras | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/page-texts | Page Texts | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/sponsorship-packages | Sponsorship Packages | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/sponsorships | Sponsors | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/statistics | Statistics | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/tickets | Tickets | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/promo-codes | Promo Codes | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/waiting-list | Waiting List | event | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/questions | Questions | event | requiresAuth | requiresAdmin | clientOnly",
      "/checkin | Check-in | default | requiresAuth | requiresAdmin | clientOnly",
      "/config | Event Settings | default | requiresAuth | requiresAdmin | clientOnly",
      "/edit | Event Details | default | requiresAuth | requiresAdmin | clientOnly",
      "/extras | Extras | default | requiresAuth | requiresAdmin | clientOnly",
      "/landing-config | Page Texts | default | requiresAuth | requiresAdmin | clientOnly",
      "/sponsorship-packages | Sponsorship Packages | default | requiresAuth | requiresAdmin | clientOnly",
      "/sponsorships | Sponsors | default | requiresAuth | requiresAdmin | clientOnly",
      "/statistics | Statistics | default | requiresAuth | requiresAdmin | clientOnly",
      "/tickets | Tickets | default | requiresAuth | requiresAdmin | clientOnly",
      "/form-builder | Questions | default | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/closing | Final Accounts | default | requiresAuth | requiresAdmin | clientOnly",
      "/club/credential/:clubId | Accounts | default | requiresAuth | requiresSudo | clientOnly",
      "/event/:eventId/landing-config | Page Texts | default | requiresAuth | requiresAdmin | clientOnly",
      "/event/:eventId/form-builder | Questions | default | requiresAuth | requiresAdmin | clientOnly",
      "/door/:secret | Door | none | clientOnly",
      "/event/:eventId/import | Import Attendees | event | requiresAdmin | clientOnly",
      "/event/:eventId/qr/:registrationId/:attendeeId/:qrUuid | QR Code viewer | headerless | requiresAdmin | clientOnly",
    ]
  `);
});

test("every fixed first segment of a page is a reserved slug, so no event can have it", () => {
  const segments = Object.values(pages).map(({ path }) => path.split("/")[1] ?? "");
  const fixed = segments.filter((segment) => segment !== "" && !segment.startsWith(":"));
  expect(fixed.filter((segment) => !reservedSlugs.has(segment.toLowerCase()))).toEqual([]);
});

test("no page's address can be saved as one of a previous system, except the address of an event's page", () => {
  const addresses = Object.values(pages).map(({ path }) => path.replaceAll("?", "").replace(/:\w+/g, "gala"));
  expect(addresses.filter((path) => formerAddressAt(path) !== null)).toEqual(["/gala"]);
});

test("paths builds these addresses of links", () => {
  expect({
    home: paths.home(),
    search: paths.home({ search: "jazz & wine", clubId: 2, when: "weekend", page: 3 }),
    firstPage: paths.home({ search: "", page: 1 }),
    event: paths.event("summer-gala"),
    withCode: paths.event("summer-gala", "EARLY BIRD"),
    tickets: paths.tickets("summer-gala"),
    bought: paths.tickets("summer-gala", { registrationId: 7, accessKey: "key" }),
    oneAttendee: paths.tickets("summer-gala", { registrationId: 7, qrUuid: "uuid" }),
    changeTickets: paths.changeTickets("summer-gala", { registrationId: 7, accessKey: "k" }),
    findTickets: paths.findTickets("summer-gala"),
    findAllTickets: paths.findAllTickets(),
    attendeeForm: paths.attendeeForm("summer-gala"),
    checkout: paths.checkout("summer-gala"),
    success: paths.success("summer-gala"),
    calendarFile: paths.calendarFile("summer-gala"),
    signin: paths.signin(),
  }).toMatchInlineSnapshot(`
    {
      "attendeeForm": "/summer-gala/attendee-form",
      "bought": "/summer-gala/tickets?registrationId=7&accessKey=key",
      "calendarFile": "/api/event/calendar.ics?slug=summer-gala",
      "changeTickets": "/summer-gala/change-tickets?registrationId=7&accessKey=k",
      "checkout": "/summer-gala/checkout",
      "event": "/summer-gala",
      "findAllTickets": "/find-tickets",
      "findTickets": "/summer-gala/find-tickets",
      "firstPage": "/",
      "home": "/",
      "oneAttendee": "/summer-gala/tickets?registrationId=7&qrUuid=uuid",
      "search": "/?search=jazz+%26+wine&clubId=2&when=weekend&page=3",
      "signin": "/auth/Signin",
      "success": "/summer-gala/success",
      "tickets": "/summer-gala/tickets",
      "withCode": "/summer-gala?code=EARLY+BIRD",
    }
  `);
});
