/** Lock order: that of `lockWithPlaces` → free extras bought later (`returnFreeExtras`) → order. */
import { paidLaterText } from "../../contract/rules/orderWords.ts";
import { entryOf, record } from "../audit/rows.ts";
import { endHold } from "../checkout/endHold.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { type LockedRegistration, lockWithPlaces, sellPlaces } from "../holds/move.ts";
import { cancelPlaces } from "../holds/staffMoves.ts";
import { hasPaidLaterExtras } from "../orders/purchases.ts";
import {
  hasPaidOrderOf,
  lockOrder,
  type OrderRow,
  orderOfRegistration,
  updateOrder,
} from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { returnFreeExtras } from "../refunds/refundOrder.ts";
import { insertDoneRefund } from "../refunds/rows.ts";
import { attendeesOf, type RegistrationRow, registrationById } from "../registrations/rows.ts";

/** Activates a registration (`status` is true) or cancels it. An expired one counts as cancelled already. */
export async function setStatus(
  db: Db,
  provider: PaymentProvider,
  { id, status }: { id: number; status: boolean },
  { actor, now }: { actor: string; now: Date },
): Promise<RegistrationRow> {
  const found = await registrationById(db, id);
  if (found === undefined) throw notFound("registration");
  if (!status && (found.state === "held" || found.state === "pending")) {
    const outcome = await endHold(db, provider, id, { to: "cancelled", endedBefore: null, actor, now });
    if (outcome !== "ended")
      throw new DomainError("inUse", "This is being paid for at the moment. Try again in a few minutes.");
  } else {
    await inTransaction(db, async (tx) => {
      const locked = await lockWithPlaces(tx, id);
      if (locked === undefined) throw notFound("registration");
      if (status) await reactivate(tx, locked, { actor, now });
      else await cancel(tx, locked, actor);
    });
  }
  return (await registrationById(db, id))!;
}

async function cancel(tx: Tx, locked: LockedRegistration, actor: string): Promise<void> {
  const { id, state, places } = locked.registration;
  if (state === "expired" || state === "cancelled") return;
  const order = await orderOfRegistration(tx, id);
  // No provider has money that was paid by hand. By cancelling, staff confirm that they gave it back, but
  // not the money of extras that were bought later.
  const isPaidByHand = order !== undefined && order.paid_by !== null && order.payment_status === "paid";
  if (isPaidByHand ? await hasPaidLaterExtras(tx, id) : await hasPaidOrderOf(tx, id))
    throw new DomainError(
      "inUse",
      isPaidByHand ? paidLaterText : "This registration is paid for. Refund it first.",
    );
  await cancelPlaces(tx, locked, (await attendeesOf(tx, id)).length);
  await returnFreeExtras(tx, id, { actor, reason: "" });
  if (isPaidByHand) {
    await lockOrder(tx, order.id);
    await recordByHand(tx, order, { to: "refunded", actor });
  }
  if (order?.payment_status === "free") {
    await lockOrder(tx, order.id);
    // A free order has nothing to refund. The state “refunded” closes it.
    await updateOrder(tx, order.id, { payment_status: "refunded" });
  }
  const detail = { from: state, to: "cancelled", places };
  await record(tx, entryOf("registration", locked.registration, { actor, action: "cancelled", detail }));
}

async function reactivate(
  tx: Tx,
  locked: LockedRegistration,
  { actor, now }: { actor: string; now: Date },
): Promise<void> {
  const { id, state, import_id: importId } = locked.registration;
  if (state === "active") return;
  const order = await orderOfRegistration(tx, id);
  // An imported order has nothing to pay. It is pending while its registration is not yet active.
  const isSettled = (status: OrderRow["payment_status"]) =>
    importId !== null || (status !== "pending" && status !== "failed");
  if (order === undefined || !isSettled(order.payment_status))
    throw new DomainError("notActive", "This registration was never paid for, so it cannot be made active.");
  await lockOrder(tx, order.id);
  const attendees = (await attendeesOf(tx, id)).length;
  if (!(await sellPlaces(tx, locked, { attendees, actor })))
    throw new DomainError("soldOut", "The places of this registration are no longer free.");
  if (order.total_amount === 0)
    await updateOrder(tx, order.id, { payment_status: "free", paid_at: order.paid_at ?? now });
  else if (order.paid_by !== null && order.payment_status === "refunded")
    await recordByHand(tx, order, { to: "paid", actor });
}

/**
 * Records money that staff gave back by hand, or received again: then as a refund below 0. A trigger on `refunds` changes
 * the refunded amount of the order.
 */
async function recordByHand(
  tx: Tx,
  order: OrderRow,
  { to, actor }: { to: "paid" | "refunded"; actor: string },
): Promise<void> {
  const refundedAmount = to === "refunded" ? order.total_amount : 0;
  const amount = refundedAmount - order.refunded_amount;
  const refunds = amount === 0 ? [] : [await insertDoneRefund(tx, { orderId: order.id, amount, actor })];
  const refundIds = refunds.map(({ id }) => id);
  await updateOrder(tx, order.id, { payment_status: to });
  const detail = { from: order.payment_status, to, refundedAmount, paidBy: order.paid_by, refundIds };
  await record(tx, entryOf("order", order, { actor, action: to, detail }));
}
