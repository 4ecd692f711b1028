import { entryOf, record } from "../audit/rows.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import type { MailToQueue } from "../mail/queuedMail.ts";
import { ownerOf } from "../orders/ownerOf.ts";
import { type OrderRow, orderById } from "../orders/rows.ts";
import { mailAgain } from "../people/sendTickets.ts";
import { ticketMailAgain } from "../registrations/tickets.ts";

/** Mails an order's confirmation again. Returns false if the same mail was queued in this minute of the clock. */
export function resendOrder(
  db: Db,
  orderId: number,
  { actor, now }: { actor: string; now: Date },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const order = await orderById(tx, orderId);
    if (order === undefined) throw notFound("order");
    const mail = await mailOf(tx, order, now.toISOString().slice(0, 16));
    if (!(await mailAgain(tx, mail))) return false;
    const detail = { to: mail.recipient };
    await record(tx, entryOf("order", order, { actor, action: "mailed", detail }));
    return true;
  });
}

/** An order's confirmation mail. With the same `occasion` it is queued once. */
export async function mailOf(tx: Tx, order: OrderRow, occasion: string): Promise<MailToQueue> {
  if (order.payment_status !== "paid" && order.payment_status !== "free")
    throw new DomainError("notActive", "This order is not paid, so there is nothing to mail.");
  const owner = await ownerOf(tx, order);
  const recipient = owner?.email;
  if (!recipient)
    throw new DomainError("notActive", "The buyer's e-mail address is not known. Add it first.");
  const registration = order.purpose === "registration" ? owner.registration : undefined;
  if (registration === undefined) {
    const kind = order.purpose === "extras" ? "extras" : "sponsorship";
    return { key: `receipt-again:${order.id}:${occasion}`, kind, recipient, payload: { orderId: order.id } };
  }
  if (registration.state !== "active")
    throw new DomainError(
      "notActive",
      "The tickets of this order are cancelled, so there is nothing to mail.",
    );
  return ticketMailAgain({ registrationId: registration.id, recipient }, occasion);
}
