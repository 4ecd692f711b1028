/**
 * Sells what a locked order is for, once its money is there: through a provider (settle.ts) or by hand (markPaid.ts).
 * Invariant: the order is paid, its places, extras or package sold and its mails queued in one transaction, or nothing is.
 * Lock order: event → tickets → extras → packages → registration → order.
 */

import type { PaidBy } from "../../contract/order.ts";
import type { Tx } from "../db/pool.ts";
import { type KeptOrder, lockWithKept, sellKept } from "../holds/kept.ts";
import { type LockedRegistration, lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { lockOrder, type OrderRow, orderById, updateOrder } from "../orders/rows.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { sendTickets } from "./placeOrder.ts";
import { sendReceipt } from "./sendReceipt.ts";

/** An order with the registration and the places that it holds or held, or with what it keeps by itself. */
export interface TakenOrder {
  order: OrderRow;
  locked?: LockedRegistration | undefined;
  kept?: KeptOrder;
}

/** How an order's rows are taken hold of; a test may leave the locks out to show the race they prevent. */
export type TakeOrder = (tx: Tx, found: OrderRow) => Promise<TakenOrder>;

/** Locks an order with all that is sold with it, and gives it as it is now. */
export async function takeOrder(tx: Tx, found: OrderRow): Promise<TakenOrder> {
  if (found.purpose !== "registration") {
    const kept = await lockWithKept(tx, found);
    return { order: kept.order, kept };
  }
  const locked = found.registration_id === null ? undefined : await lockWithPlaces(tx, found.registration_id);
  await lockOrder(tx, found.id);
  return { locked, order: (await orderById(tx, found.id))! };
}

/** Whether the order may still become paid: one whose hold has ended waits for money that is late. */
export function isUnpaid({ order, kept }: TakenOrder): boolean {
  if (order.payment_status === "pending") return true;
  return order.payment_status === "failed" && kept !== undefined;
}

/** Money that staff took by hand: no payment of a provider pays the order then. */
export interface ByHand {
  paidBy: PaidBy;
  note: string;
}

/** Sells what the money is for, and mails it. False, and nothing is changed, when it is not to be had any more. */
export async function sellOrder(
  tx: Tx,
  { order, locked, kept }: TakenOrder,
  { actor, now, byHand }: { actor: string; now: Date; byHand?: ByHand },
): Promise<boolean> {
  // Staff have deleted what it was for.
  if (locked === undefined && kept === undefined) return false;
  if (kept !== undefined && !((await isWanted(tx, order)) && (await sellKept(tx, kept)))) return false;
  if (locked !== undefined) {
    const people = await attendeesOf(tx, locked.registration.id);
    if (!(await sellPlaces(tx, locked, { attendees: people.length, actor }))) return false;
  }
  await updateOrder(tx, order.id, {
    payment_status: "paid",
    paid_at: now,
    ...(byHand && { paid_by: byHand.paidBy, paid_note: byHand.note, payment_id: null }),
  });
  if (locked !== undefined) await sendTickets(tx, locked, order);
  else await sendReceipt(tx, order);
  return true;
}

/** Extras are of no use to a registration that was cancelled or deleted while they were being paid. */
async function isWanted(tx: Tx, { purpose, registration_id }: OrderRow): Promise<boolean> {
  if (purpose !== "extras") return true;
  const registration = registration_id === null ? undefined : await registrationById(tx, registration_id);
  return registration?.state === "active";
}
