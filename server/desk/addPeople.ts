/**
 * Lock order: that of reserve.ts → the club's receipt counter (by a trigger). The locks on the
 * new rows cannot cause a deadlock: other transactions do not see these rows.
 */
import type { BodyOf } from "../../contract/all.ts";
import { entryOf, record } from "../audit/rows.ts";
import { lockOneOrder } from "../checkout/lockedOrders.ts";
import { sellOrder } from "../checkout/sellOrder.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { invalidInput } from "../domainError.ts";
import { eventEndOf } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { type LockRows, reserveOne } from "../holds/reserve.ts";
import { type OrderRow, orderOfRegistration, updateOrder } from "../orders/rows.ts";
import { postponeExpiry } from "../registrations/rows.ts";

type AddRequest = BodyOf<"registration/add">;

export interface AddContext extends CallContext {
  event: EventRow;
  actor: string;
  lockRows?: LockRows;
}

/**
 * Adds people by hand and returns their registration's id. Throws `invalidInput`, `soldOut`, `notEnoughLeft`, or
 * `salesClosed` for a cancelled event.
 */
export function addPeople(db: Db, request: AddRequest, context: AddContext): Promise<number> {
  return onceInTransaction(db, context.idempotency, (tx) => add(tx, request, context));
}

async function add(tx: Tx, request: AddRequest, context: AddContext): Promise<number> {
  const { paid, reason } = request;
  const { actor } = context;
  const registrationId = await takePlaces(tx, request, context);
  const order = (await orderOfRegistration(tx, registrationId))!;
  if (order.total_amount === 0 && paid !== "free")
    throw invalidInput({ path: "paid", message: "must be free, because there is nothing to pay" });
  if (paid === "later") await keepUntilEnd(tx, registrationId, context);
  if (paid === "cash" || paid === "transfer") await settleByHand(tx, order, request, context);
  else await updateOrder(tx, order.id, { paid_note: reason });
  const detail = { paid, totalAmount: order.total_amount, note: reason };
  await record(tx, entryOf("order", order, { actor, action: "addedByHand", detail }));
  return registrationId;
}

async function takePlaces(tx: Tx, request: AddRequest, { now, lockRows }: AddContext): Promise<number> {
  const { eventId, tickets, extras, attendees, price, paid, mail } = request;
  if (paid === "free" && price !== undefined && price > 0)
    throw invalidInput({ path: "price", message: "must be 0 or left out if it is free" });
  const byStaff = { price: paid === "free" ? 0 : (price ?? null) };
  const express = { attendees, additionalFields: {}, totalAmount: undefined, mailsTickets: mail };
  return reserveOne(tx, { wish: { eventId, tickets, extras, byStaff }, express }, { now, lockRows });
}

async function keepUntilEnd(tx: Tx, registrationId: number, { event, now }: AddContext): Promise<void> {
  const end = eventEndOf(event);
  if (end <= now) throw invalidInput({ path: "paid", message: "cannot be later, because the event is over" });
  await postponeExpiry(tx, registrationId, end);
}

async function settleByHand(
  tx: Tx,
  order: OrderRow,
  { paid, reason, mail }: AddRequest,
  { actor, now }: AddContext,
): Promise<void> {
  const byHand = { paidBy: paid === "cash" ? ("cash" as const) : ("bankTransfer" as const), note: reason };
  await sellOrder(tx, await lockOneOrder(tx, order), { actor, now, byHand, mailsTickets: mail });
}
