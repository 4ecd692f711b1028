/**
 * A separate order holds the extras during the payment (docs/wire.md §4).
 * Invariant: the transaction that writes the order also counts the extras, and sells them if they are free.
 * Lock order: event → extras by id → order.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { orderTaxOf, totalsOf } from "../../contract/rules/money/tax.ts";
import { eventSaleState } from "../../contract/rules/sales.ts";
import { NO_STRIPE } from "../../contract/shapes/order.ts";
import { record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction, storedReply, storeReply } from "../db/idempotency.ts";
import type { Db, Tx } from "../db/pool.ts";
import { DomainError, invalidInput, notFound } from "../domainError.ts";
import { eventSaleFields, heldUntil, taxOfEvent } from "../events/present.ts";
import type { EventRow } from "../events/rows.ts";
import { saleClosedMessages } from "../holds/decide.ts";
import { decideExtras, sumById } from "../holds/decideExtras.ts";
import { amountMismatch } from "../holds/grant.ts";
import { placedEntry } from "../holds/newRows.ts";
import { lockStock, moveStock, type StockRows } from "../holds/orderStock.ts";
import { requirePayable } from "../holds/payable.ts";
import { newOrderNumber } from "../orders/orderNumber.ts";
import { insertPurchases, presentPurchase, purchaseOfOrder } from "../orders/purchases.ts";
import { insertOrder, type OrderRow, orderById, presentOrder } from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { requireAccessKey } from "../registrations/proof.ts";
import { type RegistrationRow, registrationById } from "../registrations/rows.ts";
import { releaseExtras } from "./releaseExtras.ts";
import { sendReceipt } from "./sendReceipt.ts";
import type { StartPayment } from "./startPayment.ts";

type PurchaseReply = PayloadOf<"extras/purchaseExtras">;
type Wish = BodyOf<"extras/purchaseExtras">;

/**
 * Holds extras for an active registration and starts their payment; free extras are sold immediately. A test may leave
 * out the locks to show the race.
 */
export async function purchaseExtras(
  db: Db,
  {
    provider,
    startPayment,
    requireNotPaused,
  }: {
    provider: PaymentProvider;
    startPayment: StartPayment;
    requireNotPaused?: (registration: RegistrationRow) => Promise<void>;
  },
  body: Wish,
  { idempotency, now, lock = lockStock }: CallContext & { lock?: typeof lockStock },
): Promise<PurchaseReply> {
  const earlierReply = await storedReply<PurchaseReply>(db, idempotency);
  if (earlierReply !== undefined) return earlierReply;
  const registration = requireAccessKey(await registrationById(db, body.registrationId), body.accessKey);
  // Before anything is released, so that a paused buyer keeps what they reserved.
  if (body.totalAmount !== 0) await requireNotPaused?.(registration);
  if (body.replacesOrderId !== undefined) {
    const former = { orderId: body.replacesOrderId, registrationId: registration.id };
    await releaseExtras(db, provider, former, now);
  }
  // The order's own key: if the provider then fails, a repeat must find the same order.
  const orderIdempotency = idempotency && { ...idempotency, call: `${idempotency.call}/order` };
  const { orderId } = await onceInTransaction(db, orderIdempotency, async (tx) => ({
    orderId: (await placeExtrasOrder(tx, registration, body, { now, lock })).id,
  }));
  const order = await orderById(db, orderId);
  // Staff may have deleted the registration meanwhile.
  if (order === undefined) throw notFound("registration");
  const intent =
    order.payment_status === "free"
      ? freeIntent(order, provider)
      : await startPayment({ body: { orderId, accessKey: body.accessKey }, idempotency: null, now });
  const purchase = await purchaseOfOrder(db, orderId);
  // An order with a payment outlives its registration, its purchase does not.
  if (purchase === undefined) throw notFound("registration");
  const { qrText: _, ...extrasPurchase } = presentPurchase(purchase, null);
  const expiresAt = order.held_until?.toISOString() ?? null;
  const reply: PurchaseReply = { ...intent, order: presentOrder(order), extrasPurchase, expiresAt };
  return storeReply(db, idempotency, reply);
}

