/**
 * Refunds an order in full or in part. A job asks the provider after commit.
 * Invariant: promised and done refunds together do not exceed what was paid (check constraint).
 * Lock order: that of `lockWithPlaces` or `lockOrderWithStock` → order → free extras bought later (`returnFreeExtras`)
 * → payment.
 */

import { randomUUID } from "node:crypto";
import type { BodyOf } from "../../contract/all.ts";
import { formatMoney } from "../../contract/rules/money/money.ts";
import { linesOfRefunds, refundAmountOf } from "../../contract/rules/money/refundWorth.ts";
import { paidLaterText } from "../../contract/rules/orderWords.ts";
import type { RefundItem } from "../../contract/shapes/money/refund.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type KeyedRequest, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { type LockedRegistration, lockWithPlaces } from "../holds/move.ts";
import { lockOrderWithStock, returnStock } from "../holds/orderStock.ts";
import { lockSeats } from "../holds/seats.ts";
import { cancelPlaces, removePlace } from "../holds/staffMoves.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { queueMails } from "../mail/mail.ts";
import { handedOverOrders, hasPaidLaterExtras } from "../orders/purchases.ts";
import { extrasOrdersOf, lockOrder, type OrderRow, orderById, updateOrder } from "../orders/rows.ts";
import { lockPayment } from "../payments/rows.ts";
import { updateAttendee } from "../registrations/attendeeRows.ts";
import { attendeeName } from "../registrations/guestName.ts";
import { attendeesOf, registrationById, storeBuyerName } from "../registrations/rows.ts";
import { ticketGoneMails } from "../registrations/ticketGoneMails.ts";
import { insertDoneRefund, insertDueRefund, type NewRefund, type RefundRow, refundsOf } from "./rows.ts";

/** The job that makes an order's due refunds (server/checkout/makeRefunds.ts); its payload is `{ orderId }`. */
export const refundOrderTask = "refundOrder";

type RefundRequest = BodyOf<"order/refund">;

interface LockedForRefund {
  order: OrderRow;
  /** The registration of an order of tickets, if it still exists. */
  locked: LockedRegistration | undefined;
  /** The seats of a sponsor's package. */
  seats?: LockedRegistration | undefined;
}

/** Locks and reads an order. A test may replace it to show the race that it prevents. */
export type LockForRefund = (tx: Tx, found: OrderRow) => Promise<LockedForRefund>;

/** Refunds an order, and cancels its tickets, extras or package if requested. */
export async function refundOrder(
  db: Db,
  request: RefundRequest,
  { idempotency, actor, announcedIn }: KeyedRequest & { actor: string; announcedIn?: string | undefined },
  lock: LockForRefund = lockForRefund,
): Promise<void> {
  await onceInTransaction(db, idempotency, async (tx) => {
    await refundLocked(tx, request, { actor, announcedIn }, lock);
    return {};
  });
}

/** Does `refundOrder` within a transaction. */
export async function refundLocked(
  tx: Tx,
  request: RefundRequest,
  { actor, announcedIn }: { actor: string; announcedIn?: string | undefined },
  lock: LockForRefund = lockForRefund,
): Promise<void> {
  const found = await orderById(tx, request.orderId);
  if (found === undefined) throw notFound("order");
  const target = await lock(tx, found);
  const { order } = target;
  requireRefundable(order, request);
  const amount = amountOf(order, request, await refundsOf(tx, order.id));
  const cancelledPeople =
    request.cancelTickets || request.attendeeIds !== undefined
      ? await cancelRefunded(tx, target, request, { amount, actor })
      : [];
  const refundIds =
    amount > 0
      ? [await promiseRefund(tx, order, request, { amount, actor, announcedIn, cancelledPeople })]
      : [];
  // With a payment, the buyer's mail follows the provider's refund (recordRefund.ts).
  if (order.payment_id === null && announcedIn === undefined)
    await mailBuyer(tx, target, { amount, reason: request.reason, people: cancelledPeople });
  // Only a free order has the amount 0. The state “refunded” closes it.
  if (amount === 0 && (await hasNoPlaces(tx, target)))
    await updateOrder(tx, order.id, { payment_status: "refunded" });
  const detail = {
    from: order.payment_status,
    to: order.payment_status,
    amount,
    reason: request.reason,
    refundIds,
  };
  await record(tx, entryOf("order", order, { actor, action: "refundAsked", detail }));
}

