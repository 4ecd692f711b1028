/**
 * What buyers and guests may change. Pages and actions use the same decision; an action reads the rows again under
 * locks. Lock order: event → tickets → extras → promo code → shared capacities → registration → attendees → extras
 * purchases → orders by id.
 */
import type { AnsweringPerson } from "../../contract/rules/questions/asked.ts";
import { changeDeadline } from "../../contract/rules/sales.ts";
import { formatMoment } from "../../contract/rules/time/eventTime.ts";
import type { OwnChanges } from "../../contract/shapes/ownChange.ts";
import type { Db, Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { configOf, detailsUntil } from "../events/present.ts";
import { type EventRow, eventById } from "../events/rows.ts";
import { type LockedRegistration, lockWithPlaces } from "../holds/move.ts";
import { lockPlaces } from "../holds/rows.ts";
import { handedOverOrders, lockPurchases } from "../orders/purchases.ts";
import { extrasOrdersOf, lockOrder, type OrderRow, orderById, orderOfRegistration } from "../orders/rows.ts";
import { paymentById } from "../payments/rows.ts";
import { refundableAmount } from "../refunds/refundOrder.ts";
import { refundsOf } from "../refunds/rows.ts";
import { lockAttendees } from "../registrations/attendeeRows.ts";
import { isAttendingBuyer } from "../registrations/attendingBuyer.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import {
  type AttendeeRow,
  attendeesOf,
  type RegistrationRow,
  registrationById,
} from "../registrations/rows.ts";
import { type CancelledLines, type PaidOrder, type RefundWithFee, refundOfCancelled } from "./ownWorth.ts";

export interface OwnOrder {
  row: OrderRow;
  paid: PaidOrder;
  hasHandedOverExtras: boolean;
  isByHand: boolean;
  /** Why its items cannot be cancelled now, or its tickets passed on. */
  busyRefusal: string | null;
}

export interface ChangeableRegistration {
  event: EventRow;
  registration: RegistrationRow;
  people: AttendeeRow[];
  /** The order of the tickets. */
  order: OwnOrder | undefined;
  /** Sold orders of extras that were bought later. */
  later: OwnOrder[];
}

export interface RegistrationKey {
  registrationId: number;
  accessKey: string;
}

/**
 * Reads a registration without locks.
 * @throws notFound
 */
export async function readOwnRegistration(
  db: Db,
  { registrationId, accessKey }: RegistrationKey,
): Promise<ChangeableRegistration> {
  const registration = requireAccessKey(await registrationById(db, registrationId), accessKey);
  const handedOver = await handedOverOrders(db, registrationId);
  const tickets = await orderOfRegistration(db, registrationId);
  const ownOrder = async (row: OrderRow) => ownOrderOf(db, row, handedOver.has(row.id));
  const later: OwnOrder[] = [];
  for (const id of await extrasOrdersOf(db, registrationId))
    later.push(await ownOrder((await orderById(db, id))!));
  return {
    event: (await eventById(db, registration.event_id))!,
    registration,
    people: await attendeesOf(db, registrationId),
    order: tickets && (await ownOrder(tickets)),
    later,
  };
}

export interface LockedOwnRegistration extends ChangeableRegistration {
  locked: LockedRegistration;
}

/** Locks and reads a registration. A test may leave out the locks to show the races that they prevent. */
export type LockOwnRegistration = (tx: Tx, proof: RegistrationKey) => Promise<LockedOwnRegistration>;

/**
 * Locks a registration in the order above, and reads it.
 * @throws notFound
 */
export const lockOwnRegistration: LockOwnRegistration = async (tx, proof) => {
  const found = requireAccessKey(await registrationById(tx, proof.registrationId), proof.accessKey);
  // Lock the event row first: until commit, no extras can be bought for the registration.
  await lockPlaces(tx, { events: [found.event_id], tickets: [], extras: [] });
  const unlocked = await readOwnRegistration(tx, proof);
  const items = [unlocked.registration.lines, ...unlocked.later.map(({ row }) => row.items)].flat();
  const idsOf = (kind: string) => [
    ...new Set(items.flatMap((item) => (item.kind === kind && item.refId !== null ? [item.refId] : []))),
  ];
  const promoCodeId = unlocked.registration.promo_code_id;
  await lockPlaces(tx, {
    events: [],
    tickets: idsOf("ticket"),
    extras: idsOf("extras"),
    promoCodes: promoCodeId === null ? [] : [promoCodeId],
  });
  const locked = (await lockWithPlaces(tx, proof.registrationId))!;
  await lockAttendees(tx, [proof.registrationId]);
  await lockPurchases(tx, proof.registrationId);
  const orders = [unlocked.order, ...unlocked.later].flatMap((one) =>
    one === undefined ? [] : [one.row.id],
  );
  for (const id of orders.toSorted((one, other) => one - other)) await lockOrder(tx, id);
  return { ...(await readOwnRegistration(tx, proof)), locked };
};

