import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type CallName, calls } from "../../contract/all.ts";
import type { TestRequest } from "../../server/testing/app.ts";
import { samplesOf } from "../../server/testing/samples.ts";
import type { World } from "../../server/testing/world.ts";

/** A request for something hidden, and the same for something that does not exist. */
export interface Pair {
  what: string;
  name: CallName;
  hidden: () => TestRequest;
  missing: () => TestRequest;
}

const nowhere = 987_654;
const wrongKey = "A".repeat(22);
/** Adds the same wrong access key to both. */
const withProof = (hidden: object, missing: object) => ({
  hidden: () => ({ query: { ...hidden, accessKey: wrongKey }, body: { ...hidden, accessKey: wrongKey } }),
  missing: () => ({ query: { ...missing, accessKey: wrongKey }, body: { ...missing, accessKey: wrongKey } }),
});

/** These calls make an event of an admin's own club, whatever club the request contains. */
export const ownEvents: CallName[] = ["event/fromArchive", "event/fromPretix"];

/** Replaces the ids of a request with one that does not exist. `typeId` stays: the types of questions are constants. */
function withMissingIds(sent: unknown, field = ""): unknown {
  if (typeof sent === "number")
    return /(^id|Ids?|\[id\])$/.test(field) && field !== "typeId" ? nowhere : sent;
  if (Array.isArray(sent)) return sent.map((item) => withMissingIds(item, field));
  if (typeof sent !== "object" || sent === null) return sent;
  return Object.fromEntries(Object.entries(sent).map(([key, part]) => [key, withMissingIds(part, key)]));
}

/** Removes the id of a part of an event, so that it is sent as a new part. */
function withNewParts(sent: unknown): unknown {
  if (Array.isArray(sent) || typeof sent !== "object" || sent === null) return sent;
  const { id, ...fields } = sent as Record<string, unknown>;
  if (id !== undefined && fields.eventId !== undefined) return fields;
  return Object.fromEntries(Object.entries(sent).map(([key, part]) => [key, withNewParts(part)]));
}

function pairsOfStaff(world: World): Pair[] {
  const token = world.tokens.stranger;
  const samples = samplesOf(world);
  return (Object.keys(calls) as CallName[])
    .filter((name) => ["admin", "door"].includes(calls[name].access) && !ownEvents.includes(name))
    .flatMap((name) => {
      const { query, body } = samples[name];
      const sample = { query, body };
      const newParts = withNewParts(sample);
      const requests = isDeepStrictEqual(sample, newParts) ? [sample] : [sample, newParts];
      return requests.map((sent) => ({
        what: "another club's",
        name,
        hidden: () => ({ ...(sent as TestRequest), token }),
        missing: () => ({ ...(withMissingIds(sent) as TestRequest), token }),
      }));
    });
}

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
      // The required answer is missing: a refusal that says so would show that the draft exists.
      attendees: [{ ticketId: nowhere, firstName: "Eve" }],
    },
  });
  const waitingEntry = withProof({ entryId: world.waiting.entryId }, { entryId: nowhere });
  const joinRequest = (eventId: number, ticketId: number): TestRequest => ({
    body: { eventId, ticketId, places: 1, name: "Eve", email: "eve@example.org" },
  });
  return [
    ...pairsOfStaff(world),
    {
      what: "another club's event, with an address that is taken",
      name: "event/save",
      hidden: () => ({ body: { id: event.id, slug: draft.slug }, token: tokens.stranger }),
      missing: () => ({ body: { id: nowhere, slug: draft.slug }, token: tokens.stranger }),
    },
    { what: "somebody's place on a waiting list", name: "waitingList/getOwn", ...waitingEntry },
    { what: "somebody's place on a waiting list", name: "waitingList/leave", ...waitingEntry },
    {
      what: "a draft event's waiting list",
      name: "waitingList/join",
      hidden: () => joinRequest(draft.id, world.draftTicketId),
      missing: () => joinRequest(nowhere, world.draftTicketId),
    },
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
      what: "somebody's registration, with an unknown code",
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
    {
      what: "somebody's session",
      name: "auth/endSession",
      hidden: () => ({ body: { sessionId: world.accounts.sessionId }, token: tokens.stranger }),
      missing: () => ({ body: { sessionId: nowhere }, token: tokens.stranger }),
    },
    {
      what: "another club's",
      name: "attention/markDone",
      hidden: () => ({ body: { key: world.caseKey }, token: tokens.stranger }),
      missing: () => ({ body: { key: `payment:${nowhere}:disputed` }, token: tokens.stranger }),
    },
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
