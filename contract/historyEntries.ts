import type { HeadChange } from "./shapes/eventChange.ts";
import type { CaseKind } from "./shapes/money/moneyCase.ts";
import type { AddedPaid, PaidBy } from "./shapes/order.ts";

interface StateChange {
  from: string | null;
  to: string;
}

interface FieldChanges {
  from: Readonly<Record<string, unknown>>;
  to: Readonly<Record<string, unknown>>;
}

interface Account {
  email: string;
  fullName: string;
  clubId: number | null;
}

interface BuyerChange {
  field: "name" | "email" | "organization" | "message";
  from: string;
  to: string;
}

interface ClosedCase {
  field: CaseKind;
  key: string;
  note: string;
}

interface Device {
  deviceId: string;
  name: string;
  gate: string | null;
}

interface DisputeStage {
  paymentId: number;
  dispute: string | null;
  stage: string;
}

interface CancelledPeople {
  from: "active";
  people: readonly string[];
}

interface NameChange {
  from: string;
  to: string;
}

interface PlacesChange extends StateChange {
  places: number;
}

interface Refunds {
  refundIds: readonly number[];
}

/** The values that each kind of entry, "entity.action", records. */
interface EntryValues {
  "account.changed": FieldChanges;
  "account.created": Account | { email: string; fullName: string; role: number };
  "account.emailChangeAsked": { email: string };
  "account.passwordChanged": null;
  "account.passwordReset": null;
  "account.recoveryCodesRenewed": null;
  "account.removed": Account;
  "account.secondFactorOff": null;
  "account.secondFactorOn": null;
  "account.signedOutEverywhere": null;
  "attendee.changed": { fields: readonly string[]; ticketFrom: number; ticketTo: number };
  "attendee.corrected": { registrationId: number; fields: readonly string[] };
  "attendee.deleted": { registrationId: number; force: boolean };
  "attendee.passedOn": NameChange & { registrationId: number };
  "club.changed": FieldChanges;
  "club.created": { name: string };
  "club.invitationWithdrawn": { email: string };
  "club.invited": { email: string };
  "club.mailConfirmed": null;
  "club.removed": { name: string; events: readonly number[] };
  "doorLink.deviceRevoked": Device;
  "doorLink.made": { gate: string; rights: readonly string[]; expiresAt: string };
  "doorLink.opened": { deviceId: string; name: string };
  "doorLink.pinRenewed": null;
  "doorLink.revoked": null;
  "doorLink.wrongPin": { tries: number; lockedUntil: string | null };
  "event.approved": null;
  "event.cancelled": StateChange & { refund: boolean; message: string };
  "event.caseDone": ClosedCase;
  "event.changeTold": { changes: readonly HeadChange[]; recipients: number };
  "event.changed": FieldChanges;
  /** `from` is the former version of the closing, or null. */
  "event.closed": StateChange;
  "event.created": { name: string; slug: string };
  "event.deviceRevoked": Device;
  "event.importActivated": { importId: number; count: number };
  "event.importTakenBack": { importId: number; count: number };
  "event.imported": {
    importId: number;
    count: number;
    /** The first and the last id of the new registrations. */
    registrations: { from: number | undefined; to: number | undefined };
  };
  "event.questionsSaved": { from: readonly Question[]; to: readonly Question[]; hidden: readonly number[] };
  "event.removed": { name: string; slug: string; takes: object };
  "event.reordered": { from: readonly number[]; to: readonly number[] };
  "extras.changed": FieldChanges;
  "extras.created": { name: string; price: number; maxStock: number | null };
  "extras.removed": { name: string };
  "order.addedByHand": { paid: AddedPaid; totalAmount: number; note: string };
  "order.buyerChanged": BuyerChange;
  /** The payment was declined `declines` times, the most that is allowed. */
  "order.cardsTried": { paymentId: number; declines: number };
  "order.caseDone": ClosedCase;
  "order.disputeAnswered": DisputeStage;
  "order.disputeLost": DisputeStage;
  "order.disputeWon": DisputeStage;
  "order.disputed": DisputeStage;
  "order.expired": StateChange;
  "order.mailed": { to: string };
  /** With refunds if staff received money again by hand that they had refunded. */
  "order.paid": StateChange &
    Partial<Refunds> & { paymentId?: number; refundedAmount?: number; paidBy?: PaidBy | null };
  "order.paidByHand": StateChange & { paidBy: PaidBy; note: string; amount: number };
  "order.paidTwice": { paymentId: number; amount: number };
  "order.placed": StateChange & { totalAmount: number };
  "order.refundAsked": StateChange & Refunds & { amount: number; fee?: number; reason: string };
  "order.refundDue": StateChange & { paymentId: number };
  "order.refundFailed": { failure: string };
  "order.refunded": StateChange & Refunds & { refundedAmount: number; paidBy?: PaidBy | null };
  "order.soldAtDoor": { paidBy: PaidBy; totalAmount: number; gate: string };
  "package.changed": FieldChanges;
  "package.created": { name: string; price: number };
  "package.removed": { name: string };
  "payment.caseDone": ClosedCase;
  "promoCode.changed": FieldChanges;
  "promoCode.created": { code: string; kind: string; value: number; maxUses: number | null };
  "promoCode.removed": { code: string };
  "registration.active": PlacesChange;
  /** `people` are the new addresses. `from` is the guest's name, if a guest corrected their own address. */
  "registration.addressesCorrected": { people: readonly string[]; from?: string };
  "registration.buyerChanged": BuyerChange;
  "registration.cancelled": PlacesChange | CancelledPeople;
  "registration.corrected": { people: readonly string[] };
  "registration.deleted": { from: string; places: number; force: boolean };
  "registration.expired": PlacesChange;
  /** `from` and `to` are the holder's names. */
  "registration.guestSaved": NameChange;
  "registration.held": PlacesChange;
  "registration.passedOn": NameChange;
  "registration.pending": PlacesChange;
  /** `from` and `to` are the buyer's addresses, if the file changed the address. */
  "registration.importCorrected": { count: number; from?: string; to?: string };
  "registration.nameCorrected": NameChange;
  /** `from` and `to` are titles of tickets, `people` are names. */
  "registration.ticketChanged": { from: string; to: string; people: readonly string[] };
  "registration.ticketsCancelled": CancelledPeople;
  "sharedCapacity.changed": FieldChanges;
  "sharedCapacity.created": { title: string; maxPlaces: number };
  "sharedCapacity.removed": { title: string; maxPlaces: number; ticketIds: readonly number[] };
  "sponsorship.hidden": null;
  "sponsorship.logoRemoved": null;
  "sponsorship.shown": null;
  "taxRate.changed": FieldChanges;
  "taxRate.created": { name: string; percent: number };
  "taxRate.removed": { name: string; percent: number };
  "ticket.changed": FieldChanges;
  "ticket.created": { title: string; price: number; maxStock: number };
  "ticket.removed": { title: string };
  "waiting.left": StateChange & { name: string };
}

interface Question {
  id: number;
  text: string;
}

type EntryKind = keyof EntryValues;
type Entity = EntryKind extends `${infer Name}.${string}` ? Name : never;

/** The actions of one entity, each with its values. */
export type HistoryEntryOf<Name extends Entity> = {
  [Each in EntryKind]: Each extends `${Name}.${infer Action}`
    ? EntryValues[Each] extends null
      ? { action: Action; detail?: undefined }
      : { action: Action; detail: EntryValues[Each] }
    : never;
}[EntryKind];

/** An entry of the history, of any entity. */
export type HistoryEntry = { [Name in Entity]: { entity: Name } & HistoryEntryOf<Name> }[Entity];

/** The actions of an order and of its registration. */
export type OrderAction =
  | HistoryEntryOf<"order">["action"]
  | `registration.${HistoryEntryOf<"registration">["action"]}`;