async function ownOrderOf(db: Db, row: OrderRow, hasHandedOverExtras: boolean): Promise<OwnOrder> {
  const refunds = await refundsOf(db, row.id);
  const payment = row.payment_id === null ? undefined : await paymentById(db, row.payment_id);
  const isDisputed = payment?.disputes.some(({ state }) => state !== "won") ?? false;
  const needsStaff =
    payment?.state === "needs_attention" || (payment?.attention ?? null) !== null || isDisputed;
  return {
    row,
    paid: {
      subtotal: row.subtotal,
      tax: row.tax,
      pricesIncludeTax: row.prices_include_tax,
      left: row.payment_status === "paid" ? refundableAmount(row) : 0,
      items: row.items,
      refundedItems: refunds.filter(({ state }) => state !== "failed").flatMap(({ items }) => items),
    },
    hasHandedOverExtras,
    isByHand: row.payment_id === null && row.payment_status === "paid" && row.total_amount > 0,
    busyRefusal:
      needsStaff || refunds.at(-1)?.state === "failed"
        ? "The organiser is looking into the payment of this order. Please ask them."
        : row.refund_due > 0
          ? "A refund of this order is in progress. Please try again in a few minutes."
          : null,
  };
}

export interface OwnRefund {
  order: OwnOrder;
  refund: RefundWithFee;
}

/** `leaving`: the people whose tickets would be cancelled. */
export interface ChangeDecision {
  changes: OwnChanges;
  leaving: AttendeeRow[];
  refunds: OwnRefund[];
}

/**
 * Decides for some of the people, or for all.
 * @throws invalidInput for an id that is not of the registration.
 */
export function decideOwnChange(
  own: ChangeableRegistration,
  now: Date,
  attendeeIds?: readonly number[],
): ChangeDecision {
  const { people, registration, event, order } = own;
  for (const [index, id] of (attendeeIds ?? []).entries())
    if (!people.some((one) => one.id === id))
      throw invalidInput({ path: `attendeeIds.${index}`, message: "is not of this registration" });
  const leaving = attendeeIds === undefined ? people : people.filter(({ id }) => attendeeIds.includes(id));
  const { cancelUntilHours, passOnUntilHours, cancelFeePercent: feePercent } = configOf(event);
  const cancelUntil = changeDeadline(event.start_datetime, cancelUntilHours);
  const passOnUntil = changeDeadline(event.start_datetime, passOnUntilHours);
  const stateRefusal = stateRefusalOf(own);
  const cancelRefusal =
    stateRefusal ??
    tooLate(event, cancelUntil, now, "cancel tickets") ??
    paidByHandRefusal(order) ??
    order?.busyRefusal ??
    null;
  const correction = correctionOf(own, now);
  const refunds = refundsByOrder(own, leaving, feePercent);
  const isWhole = leaving.length === people.length;
  const checkedInRefusal = leaving.map(checkedInRefusalOf).find((refusal) => refusal !== null) ?? null;
  const extrasRefusals = isWhole ? own.later.map((one) => paidByHandRefusal(one) ?? one.busyRefusal) : [];
  const changes: OwnChanges = {
    registrationId: registration.id,
    currency: event.currency,
    cancelUntil: cancelUntil?.toISOString() ?? null,
    feePercent,
    cancelRefusal,
    passOnUntil: passOnUntil?.toISOString() ?? null,
    passOnRefusal:
      stateRefusal ?? tooLate(event, passOnUntil, now, "pass tickets on") ?? order?.busyRefusal ?? null,
    correctUntil: correction.until.toISOString(),
    correctRefusal: correction.refusal?.message ?? null,
    tickets: people.map((one) => ({
      attendeeId: one.id,
      firstName: one.first_name,
      lastName: one.last_name,
      ticketTitle: one.ticket_title,
      ticketIds: ticketIdsOf(own, one),
      places: people.length === 1 ? registration.places : 1,
      isPrimary: one.is_primary,
      isBuyer: isAttendingBuyer(one, registration),
      ...sumOf(refundsByOrder(own, [one], feePercent)),
      refusal: checkedInRefusalOf(one),
    })),
    cancellation: {
      ...sumOf(refunds),
      isWhole,
      extras: isWhole ? extrasOf(own, false) : [],
      keptExtras: isWhole ? extrasOf(own, true) : [],
      stayingExtras: isWhole ? [] : extrasOf(own, false),
      refusal:
        cancelRefusal ?? checkedInRefusal ?? extrasRefusals.find((refusal) => refusal !== null) ?? null,
    },
  };
  return { changes, leaving, refunds };
}

