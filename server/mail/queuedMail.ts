/** The kinds of mails and their payloads. */
import type { HeadChange } from "../../contract/shapes/eventChange.ts";

/** The ids by which a returned mail becomes a case of its event (server/orders/cases.ts). */
type HasEvent = { eventId: number } | { registrationId: number } | { orderId: number };

/**
 * The payloads of mails about an event; amounts in minor units. A payload has ids instead of texts where possible, so
 * that a mail has the values of the moment when it is sent.
 */
export interface EventMails {
  /** One address's tickets of a registration; `recipient` is that address in lower case. */
  tickets: { registrationId: number; recipient: string };
  /** Links to the tickets of an address, for somebody who asked for them. */
  ticketLinks: { eventId: number; email: string };
  /** Extras bought after the tickets. */
  extras: { orderId: number };
  /** Thanks to a sponsor or a donor. */
  sponsorship: { orderId: number };
  /** A payment that bought nothing was refunded in full. `doubleAmount`: its amount, if the order was paid twice. */
  refund: { orderId: number; doubleAmount?: number; awaitsBuyer?: boolean };
  /** Another refund, unless a mail of another kind announced it. Older versions queued no `cancelledPeople`. */
  moneyBack: { orderId: number; amount: number; reason: string; cancelledPeople?: readonly string[] };
  /**
   * To the buyer: staff cancelled tickets, and no provider refunds anything. `amount` is what staff pay back by hand; 0 for
   * a free order.
   */
  ticketsCancelled: { orderId: number; amount: number; reason: string; people: readonly string[] };
  /** A refund did not reach the buyer. */
  refundSentBack: { orderId: number; amount: number; refundId: number };
  /** Mails queued by older versions have no `refunds`. */
  eventCancelled: { eventId: number; refunds?: boolean };
  eventChanged: { eventId: number; changes: readonly HeadChange[] };
  /** A reminder of missing names and answers, to a buyer or a guest. */
  missingDetails: { eventId: number };
  /** To a buyer who cancelled tickets. */
  ownCancelled: {
    registrationId: number;
    amount: number;
    fee: number;
    isWhole: boolean;
    extras: readonly { title: string; quantity: number }[];
    people: readonly string[];
  };
  /** To the buyer: a ticket was passed on to another person. */
  passedOn: { registrationId: number; from: string; to: string; email: string; ticketTitle: string };
  /** To a guest: their ticket is no longer valid. */
  ticketGone: {
    eventId: number;
    name: string;
    ticketTitle: string;
    why: "cancelled" | "passedOn";
    /** Whether the organiser did it; otherwise the buyer. */
    byOrganiser?: boolean;
  };
  /** Mails of a waiting list that older versions queued have no `eventId`. */
  waitingJoined: { eventId: number; entryId: number };
  waitingOffer: { eventId: number; entryId: number };
  waitingLapsed: { eventId: number; entryId: number };
}

/** The payloads of mails that come from the site and not from a club. */
export interface SiteMails {
  /** Links to the tickets of an address for all events. */
  allTicketLinks: { email: string };
  passwordReset: { email: string };
  /** To an admin of a club that registered itself: the link that confirms the address. */
  clubConfirmation: { userId: number };
  /** To the admins of a club whose first event the super user approved. */
  eventApproved: { eventId: number };
  /** To a person who is invited to a club's team. */
  teamInvitation: { invitationId: number };
  /** To the new address of an account whose owner changes it: the link that confirms it. */
  emailChange: { userId: number };
  /** To the present address of an account whose owner asked for another one. */
  emailChangeAsked: { fullName: string };
  /** To the previous address of an account. `byOwner`: its owner changed it, else the super user. */
  emailChanged: { fullName: string; byOwner?: boolean };
}

/** The payload of each kind. A kind without a composer does not compile (server/mailer/mailTasks.ts). */
type MailPayloads = SiteMails & Checked<EventMails>;

/** Does not compile if a mail about an event has no id that leads to the event. */
type Checked<Payloads extends Record<keyof Payloads, HasEvent>> = Payloads;

/** The kinds, which select the composer. */
export type MailKind = keyof MailPayloads;

/** A mail to be sent, with its kind's payload. `key` identifies its cause: a second mail with the key is not queued. */
export type MailToQueue<K extends MailKind = MailKind> = {
  [Kind in K]: {
    readonly key: string;
    readonly kind: Kind;
    readonly recipient: string;
    readonly payload: Readonly<MailPayloads[Kind]>;
  };
}[K];

/** A stored mail that waits to be sent. */
export type QueuedMail<K extends MailKind = MailKind> = MailToQueue<K> & {
  readonly id: number;
  readonly messageId: string;
};
