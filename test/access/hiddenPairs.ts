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
const wrongKey = "A".repeat(22);
/** The same invalid proof, with an id that exists and one that does not. */
const withProof = (hidden: object, missing: object) => ({
  hidden: () => ({ query: { ...hidden, accessKey: wrongKey }, body: { ...hidden, accessKey: wrongKey } }),
  missing: () => ({ query: { ...missing, accessKey: wrongKey }, body: { ...missing, accessKey: wrongKey } }),
});

/** All pairs of a world, as a visitor or another club's admin would ask. */
export function hiddenPairs(world: World): Pair[] {
  const { draft, event, pending, active, held, tokens } = world;
  const queryOfEvent = (eventId: number): TestRequest => ({ query: { eventId } });
  const attendees = [{ ticketId: world.ticketId, firstName: "Eve", email: "eve@example.org" }];
  const registration = withProof({ registrationId: active.registrationId }, { registrationId: nowhere });
  const savedAttendees = withProof(
    { registrationId: held.registrationId, attendees },
    { registrationId: nowhere, attendees },
  );
  const order = withProof({ orderId: pending.order.id }, { orderId: nowhere });
  const payment = withProof({ paymentIntentId: pending.paymentIntentId }, { paymentIntentId: "pi_nowhere" });
  const extras = [{ extrasId: world.extrasId, quantity: 1 }];
  const extrasPurchase = withProof(
    { registrationId: active.registrationId, extras },
    { registrationId: nowhere, extras },
  );
  const cancellation = withProof(
    { registrationId: active.registrationId, refundAmount: 0 },
    { registrationId: nowhere, refundAmount: 0 },
  );
  const newHolder = { attendeeId: world.attendeeId, firstName: "Eve", email: "eve@example.org" };
  const passingOn = withProof(
    { registrationId: active.registrationId, ...newHolder },
    { registrationId: nowhere, ...newHolder },
  );
  const wrongSecret = randomUUID();
  const guestProof = (attendeeId: number): TestRequest => {
    const proof = { attendeeId, qrUuid: wrongSecret };
    return { query: proof, body: proof };
  };
  const guest = { hidden: () => guestProof(world.attendeeId), missing: () => guestProof(nowhere) };
  const sponsorship = withProof({ sponsorshipId: world.donation.sponsorshipId }, { sponsorshipId: nowhere });
  const sponsorData = { firstName: "Eve", email: "eve@example.org" };
  const donationTo = (eventId: number): TestRequest => ({
    body: { eventId, amount: 5000, sponsorData },
  });
  const draftPair = (name: CallName): Pair => ({
    what: "a draft event",
    name,
    hidden: () => queryOfEvent(draft.id),
    missing: () => queryOfEvent(nowhere),
  });
  const holdRequest = (eventId: number, ticketId: number): TestRequest => ({
    body: {
      eventId,
      tickets: [{ ticketId, quantity: 1 }],
      // Invalid for the draft's questions: hidden data must not be validated.
      attendees: [{ ticketId: nowhere, firstName: "Eve" }],
    },
  });
  const queryPair = (name: CallName, hidden: Record<string, number | string>): Pair => ({
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
  const bodyPair = (name: CallName, hidden: Record<string, number>, more: object = {}): Pair => {
    const missingIds = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
    return {
      what: "another club's",
      name,
      hidden: () => ({ body: { ...hidden, ...more }, token: tokens.stranger }),
      missing: () => ({ body: { ...missingIds, ...more }, token: tokens.stranger }),
    };
  };
  const nestedBodyPair = (
    name: CallName,
    part: string,
    hidden: Record<string, number>,
    more: object,
  ): Pair => {
    const missingIds = Object.fromEntries(Object.keys(hidden).map((key) => [key, nowhere]));
    return {
      what: "another club's",
      name,
      hidden: () => ({ body: { [part]: { ...hidden, ...more } }, token: tokens.stranger }),
      missing: () => ({ body: { [part]: { ...missingIds, ...more } }, token: tokens.stranger }),
    };
  };
  const place = withProof({ entryId: world.waiting.entryId }, { entryId: nowhere });
  const joinRequest = (eventId: number, ticketId: number): TestRequest => ({
    body: { eventId, ticketId, places: 1, name: "Eve", email: "eve@example.org" },
  });
  return [
    { what: "somebody's place on a waiting list", name: "waitingList/getOwn", ...place },
    { what: "somebody's place on a waiting list", name: "waitingList/leave", ...place },
    {
      what: "a draft event's waiting list",
      name: "waitingList/join",
      hidden: () => joinRequest(draft.id, world.draftTicketId),
      missing: () => joinRequest(nowhere, world.draftTicketId),
    },
    queryPair("waitingList/getByEventId", { eventId: event.id }),
    bodyPair("waitingList/remove", { entryId: world.waiting.entryId }),
    draftPair("event/getEvent"),
    draftPair("extras/getExtrasByEventId"),
    draftPair("form/getFormQuestions"),
    draftPair("sponsorship-package/getPackagesByEventId"),
    draftPair("sponsorship/getSupport"),
    draftPair("ticket/getTicketsByEventId"),
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
      what: "an event with the wrong club",
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
      what: "a code that staff deactivated",
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
      hidden: () => holdRequest(draft.id, world.draftTicketId),
      missing: () => holdRequest(nowhere, world.draftTicketId),
    },
    {
      what: "a draft event's places",
      name: "registration/express",
      hidden: () => holdRequest(draft.id, world.draftTicketId),
      missing: () => holdRequest(nowhere, world.draftTicketId),
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
    { what: "somebody's hold", name: "registration/save", ...savedAttendees },
    { what: "somebody's hold", name: "registration/extendHold", ...registration },
    { what: "somebody's hold", name: "registration/releaseHold", ...registration },
    { what: "somebody's registration", name: "order/createOrder", ...registration },
    { what: "somebody's registration", name: "registration/getOwnChanges", ...registration },
    { what: "somebody's registration", name: "registration/cancelOwn", ...cancellation },
    { what: "somebody's registration", name: "registration/passOn", ...passingOn },
    { what: "somebody's registration", name: "registration/correct", ...registration },
    { what: "somebody's ticket", name: "registration/getGuest", ...guest },
    { what: "somebody's ticket", name: "registration/saveGuest", ...guest },
    { what: "somebody's registration", name: "extras/purchaseExtras", ...extrasPurchase },
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
    queryPair("club/getListing", { clubId: world.clubId }),
    queryPair("team/getByClubId", { clubId: world.clubId }),
    bodyPair("team/invite", { clubId: world.clubId }, { email: "eve@example.org" }),
    bodyPair("team/withdraw", { id: world.invitations.withdrawnId }),
    bodyPair("checkin/save", {
      attendeeId: world.guest.attendeeId,
      registrationId: world.guest.registrationId,
      eventId: event.id,
    }),
    bodyPair("checkin/delete", { attendeeId: world.guest.attendeeId, eventId: event.id }),
    nestedBodyPair(
      "checkin/scanByRegistrationId",
      "payload",
      { eventId: event.id },
      { qrCodeData: world.guest.code },
    ),
    nestedBodyPair(
      "registration/scanByExtrasPurchaseId",
      "payload",
      { eventId: event.id },
      { qrCodeData: world.bought.code },
    ),
    queryPair("door/getDoor", { eventId: event.id }),
    queryPair("door/getCopy", { eventId: event.id }),
    queryPair("door/getChanges", { eventId: event.id, cursor: "1.1" }),
    queryPair("door/search", { eventId: event.id, text: "keller" }),
    bodyPair("door/register", { eventId: event.id }, { deviceId: randomUUID(), gate: "North" }),
    bodyPair("door/sync", { eventId: event.id }, { deviceId: randomUUID(), scans: [] }),
    queryPair("checkin/getStatistics", { eventId: event.id, date: "2026-06-01" }),
    queryPair("checkin/getStatisticsSeries", { eventId: event.id, date: "2026-06-01" }),
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
    queryPair("door/getConflicts", { eventId: event.id }),
    queryPair("door/getFigures", { eventId: event.id }),
    queryPair("door/getLinks", { eventId: event.id }),
    queryPair("door/getScans", { eventId: event.id }),
    queryPair("door/getTill", { eventId: event.id, deviceId: randomUUID() }),
    bodyPair(
      "door/sell",
      { eventId: event.id },
      {
        deviceId: randomUUID(),
        tickets: [{ ticketId: world.freeTicketId, quantity: 1 }],
        paidBy: "cash",
        totalAmount: 0,
      },
    ),
    bodyPair("door/undoSale", { eventId: event.id }, { deviceId: randomUUID(), key: randomUUID() }),
    bodyPair("door/closeSale", { eventId: event.id }, { key: randomUUID() }),
    bodyPair("door/addLink", { eventId: event.id }, { gate: "Ours" }),
    bodyPair("door/newPin", { linkId: world.helper.linkId }),
    bodyPair("door/revokeLink", { linkId: world.helper.linkId }),
    bodyPair("door/revokeDevice", { eventId: event.id }, { deviceId: world.helper.deviceId }),
    queryPair("event/getStock", { eventId: event.id }),
    queryPair("event/checkSlug", { eventId: event.id }),
    queryPair("event/getEventCards", { clubId: world.clubId }),
    queryPair("event/getClosing", { eventId: event.id }),
    bodyPair("event/signClosing", { eventId: event.id }, { signedName: "Ours" }),
    bodyPair("event/askFees", { eventId: event.id }),
    queryPair("event/getCancellation", { eventId: event.id }),
    queryPair("form/getAnswerCounts", { eventId: event.id }),
    bodyPair("event/cancel", { eventId: event.id }),
    bodyPair("event/tellChange", { eventId: event.id }, { dryRun: true }),
    queryPair("event/getFormerAddresses", { eventId: event.id }),
    queryPair("event/getRemoval", { eventId: event.id }),
    queryPair("event/removeEvent", { eventId: event.id }),
    queryPair("event/removeExtras", { extrasId: world.extrasId, eventId: event.id }),
    queryPair("order/getHistory", { orderId: pending.order.id }),
    queryPair("order/getOrders", { eventId: event.id }),
    bodyPair("order/refund", { orderId: world.refundable.orderId }),
    bodyPair("order/markPaid", { orderId: world.unpaid.orderId }, { amount: 1, paidBy: "cash" }),
    bodyPair("order/resend", { orderId: world.refundable.orderId }),
    bodyPair("order/changeBuyer", { orderId: world.refundable.orderId }, { firstName: "Eve" }),
    queryPair("attention/getCases", { eventId: event.id }),
    {
      what: "another club's",
      name: "attention/markDone",
      hidden: () => ({ body: { key: world.caseKey }, token: tokens.stranger }),
      missing: () => ({ body: { key: `payment:${nowhere}:disputed` }, token: tokens.stranger }),
    },
    queryPair("promoCode/getByEventId", { eventId: event.id }),
    bodyPair("promoCode/remove", { promoCodeId: world.promoCodeId }),
    bodyPair("promoCode/save", { id: world.promoCodeId }, { value: 100 }),
    bodyPair("promoCode/save", { eventId: event.id }, { code: "OURS", kind: "percent", value: 100 }),
    queryPair("taxRate/getByClubId", { clubId: world.clubId }),
    bodyPair("taxRate/remove", { taxRateId: world.taxRateId }),
    bodyPair("taxRate/save", { id: world.taxRateId }, { percent: 0 }),
    queryPair("sharedCapacity/getByEventId", { eventId: event.id }),
    bodyPair("sharedCapacity/remove", { sharedCapacityId: world.sharedCapacityId }),
    bodyPair("sharedCapacity/save", { id: world.sharedCapacityId }, { maxPlaces: 0 }),
    bodyPair("sharedCapacity/save", { eventId: event.id }, { title: "Ours", maxPlaces: 1 }),
    queryPair("sponsorship/getSponsorshipById", { sponsorshipId: world.sponsorshipId }),
    queryPair("sponsorship/getSponsorshipsByEventId", { eventId: event.id }),
    queryPair("sponsorship/getSponsorshipsByRegistrationId", { registrationId: active.registrationId }),
    queryPair("sponsorship/getTotals", { eventId: event.id }),
    queryPair("sponsorship-package/getPackageById", { packageId: world.packageId }),
    bodyPair("event/copy", { eventId: event.id }, { startDatetime: "2031-05-01T18:00:00Z" }),
    bodyPair("event/save", { id: event.id }, { name: "Ours now", slug: draft.slug }),
    bodyPair("event/saveConfig", { eventId: event.id }, { config: { holdMinutes: 1 } }),
    bodyPair("event/saveFormerAddresses", { eventId: event.id }, { addresses: ["/ours/now"] }),
    bodyPair("event/saveLandingConfig", { id: event.id }, { heroTitle: "Ours now" }),
    bodyPair("sponsorship/removeLogo", { sponsorshipId: world.sponsorshipId }),
    bodyPair("sponsorship/setPublic", { sponsorshipId: world.sponsorshipId }, { isPublic: false }),
    bodyPair("sponsorship-package/deletePackage", { packageId: world.packageId }),
    bodyPair("sponsorship-package/save", { id: world.packageId }, { name: "Ours now" }),
    bodyPair("sponsorship-package/save", { eventId: event.id }, { name: "Tin", price: 1 }),
    bodyPair("sponsorship-package/updateStatus", { packageId: world.packageId }, { isActive: false }),
    bodyPair("ticket/removeTicket", { ticketId: world.ticketId }),
    bodyPair("ticket/reorder", { eventId: event.id }, { ticketIds: [] }),
    bodyPair("ticket/save", { id: world.ticketId }, { price: 0 }),
    bodyPair("ticket/save", { eventId: event.id }, { title: "Ours", price: 0, maxStock: 1 }),
    nestedBodyPair("event/saveExtras", "newExtras", { id: world.extrasId }, { price: 0 }),
    nestedBodyPair("event/saveExtras", "newExtras", { eventId: event.id }, { name: "Ours", price: 0 }),
    nestedBodyPair("form/save", "payload", { eventId: event.id }, { formQuestions: [] }),
    queryPair("event/getExtras", { eventId: event.id }),
    queryPair("order/getOrdersByEventId", { eventId: event.id }),
    queryPair("order/getOrderById", { orderId: pending.order.id }),
    queryPair("order/getOrderWithItems", { orderId: pending.order.id }),
    queryPair("registration/getRegistrationById", { registrationId: active.registrationId }),
    queryPair("registration/getAttendees", { eventId: event.id }),
    queryPair("registration/getImportProgress", { eventId: event.id, key: 1 }),
    queryPair("registration/deleteAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
    queryPair("registration/sendTicketByAttendeeId", { attendeeId: world.attendeeId, eventId: event.id }),
    queryPair("registration/removeRegistration", {
      registrationId: active.registrationId,
      eventId: event.id,
    }),
    bodyPair("registration/updateAttendee", { attendeeId: world.attendeeId, eventId: event.id }),
    bodyPair("registration/updateStatus", { id: active.registrationId }, { status: false }),
    bodyPair(
      "registration/add",
      { eventId: event.id },
      {
        tickets: [{ ticketId: world.ticketId, quantity: 1 }],
        attendees: [{ ticketId: world.ticketId, firstName: "Eve" }],
        paid: "cash",
        mail: false,
      },
    ),
    queryPair("import/getByEventId", { eventId: event.id }),
    bodyPair("import/activate", { importId: world.waitingImportId }),
    bodyPair("import/takeBack", { importId: world.importId }),
    bodyPair("registration/sendTickets", { eventId: event.id }),
    bodyPair("registration/bulkImportAttendee", { eventId: event.id }, { rows: [["name", "email"]] }),
    {
      what: "whether an address has tickets of any event",
      name: "registration/getRegistrationByEmail",
      hidden: () => ({ query: { email: "mia@example.org" } }),
      missing: () => ({ query: { email: "nobody@example.org" } }),
    },
    {
      what: "whether an address has tickets",
      name: "registration/getRegistrationByEmail",
      hidden: () => ({ query: { email: "mia@example.org", eventId: event.id } }),
      missing: () => ({ query: { email: "nobody@example.org", eventId: nowhere } }),
    },
  ];
}
