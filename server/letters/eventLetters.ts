import { openTicketFacts, type TicketFacts } from "../checkout/ticketFacts.ts";
import { clubById } from "../clubs/rows.ts";
import { sellerLine } from "../clubs/seller.ts";
import type { Db } from "../db/pool.ts";
import { calendarEntry, organiserOf } from "../events/calendarEntry.ts";
import { configOf } from "../events/present.ts";
import { eventById } from "../events/rows.ts";
import type { Composers } from "../mail/mail.ts";
import type { EventMails, QueuedMail } from "../mail/queuedMail.ts";
import type { OutgoingMail } from "../mail/transport.ts";
import { imageFile } from "../media/images.ts";
import { orderById, presentOrder } from "../orders/rows.ts";
import { pageUrls } from "../pageUrls.ts";
import { ticketAddress } from "../registrations/addressees.ts";
import { presentAttendees } from "../registrations/present.ts";
import type { AttendeeRow } from "../registrations/rows.ts";
import { buyerOf, nameOfBuyer } from "./buyer.ts";
import {
  eventCancelledMail,
  eventChangedMail,
  refundSentBackMail,
  staffRefundMail,
  ticketsCancelledMail,
} from "./composeNews.ts";
import { ownCancelledMail, passedOnMail, ticketGoneMail } from "./composeOwnMail.ts";
import { extrasMail, sponsorshipMail } from "./composePurchaseMail.ts";
import { missingDetailsMail } from "./composeReminder.ts";
import { ticketLinksMail } from "./composeTicketLinks.ts";
import { waitingMail } from "./composeWaiting.ts";
import { detailsUntilText, incompleteTickets } from "./incompleteTickets.ts";
import type { TicketMail } from "./mails/ticketMail.ts";
import { printedOrder, printedPurchases, printedTickets } from "./printed.ts";
import { receiptUrl } from "./receipt.ts";
import { guestTicketUrl, ticketPageUrl } from "./ticketPageUrl.ts";

/** Loads the writers of some mails. It takes time, so a mailer calls it before it starts its jobs. */
export async function loadLetters() {
  const [tickets, refund, links] = await Promise.all([
    import("./mails/ticketMail.ts"),
    import("./mails/automaticRefundMail.ts"),
    import("./mails/ticketLinksMail.ts"),
  ]);
  return { ...tickets, ...refund, ...links };
}

export interface MailSettings {
  publicUrl: string;
  dataDir: string;
}

/** Makes the composers of mails about events. They return null if the mail's reason no longer exists. */
export function eventLetters(db: Db, settings: MailSettings): Composers<keyof EventMails> {
  const { publicUrl } = settings;
  const factsOf = openTicketFacts(db);
  return {
    tickets: async (mail) => {
      const facts = await factsOf(mail.payload.registrationId);
      return facts?.registration.state === "active" ? ticketsMail(db, facts, mail, settings) : null;
    },
    refund: (mail) => automaticRefundMail(db, mail, publicUrl),
    ticketLinks: (mail) => ticketLinksMail(db, mail, publicUrl),
    extras: (mail) => extrasMail(db, mail, publicUrl),
    sponsorship: (mail) => sponsorshipMail(db, mail, publicUrl),
    moneyBack: (mail) => staffRefundMail(db, mail, publicUrl),
    ticketsCancelled: (mail) => ticketsCancelledMail(db, mail, publicUrl),
    refundSentBack: (mail) => refundSentBackMail(db, mail),
    eventCancelled: (mail) => eventCancelledMail(db, mail, publicUrl),
    eventChanged: (mail) => eventChangedMail(db, mail, publicUrl),
    missingDetails: (mail) => missingDetailsMail(db, mail, publicUrl),
    ownCancelled: (mail) => ownCancelledMail(db, mail, publicUrl),
    passedOn: (mail) => passedOnMail(db, mail, publicUrl),
    ticketGone: (mail) => ticketGoneMail(db, mail),
    waitingJoined: (mail) => waitingMail(db, mail, publicUrl),
    waitingOffer: (mail) => waitingMail(db, mail, publicUrl),
    waitingLapsed: (mail) => waitingMail(db, mail, publicUrl),
  };
}