/** Whether an order of tickets has no active registration. True for every other order. */
async function hasNoPlaces(tx: Tx, { order, locked }: LockedForRefund): Promise<boolean> {
  if (order.purpose !== "registration") return true;
  return locked === undefined || (await registrationById(tx, locked.registration.id))?.state !== "active";
}

async function lockForRefund(tx: Tx, found: OrderRow): Promise<LockedForRefund> {
  if (found.purpose !== "registration") {
    const { order, seats } = await lockOrderWithStock(tx, found);
    return { order, locked: undefined, seats };
  }
  const locked = found.registration_id === null ? undefined : await lockWithPlaces(tx, found.registration_id);
  await lockOrder(tx, found.id);
  return { order: (await orderById(tx, found.id))!, locked };
}

/** What can still be refunded of an order that was paid, in minor units. */
export function refundableAmount({ total_amount, refunded_amount, refund_due }: OrderRow): number {
  return total_amount - refunded_amount - refund_due;
}

function requireRefundable(order: OrderRow, { cancelTickets }: RefundRequest): void {
  if (order.payment_status === "free" && cancelTickets) return;
  if (order.payment_status === "free")
    throw new DomainError("notActive", "Nothing was paid for this order, so there is nothing to refund.");
  // A refunded order has money left to refund if the bank sent a refund back.
  if (order.payment_status !== "paid" && order.payment_status !== "refunded")
    throw new DomainError("notActive", "This order is not paid, so there is nothing to refund.");
  if (refundableAmount(order) === 0)
    throw new DomainError("notActive", "This order is refunded in full, or its refund is in progress.");
}

function amountOf(order: OrderRow, { amount, items }: RefundRequest, previous: readonly RefundRow[]): number {
  const left = refundableAmount(order);
  const itemsValue = items === undefined ? left : Math.min(left, worthOf(order, items, previous));
  const refundAmount = amount ?? itemsValue;
  if (refundAmount > left)
    throw invalidInput({
      path: "amount",
      message: `must be at most ${formatMoney(left, order.currency)}, the amount that is left`,
    });
  return refundAmount;
}

function worthOf(order: OrderRow, items: readonly RefundItem[], previous: readonly RefundRow[]): number {
  const refundedItems = previous.filter(({ state }) => state !== "failed").flatMap((refund) => refund.items);
  const lines = items.map(({ kind, refId, quantity }, index) => {
    const line = order.items.find((one) => one.kind === kind && one.refId === refId);
    if (line === undefined)
      throw invalidInput({ path: `items.${index}.refId`, message: "is not a line of this order" });
    const remaining = refundedItems
      .filter((one) => one.kind === kind && one.refId === refId)
      .reduce((left, one) => left - one.quantity, line.quantity);
    if (quantity > remaining)
      throw invalidInput({
        path: `items.${index}.quantity`,
        message: `must be at most ${remaining}, the number not refunded yet`,
      });
    return { ...line, quantity };
  });
  const value = refundAmountOf(
    { ...order, pricesIncludeTax: order.prices_include_tax },
    lines,
    linesOfRefunds(order, refundedItems),
  );
  if (value === 0) throw invalidInput({ path: "items", message: "cost nothing" });
  return value;
}

/**
 * Promises a refund of a locked order, or records it as done if it was paid by hand. Returns its id. `amount` is in
 * minor units, above 0 and at most what is left. `announcedIn` is the kind of another mail about it.
 */
export async function promiseRefund(
  tx: Tx,
  order: OrderRow,
  { reason, items }: Pick<RefundRequest, "reason" | "items">,
  promised: Pick<NewRefund, "amount" | "actor" | "announcedIn" | "cancelledPeople">,
): Promise<number> {
  const { amount, actor } = promised;
  const refund = { orderId: order.id, reason, items: items ?? [], ...promised };
  if (order.payment_id === null) {
    const { id } = await insertDoneRefund(tx, refund);
    if (amount < refundableAmount(order)) return id;
    await updateOrder(tx, order.id, { payment_status: "refunded" });
    // After a full refund the extras or the package return to sale.
    const current = (await orderById(tx, order.id))!;
    if (current.keeps === "sold")
      await returnStock(tx, { order: current, seats: await lockSeats(tx, order.id) }, actor);
    return id;
  }
  const payment = (await lockPayment(tx, order.payment_id))!;
  const { id } = await insertDueRefund(tx, {
    ...refund,
    goal: payment.refunded_amount + order.refund_due + amount,
  });
  await enqueue(tx, refundOrderTask, { orderId: order.id }, { jobKey: `refundOrder:${order.id}` });
  return id;
}

