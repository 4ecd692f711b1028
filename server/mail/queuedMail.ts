/** A mail from the transaction that causes it until it is sent. */

/**
 * What each kind of mail is written from; amounts in minor units. Ids rather than texts where it can be, so that a mail tells
 * what is true when it is sent. A kind without a composer does not compile (server/mailer/mailTasks.ts).
 */
export interface MailPayloads {
  /** The tickets of a registration that are one address's; `recipient` is that address in small letters. */
  tickets: { registrationId: number; recipient: string };
  /** Links to the tickets of an address, for who asked for them. */
  ticketLinks: { eventId: number; email: string };
  /** The code and receipt of extras that were bought after the tickets. */
  extras: { orderId: number };
  /** Thanks to a sponsor or a donor. */
  sponsorship: { orderId: number };
  /** All of the money goes back, to who got nothing for it; `doubleAmount` where an order was paid twice. */
  refund: { orderId: number; doubleAmount?: number; awaitsBuyer?: boolean };
  /** What staff gave back. */
  moneyBack: { orderId: number; amount: number; reason: string };
  /** The bank sent a refund back to us. */
  refundSentBack: { orderId: number; amount: number; refundId: number };
  /** `refunds` is not in those of before it was kept. */
  eventCancelled: { eventId: number; refunds?: boolean };
  /** What buyers cancelled by themselves. */
  ownCancelled: {
    registrationId: number;
    amount: number;
    fee: number;
    isWhole: boolean;
    extras: readonly { title: string; quantity: number }[];
    people: readonly string[];
  };
  /** To the buyer: a ticket was passed on by its link. */
  passedOn: { registrationId: number; from: string; to: string; email: string; ticketTitle: string };
  /** To a guest: their ticket is valid no more. */
  ticketGone: { eventId: number; name: string; ticketTitle: string; why: "cancelled" | "passedOn" };
  waitingJoined: { entryId: number };
  waitingOffer: { entryId: number };
  waitingLapsed: { entryId: number };
  passwordReset: { email: string };
  /** To the address that an account had before. */
  emailChanged: { fullName: string };
}

/** Which composer writes it. */
export type MailKind = keyof MailPayloads;

/** A mail to be sent, with what its kind is written from. `key` names what it is for: the same key is never mailed twice. */
export type MailToQueue<K extends MailKind = MailKind> = {
  [Kind in K]: {
    readonly key: string;
    readonly kind: Kind;
    readonly recipient: string;
    readonly payload: Readonly<MailPayloads[Kind]>;
  };
}[K];

/** A mail that waits for its sending. */
export type QueuedMail<K extends MailKind = MailKind> = MailToQueue<K> & {
  readonly id: number;
  readonly messageId: string;
};
