import { dateFormats } from "../../contract/rules/time/dateFormats.ts";
import type { EventTime } from "../../contract/rules/time/eventTime.ts";
import type { CalendarFile } from "../documents/calendar.ts";
import { newEventKey, signAttendeeQr, signExtrasQr } from "../documents/qrSignature.ts";
import { composeAutomaticRefundMail } from "../letters/mails/automaticRefundMail.ts";
import { composeClubConfirmationMail } from "../letters/mails/clubConfirmationMail.ts";
import { composeEmailChangedMail } from "../letters/mails/emailChangedMail.ts";
import { composeEmailChangeAskedMail, composeEmailChangeMail } from "../letters/mails/emailChangeMail.ts";
import { composeEventApprovedMail } from "../letters/mails/eventApprovedMail.ts";
import { composeEventCancelledMail } from "../letters/mails/eventCancelledMail.ts";
import { composeEventChangedMail } from "../letters/mails/eventChangedMail.ts";
import { composeExtrasMail } from "../letters/mails/extrasMail.ts";
import { composeMissingDetailsMail } from "../letters/mails/missingDetailsMail.ts";
import {
  composeOwnCancelledMail,
  composePassedOnMail,
  composeTicketGoneMail,
} from "../letters/mails/ownChangeMail.ts";
import { composePasswordResetMail } from "../letters/mails/passwordResetMail.ts";
import { composeRefundSentBackMail } from "../letters/mails/refundSentBackMail.ts";
import { composeSponsorshipMail } from "../letters/mails/sponsorshipMail.ts";
import { composeStaffRefundMail } from "../letters/mails/staffRefundMail.ts";
import { composeTeamInvitationMail } from "../letters/mails/teamInvitationMail.ts";
import { composeAllTicketLinksMail, composeTicketLinksMail } from "../letters/mails/ticketLinksMail.ts";
import { composeTicketMail } from "../letters/mails/ticketMail.ts";
import { composeTicketsCancelledMail } from "../letters/mails/ticketsCancelledMail.ts";
import {
  composeWaitingJoinedMail,
  composeWaitingLapsedMail,
  composeWaitingOfferMail,
} from "../letters/mails/waitingMail.ts";
import type { EventMails, MailKind, SiteMails } from "../mail/queuedMail.ts";
import type { ComposedMail } from "../mail/transport.ts";

const page = "https://tickets.harbour-club-hamburg.example/summer-gala-by-the-river";
const key = "Q2hlY2tpbmdUaGVXaWR0aE9mTWFpbHM";
const uuid = "0b9f6c7e-2f54-4c1b-9d0e-1a2b3c4d5e6f";

export interface MailSample {
  readonly kind: MailKind;
  readonly isFromSite: boolean;
  readonly name: string;
  readonly mail: ComposedMail;
}

