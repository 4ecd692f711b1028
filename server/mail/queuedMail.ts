import type { HeadChange } from "../../contract/shapes/eventChange.ts";

/** An id that leads to the event: a returned mail can become a case of its event (server/orders/cases.ts). */
type HasEvent = { eventId: number } | { registrationId: number } | { orderId: number };

/**
 * Amounts in minor units. A payload has ids instead of texts where possible, so that a mail has the values of when it
 * is sent.
 */
export interface EventMails {
  /** `recipient` is in lower case. */
  tickets: { registrationId: number; recipient: string };
  ticketLinks: { eventId: number; email: string };
  extras: { orderId: number };
  sponsorship: { orderId: number };
  /** A payment that bought nothing was refunded in full. `doubleAmount`: its amount, if the order was paid twice. */
  refund: { orderId: number; doubleAmount?: number; awaitsBuyer?: boolean };
  /**
   * Another refund through a provider, unless a mail of another kind announced it and the buyer need not act. Older
   * versions queued no `cancelledPeople`.
   */
  moneyBack: { orderId: number; amount: number; reason: string; cancelledPeople?: readonly string[] };
  /** To the buyer: staff or a door cancelled, and no provider refunds anything. `amount` is paid back by hand. */
  ticketsCancelled: { orderId: number; amount: number; reason: string; people: readonly string[] };
  refundSentBack: { orderId: number; amount: number; refundId: number };
  /** Mails queued by older versions have no `refunds`. */
  eventCancelled: { eventId: number; refunds?: boolean };
  eventChanged: { eventId: number; changes: readonly HeadChange[] };
  /** To a buyer or a guest; the mail's `recipient` is in lower case. */
  missingDetails: { eventId: number };
  ownCancelled: {
    registrationId: number;
    amount: number;
    fee: number;
    /** Whether no ticket stays valid. */
    isWhole: boolean;
    extras: readonly { title: string; quantity: number }[];
    people: readonly string[];
  };
  /** To the buyer. */
  passedOn: { registrationId: number; from: string; to: string; email: string; ticketTitle: string };
  /** To a guest. */
  ticketGone: {
    eventId: number;
    name: string;
    ticketTitle: string;
    why: "cancelled" | "passedOn";
    /** Otherwise the buyer did it. */
    byOrganiser?: boolean;
  };
  /** Mails of a waiting list that older versions queued have no `eventId`. */
  waitingJoined: { eventId: number; entryId: number };
  waitingOffer: { eventId: number; entryId: number };
  waitingLapsed: { eventId: number; entryId: number };
}

/** Mails that come from the site and not from a club. */
export interface SiteMails {
  allTicketLinks: { email: string };
  passwordReset: { email: string };
  /** To an admin of a club that registered itself. */
  clubConfirmation: { userId: number };
  eventApproved: { eventId: number };
  teamInvitation: { invitationId: number };
  /** To the new address: the link that confirms it. */
  emailChange: { userId: number };
  /** To the present address. */
  emailChangeAsked: { fullName: string };
  /** To the previous address. `byOwner`: its owner changed it, else the super user. */
  emailChanged: { fullName: string; byOwner?: boolean };
}

type MailPayloads = SiteMails & Checked<EventMails>;

/** Does not compile if a mail about an event has no id that leads to the event. */
type Checked<Payloads extends Record<keyof Payloads, HasEvent>> = Payloads;

export type MailKind = keyof MailPayloads;

/** A second mail with the same `key` is not queued. */
export type MailToQueue<K extends MailKind = MailKind> = {
  [Kind in K]: {
    readonly key: string;
    readonly kind: Kind;
    readonly recipient: string;
    readonly payload: Readonly<MailPayloads[Kind]>;
  };
}[K];

export type QueuedMail<K extends MailKind = MailKind> = MailToQueue<K> & {
  readonly id: number;
  readonly messageId: string;
};
