/** Pairs of requests: one for something that exists but is hidden, and the same for something that does not exist. */
import { randomUUID } from "node:crypto";
import type { CallName } from "../../contract/all.ts";
import type { TestRequest } from "../../server/testing/app.ts";
import type { World } from "../../server/testing/world.ts";

/** A request for something hidden from the caller, and the same request for something that does not exist. */
export interface Pair {
  what: string;
  name: CallName;
  hidden: () => TestRequest;
  missing: () => TestRequest;
}

const nowhere = 987_654;
const noKey = "A".repeat(22);
/** The same invalid proof, with an id that exists and one that does not. */
const withProof = (hidden: object, missing: object) => ({
  hidden: () => ({ query: { ...hidden, accessKey: noKey }, body: { ...hidden, accessKey: noKey } }),
  missing: () => ({ query: { ...missing, accessKey: noKey }, body: { ...missing, accessKey: noKey } }),
});

/** All pairs of a world, as a visitor or another club's admin would ask. */
export function hiddenPairs(world: World): Pair[] {
  const { draft, event, pending, active, held, tokens } = world;
  const ofEvent = (eventId: number): TestRequest => ({ query: { eventId } });
  const attendees = [{ ticketId: world.ticketId, firstName: "Eve", email: "eve@example.org" }];
  const registration = withProof({ registrationId: active.registrationId }, { registrationId: nowhere });
  const naming = withProof(
    { registrationId: held.registrationId, attendees },
    { registrationId: nowhere, attendees },
  );
  const order = withProof({ orderId: pending.order.id }, { orderId: nowhere });
  const payment = withProof({ paymentIntentId: pending.paymentIntentId }, { paymentIntentId: "pi_nowhere" });
  const extras = [{ extrasId: world.extrasId, quantity: 1 }];
  const more = withProof(
    { registrationId: active.registrationId, extras },
    { registrationId: nowhere, extras },
  );
  const cancelling = withProof(
    { registrationId: active.registrationId, refundAmount: 0 },
    { registrationId: nowhere, refundAmount: 0 },
  );
  const newHolder = { attendeeId: world.attendeeId, firstName: "Eve", email: "eve@example.org" };
  const passing = withProof(
    { registrationId: active.registrationId, ...newHolder },
    { registrationId: nowhere, ...newHolder },
  );
  const sponsorship = withProof({ sponsorshipId: world.donation.sponsorshipId }, { sponsorshipId: nowhere });
  const sponsorData = { firstName: "Eve", email: "eve@example.org" };
  const donationTo = (eventId: number): TestRequest => ({
    body: { eventId, amount: 5000, sponsorData },
  });
  const drafts = (name: CallName): Pair => ({
    what: "a draft event",
    name,
    hidden: () => ofEvent(draft.id),
    missing: () => ofEvent(nowhere),
  });
  const wish = (eventId: number, ticketId: number): TestRequest => ({
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      // Invalid for the draft's questions: hidden data must not be validated.
      attendees: [{ ticketId: nowhere, firstName: "Eve" }],
    },
  });
  const byToken = (name: CallName, hidden: Record<string, number | string>): Pair => ({
    what: "another club's",
    name,
    hidden: () => ({ query: hidden, token: tokens.stranger }),
    missing: () => ({
      query: Object.fromEntries(
        Object.entries(hidden).map(([key, value]) => [key, typeof value === "number" ? nowhere : value]),
      ),
      token: tokens.stranger,
    }),
  });
  const inBody = (name: CallName, hidden: Record<string, number>, more: object = {}): Pair => {
    const ofNothing = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
    return {
      what: "another club's",
      name,
      hidden: () => ({ body: { ...hidden, ...more }, token: tokens.stranger }),
      missing: () => ({ body: { ...ofNothing, ...more }, token: tokens.stranger }),
    };
  };
  const ofNested = (name: CallName, part: string, hidden: Record<string, number>, more: object): Pair => {
    const ofNothing = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
    return {
      what: "another club's",
      name,
      hidden: () => ({ body: { [part]: { ...hidden, ...more } }, token: tokens.stranger }),
      missing: () => ({ body: { [part]: { ...ofNothing, ...more } }, token: tokens.stranger }),
    };
  };
  const place = withProof({ entryId: world.waiting.entryId }, { entryId: nowhere });
  const joining = (eventId: number, ticketId: number): TestRequest => ({
    body: { eventId, ticketId, places: 1, name: "Eve", email: "eve@example.org" },
  });
  return [
    { what: "somebody's place on a waiting list", name: "waitingList/getOwn", ...place },
    { what: "somebody's place on a waiting list", name: "waitingList/leave", ...place },
    {
      what: "a draft event's waiting list",
      name: "waitingList/join",
      hidden: () => joining(draft.id, world.draftTicketId),
      missing: () => joining(nowhere, world.draftTicketId),
    },
    byToken("waitingList/getByEventId", { eventId: event.id }),
    inBody("waitingList/remove", { entryId: world.waiting.entryId }),
    drafts("event/getEvent"),
    drafts("extras/getExtrasByEventId"),
    drafts("form/getFormQuestions"),
    drafts("sponsorship-package/getPackagesByEventId"),
    drafts("sponsorship/getSupport"),
    drafts("ticket/getTicketsByEventId"),
    {
      what: "a draft event by its address",
      name: "event/getEventBySlug",
      hidden: () => ({ query: { slug: draft.slug } }),
      missing: () => ({ query: { slug: "nowhere" } }),
    },
    {
      what: "a draft event of its club",
      name: "event/getEventByEventIdnClubId",
      hidden: () => ({ query: { eventId: draft.id, clubId: world.clubId } }),
      missing: () => ({ query: { eventId: nowhere, clubId: world.clubId } }),
    },
    {
      what: "an event of another club than named",
      name: "event/getEventByEventIdnClubId",
      hidden: () => ({ query: { eventId: event.id, clubId: nowhere } }),
      missing: () => ({ query: { eventId: nowhere, clubId: nowhere } }),
    },
    {
      what: "a draft event's ticket",
      name: "ticket/getTicketById",
      hidden: () => ({ query: { ticketId: world.draftTicketId } }),
      missing: () => ({ query: { ticketId: nowhere } }),
    },
    {
      what: "a ticket that is not on sale",
      name: "ticket/getTicketById",
      hidden: () => ({ query: { ticketId: world.inactiveTicketId } }),
      missing: () => ({ query: { ticketId: nowhere } }),
    },
    {
      what: "a hidden ticket",
      name: "ticket/getTicketById",
      hidden: () => ({ query: { ticketId: world.hiddenTicketId } }),
      missing: () => ({ query: { ticketId: nowhere } }),
    },
    {
      what: "a draft event",
      name: "promoCode/check",
      hidden: () => ({ body: { eventId: draft.id, code: "MEMBERS" } }),
      missing: () => ({ body: { eventId: nowhere, code: "MEMBERS" } }),
    },
    {
      what: "a code that staff took off",
      name: "promoCode/check",
      hidden: () => ({ body: { eventId: event.id, code: "OLD" } }),
      missing: () => ({ body: { eventId: event.id, code: "NONE" } }),
    },
    {
      what: "a draft event's extras",
      name: "extras/getExtrasByIds",
      hidden: () => ({ query: { extrasIds: `[${world.draftExtrasId}]` } }),
      missing: () => ({ query: { extrasIds: `[${nowhere}]` } }),
    },
    {
      what: "a draft event's places",
      name: "registration/initRegistration",
      hidden: () => wish(draft.id, world.draftTicketId),
      missing: () => wish(nowhere, world.draftTicketId),
    },
    {
      what: "a draft event's places",
      name: "registration/express",
      hidden: () => wish(draft.id, world.draftTicketId),
      missing: () => wish(nowhere, world.draftTicketId),
    },
    { what: "somebody's registration", name: "registration/getRegistration", ...registration },
    {
      what: "somebody's registration, without a proof",
      name: "registration/getRegistration",
      hidden: () => ({ query: { registrationId: active.registrationId } }),
      missing: () => ({ query: { registrationId: nowhere } }),
    },
    {
      what: "somebody's registration, with another's code",
      name: "registration/getRegistration",
      hidden: () => ({ query: { registrationId: active.registrationId, qrUuid: randomUUID() } }),
      missing: () => ({ query: { registrationId: nowhere, qrUuid: randomUUID() } }),
    },
    { what: "somebody's hold", name: "registration/save", ...naming },
    { what: "somebody's hold", name: "registration/releaseHold", ...registration },
    { what: "somebody's registration", name: "order/createOrder", ...registration },
    { what: "somebody's registration", name: "registration/getOwnChanges", ...registration },
    { what: "somebody's registration", name: "registration/cancelOwn", ...cancelling },
    { what: "somebody's registration", name: "registration/passOn", ...passing },
    { what: "somebody's registration", name: "extras/purchaseExtras", ...more },
    { what: "somebody's sponsorship", name: "sponsorship/createSponsorshipPaymentIntent", ...sponsorship },
    { what: "somebody's sponsorship", name: "sponsorship/getOwn", ...sponsorship },
    { what: "somebody's sponsorship", name: "sponsorship/setLogo", ...sponsorship },
    { what: "somebody's sponsorship", name: "sponsorship/release", ...sponsorship },
    {
      what: "a draft event",
      name: "sponsorship/create",
      hidden: () => donationTo(draft.id),
      missing: () => donationTo(nowhere),
    },
    { what: "somebody's order", name: "stripe/create-payment-intent", ...order },
    { what: "somebody's payment", name: "stripe/confirm-payment", ...payment },
    { what: "somebody's payment", name: "stripe/get-registration-from-payment", ...payment },
    inBody("checkin/save", {
      attendeeId: world.guest.attendeeId,
      registrationId: world.guest.registrationId,
      eventId: event.id,
    }),
    inBody("checkin/delete", { attendeeId: world.guest.attendeeId, eventId: event.id }),
    ofNested(
      "checkin/scanByRegistrationId",
      "payload",
      { eventId: event.id },
      { qrCodeData: world.guest.code },
    ),
    ofNested(
      "registration/scanByExtrasPurchaseId",
      "payload",
      { eventId: event.id },
      { qrCodeData: world.bought.code },
    ),
    byToken("door/getDoor", { eventId: event.id }),
    byToken("door/getCopy", { eventId: event.id }),
    byToken("door/getChanges", { eventId: event.id, cursor: "1.1" }),
    byToken("door/search", { eventId: event.id, text: "keller" }),
    inBody("door/register", { eventId: event.id }, { deviceId: randomUUID(), gate: "North" }),
    inBody("door/sync", { eventId: event.id }, { deviceId: randomUUID(), scans: [] }),
    byToken("checkin/getStatistics", { eventId: event.id, date: "2026-06-01" }),
    byToken("checkin/getStatisticsSeries", { eventId: event.id, date: "2026-06-01" }),
    {
      what: "somebody's session",
      name: "auth/endSession",
      hidden: () => ({ body: { sessionId: world.accounts.sessionId }, token: tokens.stranger }),
      missing: () => ({ body: { sessionId: nowhere }, token: tokens.stranger }),
    },
    {
      what: "another club",
      name: "club/save",
      hidden: () => ({ body: { id: world.clubId, name: "Ours now" }, token: tokens.stranger }),
      missing: () => ({ body: { id: nowhere, name: "Ours now" }, token: tokens.stranger }),
    },
    byToken("door/getConflicts", { eventId: event.id }),
    byToken("door/getFigures", { eventId: event.id }),
    byToken("door/getLinks", { eventId: event.id }),
    byToken("door/getScans", { eventId: event.id }),
    byToken("door/getTill", { eventId: event.id, deviceId: randomUUID() }),
    inBody(
      "door/sell",
      { eventId: event.id },
      {
        deviceId: randomUUID(),
        tickets: [{ ticketId: world.freeTicketId, quantity: 1 }],
        paidBy: "cash",
        totalAmount: 0,
      },
    ),
    inBody("door/closeSale", { eventId: event.id }, { key: randomUUID() }),
    inBody("door/addLink", { eventId: event.id }, { gate: "Ours" }),
    inBody("door/newPin", { linkId: world.helper.linkId }),
    inBody("door/revokeLink", { linkId: world.helper.linkId }),
    inBody("door/revokeDevice", { eventId: event.id }, { deviceId: world.helper.deviceId }),
    byToken("event/getStock", { eventId: event.id }),
    byToken("event/checkSlug", { eventId: event.id }),
    byToken("event/getEventCards", { clubId: world.clubId }),
    byToken("event/getClosing", { eventId: event.id }),
    inBody("event/signClosing", { eventId: event.id }, { signedName: "Ours" }),
    inBody("event/askFees", { eventId: event.id }),
    byToken("event/getCancellation", { eventId: event.id }),
    inBody("event/cancel", { eventId: event.id }),
    byToken("event/getRemoval", { eventId: event.id }),
    byToken("event/removeEvent", { eventId: event.id }),
    byToken("event/removeExtras", { extrasId: world.extrasId, eventId: event.id }),
    byToken("order/getHistory", { orderId: pending.order.id }),
    byToken("order/getOrders", { eventId: event.id }),
    inBody("order/refund", { orderId: world.refundable.orderId }),
    inBody("order/markPaid", { orderId: world.unpaid.orderId }, { amount: 1, paidBy: "cash" }),
    inBody("order/resend", { orderId: world.refundable.orderId }),
    inBody("order/changeBuyer", { orderId: world.refundable.orderId }, { firstName: "Eve" }),
    byToken("attention/getCases", { eventId: event.id }),
    {
      what: "another club's",
      name: "attention/markDone",
      hidden: () => ({ body: { key: world.caseKey }, token: tokens.stranger }),
      missing: () => ({ body: { key: `payment:${nowhere}:disputed` }, token: tokens.stranger }),
    },
    byToken("promoCode/getByEventId", { eventId: event.id }),
    inBody("promoCode/remove", { promoCodeId: world.promoCodeId }),
    inBody("promoCode/save", { id: world.promoCodeId }, { value: 100 }),
    inBody("promoCode/save", { eventId: event.id }, { code: "OURS", kind: "percent", value: 100 }),
    byToken("sharedCapacity/getByEventId", { eventId: event.id }),
    inBody("sharedCapacity/remove", { sharedCapacityId: world.sharedCapacityId }),
    inBody("sharedCapacity/save", { id: world.sharedCapacityId }, { maxPlaces: 0 }),
    inBody("sharedCapacity/save", { eventId: event.id }, { title: "Ours", maxPlaces: 1 }),
    byToken("sponsorship/getSponsorshipById", { sponsorshipId: world.sponsorshipId }),
    byToken("sponsorship/getSponsorshipsByEventId", { eventId: event.id }),
    byToken("sponsorship/getSponsorshipsByRegistrationId", { registrationId: active.registrationId }),
    byToken("sponsorship/getTotals", { eventId: event.id }),
    byToken("sponsorship-package/getPackageById", { packageId: world.packageId }),
    inBody("event/copy", { eventId: event.id }, { startDatetime: "2031-05-01T18:00:00Z" }),
    inBody("event/save", { id: event.id }, { name: "Ours now", slug: draft.slug }),
    inBody("event/saveConfig", { eventId: event.id }, { config: { holdMinutes: 1 } }),
    inBody("event/saveLandingConfig", { id: event.id }, { heroTitle: "Ours now" }),
    inBody("sponsorship/removeLogo", { sponsorshipId: world.sponsorshipId }),
    inBody("sponsorship/setPublic", { sponsorshipId: world.sponsorshipId }, { isPublic: false }),
    inBody("sponsorship-package/deletePackage", { packageId: world.packageId }),
    inBody("sponsorship-package/save", { id: world.packageId }, { name: "Ours now" }),
    inBody("sponsorship-package/save", { eventId: event.id }, { name: "Tin", price: 1 }),
    inBody("sponsorship-package/updateStatus", { packageId: world.packageId }, { isActive: false }),
    inBody("ticket/removeTicket", { ticketId: world.ticketId }),
    inBody("ticket/reorder", { eventId: event.id }, { ticketIds: [] }),
    inBody("ticket/save", { id: world.ticketId }, { price: 0 }),
    inBody("ticket/save", { eventId: event.id }, { title: "Ours", price: 0, maxStock: 1 }),
    ofNested("event/saveExtras", "newExtras", { id: world.extrasId }, { price: 0 }),
    ofNested("event/saveExtras", "newExtras", { eventId: event.id }, { name: "Ours", price: 0 }),
    ofNested("form/save", "payload", { eventId: event.id }, { formQuestions: [] }),
    byToken("event/getExtras", { eventId: event.id }),
    byToken("order/getOrdersByEventId", { eventId: event.id }),
    byToken("order/getOrderById", { orderId: pending.order.id }),
    byToken("order/getOrderWithItems", { orderId: pending.order.id }),
    byToken("registration/getRegistrationById", { registrationId: active.registrationId }),
    byToken("registration/getAttendees", { eventId: event.id }),
    byToken("registration/getImportProgress", { eventId: event.id, key: 1 }),
    byToken("registration/deleteAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
    byToken("registration/sendTicketByAttendeeId", { attendeeId: world.attendeeId, eventId: event.id }),
    byToken("registration/removeRegistration", {
      registrationId: active.registrationId,
      eventId: event.id,
    }),
    inBody("registration/updateAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
    inBody("registration/updateStatus", { id: active.registrationId }, { status: false }),
    inBody("registration/sendTickets", { eventId: event.id }),
    inBody("registration/bulkImportAttendee", { eventId: event.id }, { rows: [["name", "email"]] }),
    {
      what: "whether an address has tickets",
      name: "registration/getRegistrationByEmail",
      hidden: () => ({ query: { email: "mia@example.org", eventId: event.id } }),
      missing: () => ({ query: { email: "nobody@example.org", eventId: nowhere } }),
    },
  ];
}