function freeIntent(
  order: OrderRow,
  provider: PaymentProvider,
): Omit<PurchaseReply, "order" | "extrasPurchase" | "expiresAt"> {
  return {
    clientSecret: NO_STRIPE,
    paymentIntentId: null,
    publishableKey: provider.publishableKey,
    amount: 0,
    currency: order.currency,
    provider: provider.name,
  };
}

async function placeExtrasOrder(
  tx: Tx,
  registration: RegistrationRow,
  body: Wish,
  { now, lock }: { now: Date; lock: typeof lockStock },
): Promise<OrderRow> {
  const wanted = wantedExtras(body);
  const stock = await lock(tx, { eventId: registration.event_id, extras: [...wanted.keys()], packages: [] });
  const event = requireSellingEvent(stock, now);
  // Read again under the event's lock, because staff may have cancelled the registration.
  if ((await registrationById(tx, registration.id))?.state !== "active")
    throw new DomainError("notActive", "Extras can be bought once the registration is complete.");
  const lines = decideExtras(event.id, stock.extras, wanted, (extrasId) => pathOf(body, extrasId));
  if (lines instanceof DomainError) throw lines;
  const tax = taxOfEvent(event);
  const totals = totalsOf(lines, tax);
  const { pricesIncludeTax, taxPercent } = orderTaxOf(tax);
  requirePayable(totals.totalAmount, event.currency, "extras");
  if (body.totalAmount !== undefined && body.totalAmount !== totals.totalAmount)
    throw amountMismatch(totals.totalAmount);
  const isFree = totals.totalAmount === 0;
  const order = await insertOrder(
    tx,
    {
      order_number: newOrderNumber(),
      purpose: "extras",
      event_id: event.id,
      registration_id: registration.id,
      subtotal: totals.subtotal,
      tax: totals.tax,
      prices_include_tax: pricesIncludeTax,
      tax_percent: taxPercent,
      total_amount: totals.totalAmount,
      currency: event.currency,
      payment_status: isFree ? "free" : "pending",
      paid_at: isFree ? now : null,
    },
    lines,
  );
  await moveStock(tx, order, isFree ? { keeps: "sold" } : { keeps: "held", until: heldUntil(event, now) });
  const purchase = { registrationId: registration.id, eventId: event.id, orderId: order.id, items: lines };
  await insertPurchases(tx, [purchase])?.execute();
  await record(tx, placedEntry(order, "visitor"));
  if (isFree) await sendReceipt(tx, order);
  return order;
}

/**
 * The event. Times of sale apply only to tickets.
 * @throws notFound if it is unpublished, salesClosed if it is cancelled or over.
 */
export function requireSellingEvent({ event }: Pick<StockRows, "event">, now: Date): EventRow {
  if (event === undefined || !event.is_active) throw notFound("event");
  const state = eventSaleState(eventSaleFields(event), now);
  if (state === "cancelled" || state === "over")
    throw new DomainError("salesClosed", saleClosedMessages[state]);
  return event;
}

function wantedExtras({ extras = [], extrasIds = [] }: Wish): Map<number, number> {
  const wanted = sumById([
    ...extras.map((line) => [line.extrasId, line.quantity] as const),
    ...extrasIds.map((id) => [id, 1] as const),
  ]);
  if (wanted.size === 0) throw invalidInput({ path: "extras", message: "must have at least one" });
  return wanted;
}

function pathOf({ extras = [], extrasIds = [] }: Wish, extrasId: number): string {
  const index = extras.findIndex((line) => line.extrasId === extrasId);
  return index === -1 ? `extrasIds.${extrasIds.indexOf(extrasId)}` : `extras.${index}.extrasId`;
}