async function ticketsMail(
  db: Db,
  { registration, event, privateKey, order, attendees: allAttendees, purchases }: TicketFacts,
  mail: QueuedMail<"tickets">,
  { publicUrl, dataDir }: MailSettings,
): Promise<OutgoingMail | null> {
  const { recipient } = mail.payload;
  const isBuyer = registration.email?.toLowerCase() === recipient;
  const ownTickets = allAttendees.filter(
    (attendee) => ticketAddress(attendee, registration)?.toLowerCase() === recipient,
  );
  // A buyer without a ticket of their own still gets the tickets of the others, to pass them on.
  const attendees = ownTickets.length === 0 && isBuyer ? allAttendees : ownTickets;
  const printed = printedTickets(presentAttendees(attendees, privateKey), order?.order_number ?? null);
  if (printed.length === 0) return null;
  // A buyer who does not attend has no ticket with their name (isAttendingBuyer).
  const absentBuyer = isBuyer ? registration.buyer_name : null;
  const name = absentBuyer ?? (attendees[0]!.is_named ? printed[0]!.name : "");
  const club = await clubById(db, event.club_id);
  const composed = await (await loadLetters()).composeTicketMail({
    recipientName: name,
    event: calendarEntry(event, publicUrl),
    readerZone: registration.user_timezone,
    clubNote: configOf(event).ticketNote,
    ticketUrls: isBuyer
      ? [ticketPageUrl(publicUrl, event.slug, registration)]
      : attendees.map((one) => guestTicketUrl(publicUrl, event.slug, one)),
    attendees: printed,
    boughtBy: isBuyer || order === undefined ? null : nameOfBuyer(registration, allAttendees),
    mailedToGuests: isBuyer ? allAttendees.length - attendees.length : 0,
    missing: isBuyer
      ? await missingDetails(db, { registration, event, people: allAttendees, publicUrl })
      : null,
    purchases: isBuyer ? printedPurchases(purchases, privateKey) : [],
    order:
      isBuyer && order !== undefined
        ? { ...printedOrder(presentOrder(order)), seller: club === undefined ? "" : sellerLine(club) }
        : null,
    receiptUrl:
      isBuyer && order !== undefined ? receiptUrl(publicUrl, order.id, registration.access_key) : null,
    bannerPath: event.banner === null ? null : imageFile(dataDir, "event-banner", event.banner),
  });
  return { to: { name, address: mail.recipient }, ...composed };
}

async function missingDetails(
  db: Db,
  {
    registration,
    event,
    people,
    publicUrl,
  }: Pick<TicketFacts, "registration" | "event"> & { people: readonly AttendeeRow[]; publicUrl: string },
): Promise<TicketMail["missing"]> {
  const incomplete = await incompleteTickets(db, registration, { slug: event.slug, people, publicUrl });
  const until = incomplete === null ? null : await detailsUntilText(db, event);
  return incomplete === null || until === null ? null : { ...incomplete, until };
}

async function automaticRefundMail(
  db: Db,
  mail: QueuedMail<"refund">,
  publicUrl: string,
): Promise<OutgoingMail | null> {
  const { orderId, doubleAmount, awaitsBuyer } = mail.payload;
  const order = await orderById(db, orderId);
  const event = order && (await eventById(db, order.event_id));
  if (order === undefined || event === undefined) return null;
  const purchase = await buyerOf(db, order);
  const name = purchase?.buyer.name ?? "";
  const hasInvalidTickets = order.purpose === "extras" && purchase?.owner.registration?.state !== "active";
  const composed = await (await loadLetters()).composeAutomaticRefundMail({
    recipientName: name,
    eventName: event.name,
    organiser: organiserOf(event),
    eventUrl: pageUrls.event(publicUrl, event.slug),
    orderNumber: order.order_number,
    amountMinor: doubleAmount ?? order.refunded_amount,
    currency: order.currency,
    bought: order.purpose,
    awaitsBuyer: awaitsBuyer ?? order.refund_awaits_buyer > 0,
    missing:
      doubleAmount !== undefined
        ? "nothing"
        : event.cancelled_at !== null
          ? "event"
          : hasInvalidTickets
            ? "tickets"
            : "places",
  });
  return { to: { name, address: mail.recipient }, ...composed };
}