/** Sample mails of every kind. `name` is the name of most people, `title` that of most things. */
export async function everyMail({ name, title }: { name: string; title: string }): Promise<MailSample[]> {
  const organiser = {
    name: title,
    email: "the-office-of-the-summer-gala@harbour-club-hamburg.example",
    phone: "+49 40 123456789",
  };
  const event: CalendarFile & EventTime = {
    eventId: 3,
    version: 2,
    updatedAt: "2026-11-20T10:00:00Z",
    name: title,
    organiser,
    start: "2026-12-12T12:00:00Z",
    end: "2026-12-12T16:00:00Z",
    timeZone: "Asia/Bangkok",
    isAllDay: false,
    showEndTime: true,
    dateFormat: dateFormats[0],
    location: title,
    description: "Dinner",
    url: page,
  };
  const { privateKey } = newEventKey();
  const items = [
    { title, quantity: 4, unitPrice: 1_234_567, total: 4_938_268 },
    { title: "Dinner", quantity: 1, unitPrice: 1250, total: 1250 },
  ];
  const order = {
    orderNumber: "F-2026-000123",
    items,
    subtotal: 4_939_518,
    tax: 938_508,
    total: 5_878_026,
    currency: "eur",
    paymentStatus: "paid",
    refundedAmount: 1250,
    promoCode: "A-CODE-OF-MANY-LETTERS-WITHOUT-BLANKS",
    discount: 100,
  };
  const receipt = {
    url: `https://tickets.harbour-club-hamburg.example/api/order/receiptPdf?orderId=123456&accessKey=${key}`,
    file: {
      filename: "receipt-F-2026-000123.pdf",
      content: "%PDF-receipt",
      contentType: "application/pdf",
    },
  };
  const purchase = {
    items,
    qrText: signExtrasQr(privateKey, { id: 9, qrUuid: uuid, e: 3 }),
    reference: "F-2026-000124",
    isHandedOver: false,
  };
  const ticketUrl = `${page}/tickets?registrationId=123456&accessKey=${key}`;
  const incomplete = {
    url: ticketUrl,
    tickets: [
      {
        name,
        ticketTitle: title,
        missing: ["name", "answers"] as const,
        guestUrl: `${page}/tickets?registrationId=123456&qrUuid=${uuid}`,
      },
    ],
  };
  const common = { recipientName: name, eventName: title, organiser };
  const money = { orderNumber: order.orderNumber, amountMinor: 5_878_026, currency: "eur" };
  const waitingFields = {
    ...common,
    location: title,
    when: {
      text: "Sat, Dec 12, 2026, 7:00 PM – 11:00 PM",
      zoneLabel: "Bangkok time (GMT+7)",
      readerText: null,
      readerZoneLabel: null,
    },
    places: 2,
    wanted: `2 × ${title}`,
    price: "€1,250 for both",
    placeUrl: `${page}/waiting-list?entry=123456&accessKey=${key}`,
    unsubscribeUrl: `${page}/unsubscribe?entryId=123456&accessKey=${key}`,
  };
  const eventMails = {
    tickets: [
      composeTicketMail({
        recipientName: name,
        event,
        readerZone: "Europe/Berlin",
        ticketUrls: [ticketUrl],
        attendees: [
          {
            name,
            ticketTitle: title,
            reference: "No. 7-1",
            qrText: signAttendeeQr(privateKey, { r: 7, a: 1, q: uuid, e: 3 }),
          },
        ],
        mailedToGuests: 3,
        missing: { ...incomplete, until: "Dec 10, 2026, 7:00 PM" },
        purchases: [purchase],
        order,
        receiptUrl: receipt.url,
      }),
    ],
    extras: [composeExtrasMail({ recipientName: name, event, ticketUrl, purchase, order, receipt })],
    sponsorship: [
      composeSponsorshipMail({
        ...money,
        recipientName: name,
        organization: title,
        message: title,
        event,
        packageName: title,
        ownPage: { url: ticketUrl, takesLogo: true },
        receipt,
      }),
    ],
    moneyBack: [
      composeStaffRefundMail({
        ...common,
        ...money,
        paidMinor: 5_878_026,
        refundedMinor: 5_878_026,
        reason: title,
        awaitsBuyer: true,
        bought: "registration",
        cancelledPeople: [name, "Leo"],
        ticketUrl,
        hasInvalidCode: true,
        receipt,
      }),
    ],
    refund: [
      composeAutomaticRefundMail({
        ...common,
        ...money,
        eventUrl: page,
        awaitsBuyer: false,
        bought: "registration",
        missing: "places",
      }),
    ],
    ticketsCancelled: [
      composeTicketsCancelledMail({ ...common, ...money, people: [name, "Leo"], reason: title, ticketUrl }),
      composeTicketsCancelledMail({
        ...common,
        ...money,
        people: [name],
        amountMinor: 0,
        reason: "",
        ticketUrl: null,
      }),
    ],
    refundSentBack: [composeRefundSentBackMail({ ...common, ...money })],
    eventCancelled: [
      composeEventCancelledMail({
        recipientName: name,
        event: { ...event, isCancelled: true },
        message: title,
        refunds: true,
        paid: { online: true, byHand: true },
        refundMinor: 2500,
        currency: "eur",
      }),
    ],
    eventChanged: [
      composeEventChangedMail({
        recipientName: name,
        event,
        changes: [
          { what: "name", before: title, after: title },
          { what: "time", before: "Sat, Dec 12, 2026", after: "Sun, Dec 13, 2026", isOtherDay: true },
          { what: "place", before: title, after: "" },
        ],
      }),
    ],
    missingDetails: [
      composeMissingDetailsMail({
        recipientName: name,
        eventName: title,
        organiser,
        until: "Dec 10, 2026, 7:00 PM",
        incomplete: [incomplete],
      }),
    ],
    ownCancelled: [
      composeOwnCancelledMail({
        ...common,
        ...money,
        people: [name, "Leo"],
        extras: items,
        feeMinor: 1250,
        awaitsBuyer: false,
        ticketUrl,
      }),
    ],
    passedOn: [
      composePassedOnMail({
        ...common,
        from: name,
        to: name,
        email: organiser.email,
        ticketTitle: title,
        ticketUrl,
      }),
    ],
    ticketGone: [
      composeTicketGoneMail({ ...common, ticketTitle: title, why: "cancelled" }),
      composeTicketGoneMail({ ...common, ticketTitle: title, why: "passedOn" }),
      composeTicketGoneMail({ ...common, ticketTitle: title, why: "cancelled", byOrganiser: true }),
    ],
    ticketLinks: [
      composeTicketLinksMail({
        eventName: title,
        organiser,
        links: [{ url: ticketUrl, description: `2 × ${title}` }],
      }),
    ],
    waitingJoined: [composeWaitingJoinedMail({ ...waitingFields, keptFor: "24 hours" })],
    waitingOffer: [composeWaitingOfferMail({ ...waitingFields, until: "Sat, Nov 28, 2026, 7:00 PM" })],
    waitingLapsed: [composeWaitingLapsedMail({ ...waitingFields, eventUrl: page })],
  } satisfies Samples<keyof EventMails>;
  const siteMails = {
    allTicketLinks: [
      composeAllTicketLinksMail({
        findTicketsUrl: "https://tickets.harbour-club-hamburg.example/find-tickets",
        isCut: true,
        registrations: (["valid", "cancelled", "eventCancelled"] as const).map((state, index) => ({
          eventName: title,
          when: `${waitingFields.when.text}, ${waitingFields.when.zoneLabel}`,
          location: title,
          state,
          isOver: index > 0,
          links: [{ url: ticketUrl, description: `2 × ${title}` }],
        })),
      }),
    ],
    passwordReset: [
      composePasswordResetMail({
        recipientName: name,
        url: `https://tickets.harbour-club-hamburg.example/auth/Reset#${key}${key}`,
        minutes: 60,
      }),
    ],
    emailChange: [
      composeEmailChangeMail({
        recipientName: name,
        from: organiser.email,
        url: `https://tickets.harbour-club-hamburg.example/auth/Email#${key}${key}`,
        hours: 24,
      }),
    ],
    emailChangeAsked: [
      composeEmailChangeAskedMail({
        recipientName: name,
        url: "https://tickets.harbour-club-hamburg.example/profile",
      }),
    ],
    emailChanged: [true, false].map((byOwner) =>
      composeEmailChangedMail({
        recipientName: name,
        byOwner,
        url: "https://tickets.harbour-club-hamburg.example",
      }),
    ) as [Promise<ComposedMail>, Promise<ComposedMail>],
    clubConfirmation: [
      composeClubConfirmationMail({
        recipientName: name,
        clubName: organiser.name,
        url: `https://tickets.harbour-club-hamburg.example/auth/Confirm#${key}${key}`,
        days: 7,
      }),
    ],
    eventApproved: [
      composeEventApprovedMail({ eventName: title, url: page, isListed: true }),
      composeEventApprovedMail({ eventName: title, url: page, isListed: false }),
    ],
    teamInvitation: [
      composeTeamInvitationMail({
        clubName: organiser.name,
        invitedBy: name,
        url: `https://tickets.harbour-club-hamburg.example/auth/Invitation#${key}${key}`,
        days: 7,
      }),
    ],
  } satisfies Samples<keyof SiteMails>;
  return [...(await samplesOf(eventMails, false)), ...(await samplesOf(siteMails, true))];
}

type Samples<K extends MailKind> = Record<K, readonly [Promise<ComposedMail>, ...Promise<ComposedMail>[]]>;

function samplesOf<K extends MailKind>(samples: Samples<K>, isFromSite: boolean): Promise<MailSample[]> {
  const byKind = Object.entries(samples) as [K, readonly Promise<ComposedMail>[]][];
  return Promise.all(
    byKind.flatMap(([kind, mails]) =>
      mails.map(async (mail, index) => ({
        kind,
        isFromSite,
        name: index === 0 ? kind : `${kind}-${index + 1}`,
        mail: await mail,
      })),
    ),
  );
}