/**
 * Cancels the tickets of `attendeeIds`, or the whole order. Returns the names of people whose tickets it cancelled; none
 * for extras or a package.
 */
async function cancelRefunded(
  tx: Tx,
  { order, locked, seats }: LockedForRefund,
  { attendeeIds, reason }: RefundRequest,
  { amount, actor }: { amount: number; actor: string },
): Promise<string[]> {
  if (order.purpose !== "registration") {
    // After a partial refund the order stays paid, so the QR code of extras would still hand out everything.
    if (amount < refundableAmount(order))
      throw invalidInput({ path: "cancelTickets", message: "needs a refund of the whole remaining amount" });
    if (order.keeps !== "sold") return [];
    const guests = seats?.registration.state === "active" ? await attendeesOf(tx, seats.registration.id) : [];
    await returnStock(tx, { order, seats }, actor);
    if (seats !== undefined) await mailGuests(tx, seats, guests);
    return [];
  }
  if (locked?.registration.state !== "active")
    throw invalidInput({ path: "cancelTickets", message: "needs tickets that are not cancelled yet" });
  const people = await attendeesOf(tx, locked.registration.id);
  const removed = attendeeIds === undefined ? people : people.filter(({ id }) => attendeeIds.includes(id));
  for (const [index, id] of (attendeeIds ?? []).entries())
    if (!people.some((one) => one.id === id))
      throw invalidInput({ path: `attendeeIds.${index}`, message: "is not of this order" });
  if (removed.length === people.length) {
    // Without the registration nobody gets extras that were bought later. This refund does not return their money.
    if (await hasPaidLaterExtras(tx, locked.registration.id)) throw new DomainError("inUse", paidLaterText);
    await cancelPlaces(tx, locked, people.length);
    await returnFreeExtras(tx, locked.registration.id, { actor, reason });
  } else await removePeople(tx, locked, people, removed);
  await mailGuests(tx, locked, removed);
  const names = removed.map(attendeeName);
  const action = removed.length === people.length ? "cancelled" : "ticketsCancelled";
  const detail = { from: "active", people: names } as const;
  await record(tx, entryOf("registration", locked.registration, { actor, action, detail }));
  return names;
}

/**
 * Returns the free extras that an ended registration got after its tickets, except orders of which something was handed
 * over. The caller has locked the event, so that nobody adds more.
 */
export async function returnFreeExtras(
  tx: Tx,
  registrationId: number,
  { actor, reason }: { actor: string; reason: string },
): Promise<void> {
  const handedOver = await handedOverOrders(tx, registrationId);
  for (const orderId of await extrasOrdersOf(tx, registrationId))
    if ((await orderById(tx, orderId))?.payment_status === "free" && !handedOver.has(orderId))
      await refundLocked(tx, { orderId, reason, cancelTickets: true }, { actor });
}

async function mailBuyer(
  tx: Tx,
  { order, locked }: LockedForRefund,
  cancelled: { amount: number; reason: string; people: readonly string[] },
): Promise<void> {
  const recipient = locked?.registration.email ?? null;
  if (recipient === null || cancelled.people.length === 0) return;
  const key = `ticketsCancelled:${order.id}:${randomUUID()}`;
  const payload = { orderId: order.id, ...cancelled };
  await queueMails(tx, [{ key, kind: "ticketsCancelled", recipient, payload }]);
}

async function mailGuests(tx: Tx, { registration }: LockedRegistration, guests: People): Promise<void> {
  await queueMails(tx, ticketGoneMails(registration, guests, "cancelled", { byOrganiser: true }));
}

type People = Awaited<ReturnType<typeof attendeesOf>>;

/** Removes some people of a locked registration, and returns their places. At least one must stay. */
export async function removePeople(
  tx: Tx,
  locked: LockedRegistration,
  people: People,
  removed: People,
): Promise<void> {
  const remaining = people.filter((one) => !removed.includes(one));
  const losesPrimary = removed.some((one) => one.is_primary);
  if (losesPrimary) await storeBuyerName(tx, locked.registration.id);
  for (const { id, ticket_id } of removed) {
    // Read it again, because each removal changes its lines.
    const registration = (await registrationById(tx, locked.registration.id))!;
    await removePlace(tx, { ...locked, registration }, { attendeeId: id, ticketId: ticket_id });
  }
  if (losesPrimary) await updateAttendee(tx, remaining[0]!.id, { is_primary: true });
}
