import { ADMIN, SUDO } from "../../contract/rules/roles.ts";
import { buildAccounts, buildInvitations } from "./accounts.ts";
import type { TestApp } from "./app.ts";
import {
  buildClub,
  buildEntry,
  buildEvent,
  buildExtras,
  buildPackage,
  buildPromoCode,
  buildQuestion,
  buildSharedCapacity,
  buildSponsorship,
  buildTaxRate,
  buildTicket,
  buildUser,
} from "./builders.ts";
import { card, hold, placeTestOrder, startTestPayment } from "./buying.ts";
import { buildHelper, buildLink } from "./doors.ts";
import { buildExtrasPurchase, buildParty } from "./parties.ts";
import { fakePretixSource, startFakePretix } from "./pretix/fakePretix.ts";
import { openSession } from "./tokens.ts";

export type World = Awaited<ReturnType<typeof buildWorld>>;

/** Builds a small site for tests of calls. */
export async function buildWorld(app: TestApp) {
  const { db } = app.database;
  const pretix = await startFakePretix();
  app.others.push(pretix);
  const ownClub = await buildClub(db, "Harbour Rowers");
  const otherClub = await buildClub(db, "Hill Walkers");
  const taxRate = await buildTaxRate(db, ownClub.id);
  const leavingTaxRate = await buildTaxRate(db, ownClub.id, { name: "Books" });
  const event = await buildEvent(db, { clubId: ownClub.id, slug: `gala-${ownClub.id}`, taxAmount: 19 });
  const ticket = await buildTicket(db, event.id);
  const free = await buildTicket(db, event.id, { price: 0, title: "Free entry", maxStock: 1000 });
  const inactive = await buildTicket(db, event.id, { title: "Crew only", isActive: false });
  const hidden = await buildTicket(db, event.id, { title: "Members only", isHidden: true });
  const promoCode = await buildPromoCode(db, event.id, { code: "EARLY" });
  await buildPromoCode(db, event.id, { code: "OLD", isActive: false });
  const leavingCode = await buildPromoCode(db, event.id);
  const shared = await buildSharedCapacity(db, event.id);
  const leavingShared = await buildSharedCapacity(db, event.id);
  const extras = await buildExtras(db, event.id);
  const question = await buildQuestion(db, event.id, { typeId: 2, options: ["Fish", "Vegan"] });
  const gold = await buildPackage(db, event.id);
  const draft = await buildEvent(db, { clubId: ownClub.id, slug: `draft-${ownClub.id}`, isActive: false });
  const soldOut = await buildTicket(db, event.id, { title: "Balcony", maxStock: 0 });
  const draftTicket = await buildTicket(db, draft.id, { price: 0 });
  const draftExtras = await buildExtras(db, draft.id, { price: 0 });
  await buildQuestion(db, draft.id, { required: true });
  const leavingEvent = await buildEvent(db, { clubId: ownClub.id, isActive: false });
  const eventToCancel = await buildEvent(db, { clubId: ownClub.id, isActive: false });
  const leavingTicket = await buildTicket(db, draft.id);
  const leavingExtras = await buildExtras(db, draft.id);
  const leavingPackage = await buildPackage(db, draft.id);

  const admin = await buildUser(db, ADMIN, ownClub.id);
  const stranger = await buildUser(db, ADMIN, otherClub.id);
  const sudo = await buildUser(db, SUDO, null);
  const spareClub = await buildClub(db, "Spare Club");
  const spare = await buildUser(db, ADMIN, spareClub.id);
  const emptyClub = await buildClub(db, "Empty Club");
  const removable = await buildUser(db, ADMIN, otherClub.id);
  const accounts = await buildAccounts(db, app.time.now, { admin, stranger, sudo, spare });
  const invited = { clubId: admin.club_id!, invitedBy: admin.id, now: app.time.now };
  const invitations = await buildInvitations(db, invited);
  const sponsorship = await buildSponsorship(db, { eventId: event.id, packageId: gold.id });
  const donation = await app.ask("sponsorship/create", {
    body: { eventId: event.id, amount: 5000, sponsorData: sponsor },
  });
  const donationToRelease = await app.ask("sponsorship/create", {
    body: { eventId: event.id, amount: 5000, sponsorData: sponsor },
  });
  const pending = await startTestPayment(app, event.id, ticket.id, 2);
  const paid = await startTestPayment(app, event.id, ticket.id, 4, "paid@example.org");
  await app.ask("stripe/confirm-payment", {
    body: { paymentIntentId: paid.paymentIntentId, accessKey: paid.accessKey, card: card() },
  });
  const unpaid = await placeTestOrder(app, event.id, ticket.id, 1, "unpaid@example.org");
  const { payment_id: disputedId } = await db
    .selectFrom("orders")
    .select("payment_id")
    .where("id", "=", paid.order.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable("payments")
    .set({
      disputes: JSON.stringify([{ ref: "du_1", stage: "chargeback", state: "open", dueBy: null }]),
    })
    .where("id", "=", disputedId)
    .execute();
  const active = await placeTestOrder(app, event.id, free.id);
  const leaving = await placeTestOrder(app, event.id, free.id, 3, "leaving@example.org");
  const deletedOrder = await placeTestOrder(app, event.id, free.id, 1, "gone@example.org");
  const selfServiceEvent = await buildEvent(db, {
    clubId: ownClub.id,
    config: { cancelUntilHours: 0, passOnUntilHours: 0 },
  });
  const selfServiceTicket = await buildTicket(db, selfServiceEvent.id, { price: 0 });
  const cancelling = await placeTestOrder(
    app,
    selfServiceEvent.id,
    selfServiceTicket.id,
    2,
    "cancelling@example.org",
  );
  const passing = await placeTestOrder(
    app,
    selfServiceEvent.id,
    selfServiceTicket.id,
    1,
    "passing@example.org",
  );
  const correcting = await placeTestOrder(
    app,
    selfServiceEvent.id,
    selfServiceTicket.id,
    1,
    "correcting@example.org",
  );
  const held = await hold(app, event.id, ticket.id);
  const imported = await app.ask("registration/bulkImportAttendee", {
    body: {
      eventId: selfServiceEvent.id,
      rows: [
        ["Name", "E-mail"],
        ["Ada Lovelace", "imported@example.org"],
      ],
    },
    token: await openSession(db, admin.id, app.time.now),
  });
  const importedWaiting = await app.ask("registration/bulkImportAttendee", {
    body: {
      eventId: selfServiceEvent.id,
      waiting: true,
      rows: [
        ["Name", "E-mail"],
        ["Ben Baker", "waiting@example.org"],
      ],
    },
    token: await openSession(db, admin.id, app.time.now),
  });
  const holdToRelease = await hold(app, event.id, ticket.id);
  const linkSpec = { eventId: event.id, now: app.time.now };
  const link = await buildLink(db, linkSpec);
  const helper = await buildHelper(db, linkSpec);
  const sale = { eventId: event.id, ticketId: free.id };
  const [guest, expected] = await buildParty(app, sale, 2);
  const [arrived] = await buildParty(app, sale, 1);
  const bought = await buildExtrasPurchase(app, sale);
  const token = await openSession(db, admin.id, app.time.now);
  const saleAtDoor = { deviceId: helper.deviceId, key: "a-sale-to-undo" };
  await app.ask("door/sell", {
    body: {
      eventId: event.id,
      deviceId: saleAtDoor.deviceId,
      tickets: [{ ticketId: free.id, quantity: 1 }],
      answers: [[{ questionId: question.id, answer: "Fish" }]],
      paidBy: "cash",
      totalAmount: 0,
    },
    headers: { "idempotency-key": saleAtDoor.key },
    token,
  });
  await app.ask("checkin/save", { body: { ...arrived, eventId: event.id }, token });
  const waiting = await Promise.all(
    ["waits", "leaves"].map((name) => buildEntry(db, { event, ticketId: soldOut.id, name })),
  );
  // As if the last mail to the buyers had another name and other times of the event.
  const told = {
    name: "Spring Gala",
    location: "Pier 7, Hamburg",
    start: "2026-05-01T18:00:00.000Z",
    end: null,
    timeZone: "Europe/Berlin",
    changedAt: new Date(app.time.now.getTime() + 3_600_000).toISOString(),
  };
  await db
    .updateTable("events")
    .set({ told: JSON.stringify(told) })
    .where("id", "=", event.id)
    .execute();
  return {
    clubId: ownClub.id,
    event,
    /** Two people wait for it; `leavingEntry` leaves the list. */
    soldOutTicketId: soldOut.id,
    waiting: waiting[0]!,
    leavingEntry: waiting[1]!,
    draft,
    ticketId: ticket.id,
    freeTicketId: free.id,
    inactiveTicketId: inactive.id,
    hiddenTicketId: hidden.id,
    promoCodeId: promoCode.id,
    sharedCapacityId: shared.id,
    taxRateId: taxRate.id,
    extrasId: extras.id,
    questionId: question.id,
    packageId: gold.id,
    sponsorshipId: sponsorship.id,
    donation: { sponsorshipId: donation.payload.sponsorship.id, accessKey: donation.payload.accessKey },
    donationToRelease: {
      sponsorshipId: donationToRelease.payload.sponsorship.id,
      accessKey: donationToRelease.payload.accessKey,
    },
    eventIdToCancel: eventToCancel.id,
    /** To be removed. The ticket, extra and package are parts of the draft. */
    removed: {
      eventId: leavingEvent.id,
      ticketId: leavingTicket.id,
      extrasId: leavingExtras.id,
      packageId: leavingPackage.id,
      promoCodeId: leavingCode.id,
      sharedCapacityId: leavingShared.id,
      taxRateId: leavingTaxRate.id,
    },
    draftTicketId: draftTicket.id,
    draftExtrasId: draftExtras.id,
    pretix: { ...fakePretixSource, url: pretix.url },
    adminEmail: admin.email,
    accounts,
    invitations,
    /** An admin of another club, with an open link for a new password. */
    spare: { clubId: spareClub.id, userId: spare.id },
    removable: { clubId: emptyClub.id, userId: removable.id },
    users: { admin: admin.id, stranger: stranger.id, sudo: sudo.id },
    link,
    helper,
    /** `guest` is to be scanned, `expected` to be checked in; `arrived` is checked in. */
    guest: guest!,
    expected: expected!,
    arrived: arrived!,
    bought,
    /** A sale by staff, to be undone. */
    saleAtDoor,
    pending,
    refundable: { orderId: paid.order.id },
    /** To be marked as paid. */
    unpaid: { orderId: unpaid.order.id, amount: unpaid.order.totalAmount },
    caseKey: `payment:${disputedId}:disputed:du_1:chargeback`,
    active,
    importId: imported.payload.importId!,
    waitingImportId: importedWaiting.payload.importId!,
    attendeeId: await attendeeOf(app, active),
    /** To be deleted: one of three people (`leaving`), a whole registration (`gone`). */
    leaving: { registrationId: leaving.registrationId, attendeeId: await attendeeOf(app, leaving) },
    gone: { registrationId: deletedOrder.registrationId },
    /** Tickets of an event with self-service. */
    cancelling: { proof: proofOf(cancelling), attendeeId: await attendeeOf(app, cancelling) },
    correcting: { proof: proofOf(correcting), attendeeId: await attendeeOf(app, correcting) },
    holder: await holderOf(app, correcting),
    passing: { proof: proofOf(passing), attendeeId: await attendeeOf(app, passing) },
    held: { registrationId: held.registration.id, accessKey: held.accessKey },
    holdToRelease: { registrationId: holdToRelease.registration.id, accessKey: holdToRelease.accessKey },
    tokens: await tokensOf(app, { admin: admin.id, stranger: stranger.id, sudo: sudo.id }),
  };
}

export const sponsor = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.org",
  phone: "+49 40 123",
  organization: "Engines",
  message: "Good luck!",
};

function proofOf({ registrationId, accessKey }: { registrationId: number; accessKey: string }) {
  return { registrationId, accessKey };
}

async function attendeeOf(
  app: TestApp,
  { registrationId, accessKey }: { registrationId: number; accessKey: string },
): Promise<number> {
  const reply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
  return reply.payload.attendees[0]!.attendeeId;
}

async function holderOf(
  app: TestApp,
  { registrationId, accessKey }: { registrationId: number; accessKey: string },
): Promise<{ attendeeId: number; qrUuid: string }> {
  const reply = await app.ask("registration/getRegistration", { query: { registrationId, accessKey } });
  const { attendeeId, qrUuid } = reply.payload.attendees[0]!;
  return { attendeeId, qrUuid };
}

/** A new token for each user. */
export async function tokensOf(app: TestApp, users: Record<"admin" | "stranger" | "sudo", number>) {
  const newToken = (userId: number) => openSession(app.database.db, userId, app.time.now);
  return {
    admin: await newToken(users.admin),
    stranger: await newToken(users.stranger),
    sudo: await newToken(users.sudo),
  };
}
