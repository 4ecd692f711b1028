/** Lock order: that of `lockWithPlaces` → the event's door → attendees → purchases → that of refundOrder.ts. */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { saleUndoExtraMs, saleUndoMs } from "../../contract/rules/door/saleUndo.ts";
import { type CallContext, onceInTransaction, storedReplies } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError } from "../domainError.ts";
import { lockWithPlaces } from "../holds/move.ts";
import { deviceOfSale } from "../orders/doorSales.ts";
import { purchaseOfOrder } from "../orders/purchases.ts";
import { type OrderRow, orderById, presentOrder } from "../orders/rows.ts";
import { type LockForRefund, refundLocked } from "../refunds/refundOrder.ts";
import { presentRegistration } from "../registrations/present.ts";
import { attendeesOf, registrationById } from "../registrations/rows.ts";
import { saleCall } from "./closeSale.ts";
import { decideWithoutDevice } from "./door.ts";
import { type ScanSource, scanWithoutDevice } from "./scans.ts";

type UndoReply = PayloadOf<"door/undoSale">;

export interface UndoContext extends CallContext {
  source: ScanSource & { deviceId: string };
  actor: string;
  /** Tests replace the locks to show the race that they prevent. */
  locks?: { sale: typeof lockWithPlaces; refund: LockForRefund };
}

/**
 * Refunds a sale in full, returns its places and extras, and undoes its scans.
 * @throws notActive for a sale of another device, one that was refunded or cancelled since, or too late
 */
export function undoSale(
  db: Db,
  { eventId, key }: Pick<BodyOf<"door/undoSale">, "eventId" | "key">,
  context: UndoContext,
): Promise<UndoReply> {
  return onceInTransaction(db, context.idempotency, async (tx) => {
    const found = await saleOfKey(tx, key);
    if (found === undefined || found.event_id !== eventId) throw notOfThisDevice();
    if ((await deviceOfSale(tx, found.id)) !== context.source.deviceId) throw notOfThisDevice();
    return undo(tx, found, context);
  });
}

async function saleOfKey(tx: Tx, key: string): Promise<OrderRow | undefined> {
  const [stored] = await storedReplies(tx, saleCall, [key]);
  const reply = stored?.reply as PayloadOf<"door/sell"> | null | undefined;
  return reply ? orderById(tx, reply.order.id) : undefined;
}

async function undo(tx: Tx, found: OrderRow, context: UndoContext): Promise<UndoReply> {
  const { actor, locks } = context;
  const registrationId = found.registration_id;
  const locked =
    registrationId === null ? undefined : await (locks?.sale ?? lockWithPlaces)(tx, registrationId);
  // Read again under the locks, which a refund takes too.
  const order = (await orderById(tx, found.id))!;
  requireUndoable(order, context);
  if (locked?.registration.state !== "active") throw changedSince();
  const people = await attendeesOf(tx, locked.registration.id);
  const purchase = await purchaseOfOrder(tx, order.id);
  const undoScan = { kind: "undo", undoes: "everything", decided: true } as const;
  await decideWithoutDevice(
    tx,
    [
      ...people.map(({ id }) => scanWithoutDevice({ ...undoScan, attendeeId: id })),
      ...(purchase === undefined ? [] : [scanWithoutDevice({ ...undoScan, purchaseId: purchase.id })]),
    ],
    context,
  );
  const refund = { orderId: order.id, cancelTickets: true, reason: "Undone at the door" };
  await refundLocked(tx, refund, { actor }, locks?.refund);
  return {
    registration: presentRegistration((await registrationById(tx, locked.registration.id))!),
    order: presentOrder((await orderById(tx, order.id))!),
  };
}

function requireUndoable(order: OrderRow, { now }: UndoContext): void {
  if (order.refunded_amount > 0 || order.refund_due > 0) throw changedSince();
  if (order.payment_status !== "paid" && order.payment_status !== "free") throw changedSince();
  const ageMs = now.getTime() - (order.paid_at?.getTime() ?? 0);
  if (ageMs > saleUndoMs + saleUndoExtraMs)
    throw new DomainError(
      "notActive",
      `A sale can be undone for ${saleUndoMs / 1000} seconds. Now only staff can refund it.`,
    );
}

function notOfThisDevice(): DomainError {
  return new DomainError("notActive", "This device has made no such sale.");
}

function changedSince(): DomainError {
  return new DomainError("notActive", "Staff have refunded or cancelled this sale already.");
}
