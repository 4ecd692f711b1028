/** Invariant: one transaction marks the order paid, and sells its places, extras or package. */
import type { PaidBy } from "../../contract/shapes/order.ts";
import { pipelined, type Tx } from "../db/pool.ts";
import { mayBeSold, type SoldRegistration, saleStatements } from "../holds/move.ts";
import { sellStock } from "../holds/orderStock.ts";
import { queueStatement } from "../mail/mail.ts";
import { boughtWith, insertPurchases } from "../orders/purchases.ts";
import { markOrdersPaid, type OrderRow, updateOrder } from "../orders/rows.ts";
import type { Addressee } from "../registrations/addressees.ts";
import { registrationById } from "../registrations/rows.ts";
import { ticketMails } from "../registrations/tickets.ts";
import type { LockedOrder } from "./lockedOrders.ts";
import { sendReceipt } from "./sendReceipt.ts";

/** Whether the order may become paid, also after its hold has ended, because a payment may arrive late. */
export function mayBecomePaid({ order, stock }: LockedOrder): boolean {
  if (order.payment_status === "pending") return true;
  // An ended hold leaves an order of tickets pending, and makes any other order failed.
  return order.payment_status === "failed" && stock !== undefined;
}

export interface PaidTickets extends Pick<SoldRegistration, "registration" | "actor"> {
  order: Pick<OrderRow, "id">;
  people: readonly Addressee[];
  paidAt: Date;
  mailsTickets?: boolean;
}

/** The statements that sell tickets. The places must be held, or found free under their lock. */
export function ticketSaleStatements(tx: Tx, paid: readonly PaidTickets[]) {
  const purchases = paid.flatMap(({ order, registration }) => boughtWith(registration, order.id));
  return [
    ...saleStatements(
      tx,
      paid.map((one) => ({ ...one, attendees: one.people.length })),
    ),
    markOrdersPaid(paid.map(({ order, paidAt }) => ({ id: order.id, paidAt }))),
    insertPurchases(tx, purchases),
    queueStatement(
      paid.flatMap(({ registration, people, mailsTickets = true }) =>
        mailsTickets ? ticketMails(registration, people) : [],
      ),
    ),
  ] as const;
}

interface SaleOfOrder {
  actor: string;
  now: Date;
  /** Paid to staff, without a provider. */
  byHand?: { paidBy: PaidBy; note: string };
  mailsTickets?: boolean;
}

/**
 * Sells a locked order. Its caller has checked that it is not paid yet. Returns false and changes nothing if its places
 * or stock are gone, or if its extras are no longer wanted.
 */
export async function sellOrder(
  tx: Tx,
  { order, locked, stock, people }: LockedOrder,
  { actor, now, byHand, mailsTickets = true }: SaleOfOrder,
): Promise<boolean> {
  if (locked !== undefined) {
    if (!mayBeSold(locked)) return false;
    await pipelined(
      tx,
      ticketSaleStatements(tx, [
        { order, registration: locked.registration, people, actor, paidAt: now, mailsTickets },
      ]),
    );
  } else {
    if (stock === undefined || !(await isWanted(tx, order)) || !(await sellStock(tx, stock, { actor, now })))
      return false;
    await pipelined(tx, [markOrdersPaid([{ id: order.id, paidAt: now }])]);
    await sendReceipt(tx, order);
  }
  if (byHand !== undefined)
    await updateOrder(tx, order.id, { paid_by: byHand.paidBy, paid_note: byHand.note, payment_id: null });
  return true;
}

/** Extras are useless if their registration was cancelled or deleted during the payment. */
async function isWanted(tx: Tx, { purpose, registration_id }: OrderRow): Promise<boolean> {
  if (purpose !== "extras") return true;
  const registration = registration_id === null ? undefined : await registrationById(tx, registration_id);
  return registration?.state === "active";
}
