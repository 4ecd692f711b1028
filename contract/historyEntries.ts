/** Every entry of the history: each kind, as "entity.action", with the values it records. */
import type { CaseKind } from "./shapes/moneyCase.ts";
import type { PaidBy } from "./shapes/order.ts";

interface Moved {
  from: string | null;
  to: string;
}

/** The old and the new value of each changed field. */
interface Changed {
  from: Readonly<Record<string, unknown>>;
  to: Readonly<Record<string, unknown>>;
}

interface Account {
  email: string;
  fullName: string;
  clubId: number | null;
}

interface BuyerChanged {
  field: "name" | "email" | "organization" | "message";
  from: string;
  to: string;
}

interface CaseDone {
  field: CaseKind;
  key: string;
  note: string;
}

interface Device {
  deviceId: string;
  name: string;
  gate: string | null;
}

interface Disputed {
  paymentId: number;
  dispute: string | null;
  stage: string;
}

interface Leaving {
  from: "active";
  people: readonly string[];
}

interface PassedOn {
  from: string;
  to: string;
}

interface PlacesMoved extends Moved {
  places: number;
}

/** The refunds that this action requested or made. */
interface Refunds {
  refundIds: readonly number[];
}

/** The values of each kind. Null if it records none. */
interface Happenings {
  "account.changed": Changed;
  "account.created": Account | { email: string; fullName: string; role: number };
  "account.passwordChanged": null;
  "account.passwordReset": null;
  "account.recoveryCodesRenewed": null;
  "account.removed": Account;
  "account.secondFactorOff": null;
  "account.secondFactorOn": null;
  "account.signedOutEverywhere": null;
  "attendee.changed": { fields: readonly string[]; ticketFrom: number; ticketTo: number };
  "attendee.deleted": { registrationId: number; force: boolean };
  "attendee.passedOn": PassedOn & { registrationId: number };
  "club.changed": Changed;
  "club.created": { name: string };
  "club.removed": { name: string; events: readonly number[] };
  "doorLink.deviceRevoked": Device;
  "doorLink.made": { gate: string; rights: readonly string[]; expiresAt: string };
  "doorLink.opened": { deviceId: string; name: string };
  "doorLink.pinRenewed": null;
  "doorLink.revoked": null;
  "doorLink.wrongPin": { tries: number; lockedUntil: string | null };
  "event.cancelled": Moved & { refund: boolean; message: string };
  "event.caseDone": CaseDone;
  "event.changed": Changed;
  "event.closed": Moved;
  "event.created": { name: string; slug: string };
  "event.deviceRevoked": Device;
  "event.imported": { count: number; registrations: { from: number | undefined; to: number | undefined } };
  "event.questionsSaved": { from: readonly Question[]; to: readonly Question[]; hidden: readonly number[] };
  "event.removed": { name: string; slug: string; takes: object };
  "event.reordered": { from: readonly number[]; to: readonly number[] };
  "extras.changed": Changed;
  "extras.created": { name: string; price: number; maxStock: number | null };
  "extras.removed": { name: string };
  "order.buyerChanged": BuyerChanged;
  "order.cardsTried": { paymentId: number; declines: number };
  "order.caseDone": CaseDone;
  "order.disputeAnswered": Disputed;
  "order.disputeLost": Disputed;
  "order.disputeWon": Disputed;
  "order.disputed": Disputed;
  "order.expired": Moved;
  "order.mailed": { to: string };
  "order.paid": Moved &
    Partial<Refunds> & { paymentId?: number; refundedAmount?: number; paidBy?: PaidBy | null };
  "order.paidByHand": Moved & { paidBy: PaidBy; note: string; amount: number };
  "order.paidTwice": { paymentId: number; amount: number };
  "order.placed": Moved & { totalAmount: number };
  "order.refundAsked": Moved & Refunds & { amount: number; fee?: number; reason: string };
  "order.refundDue": Moved & { paymentId: number };
  "order.refundFailed": { failure: string };
  "order.refunded": Moved & Refunds & { refundedAmount: number; paidBy?: PaidBy | null };
  "order.soldAtDoor": { paidBy: PaidBy; totalAmount: number; gate: string };
  "package.changed": Changed;
  "package.created": { name: string; price: number };
  "package.removed": { name: string };
  "payment.caseDone": CaseDone;
  "promoCode.changed": Changed;
  "promoCode.created": { code: string; kind: string; value: number; maxUses: number | null };
  "promoCode.removed": { code: string };
  "registration.active": PlacesMoved;
  "registration.buyerChanged": BuyerChanged;
  "registration.cancelled": PlacesMoved | Leaving;
  "registration.deleted": { from: string; places: number; force: boolean };
  "registration.expired": PlacesMoved;
  "registration.held": PlacesMoved;
  "registration.passedOn": PassedOn;
  "registration.pending": PlacesMoved;
  /** From one ticket type to another, by their titles; each of `people` by name. */
  "registration.ticketChanged": { from: string; to: string; people: readonly string[] };
  "registration.ticketsCancelled": Leaving;
  "sharedCapacity.changed": Changed;
  "sharedCapacity.created": { title: string; maxPlaces: number };
  "sharedCapacity.removed": { title: string; maxPlaces: number; ticketIds: readonly number[] };
  "sponsorship.hidden": null;
  "sponsorship.logoRemoved": null;
  "sponsorship.shown": null;
  "ticket.changed": Changed;
  "ticket.created": { title: string; price: number; maxStock: number };
  "ticket.removed": { title: string };
  "waiting.left": Moved & { name: string };
}

interface Question {
  id: number;
  text: string;
}

type Kind = keyof Happenings;
type Entity = Kind extends `${infer Name}.${string}` ? Name : never;

/** The entries of one entity, with their values. */
export type HistoryEntryOf<Name extends Entity> = {
  [Each in Kind]: Each extends `${Name}.${infer Action}`
    ? Happenings[Each] extends null
      ? { action: Action; detail?: undefined }
      : { action: Action; detail: Happenings[Each] }
    : never;
}[Kind];

/** An entry of any entity. */
export type HistoryEntry = { [Name in Entity]: { entity: Name } & HistoryEntryOf<Name> }[Entity];

/** The actions in the history of an order: its own, and those of its registration with the prefix `registration.`. */
export type OrderAction =
  | HistoryEntryOf<"order">["action"]
  | `registration.${HistoryEntryOf<"registration">["action"]}`;
