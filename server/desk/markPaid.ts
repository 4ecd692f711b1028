/**
 * Invariant: an order is paid once. A payment that waits for the buyer is cancelled at the provider first. If it still
 * succeeds, settle.ts refunds it. If the provider does not answer, the sweeper cancels the payment later.
 * Lock order: that of lockedOrders.ts → sponsorship and the club's receipt counter (by triggers).
 */
import type { BodyOf } from "../../contract/all.ts";
import { entryOf, record } from "../audit/rows.ts";
import { type LockedOrder, type LockOrders, lockOneOrder } from "../checkout/lockedOrders.ts";
import { sellOrder } from "../checkout/sellOrder.ts";
import { stopPayment } from "../checkout/stopPayment.ts";
import { type CallContext, onceInTransaction, storedReply } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { amountMismatch } from "../holds/grant.ts";
import { type OrderRow, orderById } from "../orders/rows.ts";
import { abandonUnstarted } from "../payments/payments.ts";
import { type PaymentProvider, ProviderDown } from "../payments/provider.ts";
import { lockPayment, paymentById } from "../payments/rows.ts";

type MarkPaidRequest = BodyOf<"order/markPaid">;

interface MarkContext extends CallContext {
  actor: string;
  lock?: LockOrders | undefined;
}

class PaymentStartedAgain extends Error {
  override readonly name = "PaymentStartedAgain";
}

const maxTries = 3;

/** Marks an unpaid order as paid. `isNew` is false if another request recorded the same payment before. */
export async function markPaid(
  db: Db,
  provider: PaymentProvider,
  request: MarkPaidRequest,
  context: MarkContext,
): Promise<{ isNew: boolean }> {
  const earlierReply = await storedReply<{ isNew: boolean }>(db, context.idempotency);
  if (earlierReply !== undefined) return earlierReply;
  for (let tries = 1; ; tries++) {
    const found = await orderById(db, request.orderId);
    if (found === undefined) throw notFound("order");
    const silentPaymentId = await endPayment(db, provider, found, request, context);
    try {
      return await onceInTransaction(db, context.idempotency, (tx) =>
        settleByHand(tx, found, request, { ...context, silentPaymentId }),
      );
    } catch (error) {
      if (!(error instanceof PaymentStartedAgain)) throw error;
      if (tries === maxTries)
        throw new DomainError("busy", "The buyer is paying at this moment. Please try again in a minute.");
    }
  }
}

/**
 * Cancels the payment if it waits for the buyer; throws `busy` while a bank decides. Returns its id if the provider did
 * not answer, otherwise null.
 */
async function endPayment(
  db: Db,
  provider: PaymentProvider,
  order: OrderRow,
  request: MarkPaidRequest,
  { actor, now }: MarkContext,
): Promise<number | null> {
  if (isRecordedAlready(order, request)) return null;
  requireUnpaid(order, request);
  const payment = order.payment_id === null ? undefined : await paymentById(db, order.payment_id);
  if (payment === undefined || !["created", "pending", "processing"].includes(payment.state)) return null;
  try {
    await stopPayment(db, provider, payment, { actor, now });
  } catch (error) {
    if (error instanceof ProviderDown) return payment.id;
    throw error;
  }
  if ((await paymentById(db, payment.id))?.state === "processing")
    throw new DomainError(
      "busy",
      "The buyer's bank is still deciding about a payment. Please try again later.",
    );
  return null;
}

async function settleByHand(
  tx: Tx,
  found: OrderRow,
  request: MarkPaidRequest,
  { actor, now, silentPaymentId, lock }: MarkContext & { silentPaymentId: number | null },
): Promise<{ isNew: boolean }> {
  const lockedOrder = await lockOneOrder(tx, found, lock);
  const { order } = lockedOrder;
  if (isRecordedAlready(order, request)) return { isNew: false };
  requireUnpaid(order, request);
  if (lockedOrder.locked === undefined && lockedOrder.stock === undefined)
    throw new DomainError(
      "notActive",
      "The extras or package of this order were deleted, so it cannot be paid any more.",
    );
  if ((await eventById(tx, order.event_id))?.cancelled_at !== null)
    throw new DomainError("salesClosed", "The event is cancelled. Refund the buyer.");
  if (order.payment_id !== null) await endOpenPayment(tx, order.payment_id, silentPaymentId);
  const byHand = { paidBy: request.paidBy, note: request.note };
  if (!(await sellOrder(tx, lockedOrder, { actor, now, byHand }))) throw soldOutRefusal(lockedOrder);
  const detail = { from: order.payment_status, to: "paid", ...byHand, amount: request.amount };
  await record(tx, entryOf("order", order, { actor, action: "paidByHand", detail }));
  return { isNew: true };
}

/** Cancels an unstarted payment. Throws for an open one, unless its provider did not answer (`endPayment`). */
async function endOpenPayment(tx: Tx, paymentId: number, silentPaymentId: number | null): Promise<void> {
  const payment = (await lockPayment(tx, paymentId))!;
  if (payment.state === "created") await abandonUnstarted(tx, payment);
  else if (paymentId !== silentPaymentId && (payment.state === "pending" || payment.state === "processing"))
    throw new PaymentStartedAgain();
}

/** Whether the same payment was recorded before, such as by a second click. */
function isRecordedAlready(order: OrderRow, { paidBy, note }: MarkPaidRequest): boolean {
  return order.payment_status === "paid" && order.paid_by === paidBy && order.paid_note === note;
}

function requireUnpaid(order: OrderRow, { amount }: MarkPaidRequest): void {
  const { payment_status: status } = order;
  if (status === "paid" || status === "free")
    throw new DomainError("alreadyPaid", "This order is already paid.");
  if (status === "refunded")
    throw new DomainError("notActive", "This order was refunded. The buyer must order again.");
  if (order.total_amount === 0)
    throw new DomainError("notActive", "There is nothing to pay. Activate the registration instead.");
  if (amount !== order.total_amount) throw amountMismatch(order.total_amount);
}

function soldOutRefusal({ order }: LockedOrder): DomainError {
  const advice = "so it cannot be marked as paid. Increase the capacity, or refund the buyer.";
  if (order.purpose === "extras")
    return new DomainError("soldOut", `The extras of this order are no longer available, ${advice}`);
  if (order.purpose === "registration")
    return new DomainError("soldOut", `The places of this order are no longer free, ${advice}`);
  return new DomainError("soldOut", `The package of this order is no longer available, ${advice}`);
}