/** Until when details may be corrected, and why not now, apart from check-ins. */
export function correctionOf(
  own: ChangeableRegistration,
  now: Date,
): { until: Date; refusal: { code: "notActive" | "salesClosed"; message: string } | null } {
  const until = detailsUntil(own.event);
  const stateRefusal = stateRefusalOf(own);
  if (stateRefusal !== null) return { until, refusal: { code: "notActive", message: stateRefusal } };
  const message = tooLate(own.event, until, now, "change details");
  return { until, refusal: message === null ? null : { code: "salesClosed", message } };
}

function stateRefusalOf({ registration, event, people }: ChangeableRegistration): string | null {
  if (registration.state === "cancelled") return "These tickets are cancelled.";
  if (registration.state !== "active" || people.length === 0) return "These tickets are not valid.";
  if (event.cancelled_at !== null)
    return "This event is cancelled. The organiser will write to you about refunds.";
  return null;
}

function tooLate(event: EventRow, until: Date | null, now: Date, action: string): string | null {
  if (until === null) return `The organiser does not let buyers ${action} by themselves. Please ask them.`;
  if (now <= until) return null;
  const time = { timeZone: event.time_zone, dateFormat: configOf(event).dateFormat };
  return `You could ${action} until ${formatMoment(until, time).text}. Please ask the organiser.`;
}

function paidByHandRefusal(order: OwnOrder | undefined): string | null {
  return order?.isByHand === true
    ? "This was not paid online, so the organiser refunds it by hand. Please ask them."
    : null;
}

/** Why a ticket cannot be cancelled, passed on or corrected (apart from its address) after its check-in. */
export function checkedInRefusalOf(attendee: AttendeeRow): string | null {
  return attendee.checkin_id === null ? null : `${attendeeName(attendee)} is checked in.`;
}

/**
 * The refunds if these people leave. If all leave, the extras of orders of which none was handed over are refunded too.
 */
function refundsByOrder(
  { registration, people, order, later }: ChangeableRegistration,
  leaving: readonly AttendeeRow[],
  feePercent: number,
): OwnRefund[] {
  const isWhole = leaving.length === people.length;
  const { lines } = registration;
  const cancelled: CancelledLines[] = isWhole
    ? lines.filter(({ kind }) => kind === "ticket" || order?.hasHandedOverExtras === false)
    : [...new Set(leaving.map(({ ticket_id }) => ticket_id))].map((refId) => ({
        kind: "ticket" as const,
        refId,
        quantity: leaving.filter(({ ticket_id }) => ticket_id === refId).length,
      }));
  const ticketRefunds =
    order === undefined
      ? []
      : [{ order, refund: refundOfCancelled(order.paid, { lines, cancelled, feePercent }) }];
  if (!isWhole) return ticketRefunds;
  return [
    ...ticketRefunds,
    ...later
      .filter(({ hasHandedOverExtras }) => !hasHandedOverExtras)
      .map((one) => {
        const boughtLines = one.row.items.flatMap((item) =>
          item.kind === "extras" && item.refId !== null
            ? [{ ...item, kind: item.kind, refId: item.refId }]
            : [],
        );
        return {
          order: one,
          refund: refundOfCancelled(one.paid, { lines: boughtLines, cancelled: boughtLines, feePercent }),
        };
      }),
  ];
}

function sumOf(refunds: readonly OwnRefund[]): { amount: number; fee: number } {
  return {
    amount: refunds.reduce((sum, { refund }) => sum + refund.amount, 0),
    fee: refunds.reduce((sum, { refund }) => sum + refund.fee, 0),
  };
}

function extrasOf({ registration, order, later }: ChangeableRegistration, hasHandedOverExtras: boolean) {
  const lines = [
    ...(order?.hasHandedOverExtras === hasHandedOverExtras ? registration.lines : []),
    ...later.filter((one) => one.hasHandedOverExtras === hasHandedOverExtras).flatMap(({ row }) => row.items),
  ];
  return lines.filter(({ kind }) => kind === "extras").map(({ title, quantity }) => ({ title, quantity }));
}

export type Corrector = "buyer" | "guest";

/**
 * The tickets whose questions an attendee is asked. Only a buyer who corrects the primary attendee is asked the buyer's
 * questions.
 */
export function answeringOf(
  own: Pick<LockedOwnRegistration, "event" | "registration">,
  attendee: AttendeeRow,
  by: Corrector,
): AnsweringPerson {
  const { lines } = own.registration;
  const bought = lines.flatMap(({ kind, refId }) => (kind === "ticket" ? [refId] : []));
  return {
    ticketIds: ticketIdsOf(own, attendee),
    boughtTicketIds: by === "buyer" && attendee.is_primary ? bought : null,
  };
}

/** The ticket types of an attendee; if one person answers for a group, all types of the registration. */
export function ticketIdsOf(
  { event, registration }: Pick<LockedOwnRegistration, "event" | "registration">,
  attendee: AttendeeRow,
): number[] {
  if (configOf(event).saveAllAttendeesDetails) return [attendee.ticket_id];
  return registration.lines.flatMap(({ kind, refId }) => (kind === "ticket" ? [refId] : []));
}
