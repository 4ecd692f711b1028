/**
 * Payments that are begun together share two transactions, one before the provider is asked and one after (design.md §6):
 * most are the first for an order that waits for its money. Everything else (another try, extras, a key that was used, a
 * hold that is over) is left to `startPayment`, one at a time.
 * Lock order: registrations by id → orders by id → payments.
 */
import type { BodyOf, PayloadOf } from "../../contract/all.ts";
import { createBatcher } from "../batcher.ts";
import { type Idempotency, storeReplies, withUsedKey } from "../db/idempotency.ts";
import { type Db, inTransaction, type Tx } from "../db/pool.ts";
import { isUnavailable } from "../db/unavailable.ts";
import { eventNames } from "../events/rows.ts";
import type { InTurn } from "../inTurn.ts";
import { type BareOrder, lockOrders, setPayments, ticketOrders } from "../orders/rows.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { insertPaymentsOf, writeIntents } from "../payments/rows.ts";
import { isSameSecret } from "../registrations/proof.ts";
import { lockRegistrations, type RegistrationRow } from "../registrations/rows.ts";
import { isHolding } from "./mustHold.ts";
import {
  type AskedIntent,
  askIntent,
  type MadeIntent,
  recorded,
  startedReply,
  startPayment,
} from "./startPayment.ts";

type Started = PayloadOf<"stripe/create-payment-intent">;

/** A buyer who wants to pay. */
export interface Starting {
  body: BodyOf<"stripe/create-payment-intent">;
  idempotency: Idempotency | null;
  now: Date;
}

/** An intent that was made, with what its buyer is told. */
interface Made {
  paymentId: number;
  intent: MadeIntent;
  idempotency: Idempotency | null;
  reply: Started;
}

/** Gives a function that begins a payment, together with others that arrive at the same time. */
export function openStarting(
  db: Db,
  provider: PaymentProvider,
  inTurn: InTurn,
): (starting: Starting) => Promise<Started> {
  const options = { isEverybodys: isUnavailable, inTurn };
  const open = createBatcher<Starting, AskedIntent | null>(async (all) => {
    const opened = await inTransaction(db, (tx) => openAll(tx, provider, all));
    return opened.map((reply) => ({ reply }));
  }, options);
  const record = createBatcher<Made, boolean>(async (all) => {
    const written = await inTransaction(db, (tx) => recordAll(tx, all));
    return written.map((reply) => ({ reply }));
  }, options);

  return async (starting) => {
    const alone = () => startPayment(db, provider, starting.body, starting);
    const asked = await open(starting);
    if (asked === null) return alone();
    const intent = await askIntent(db, provider, asked);
    const reply = startedReply(provider, asked.payment, intent);
    const { idempotency } = starting;
    if (await record({ paymentId: asked.payment.id, intent, idempotency, reply })) return reply;
    await recorded(db, provider, asked.payment, intent);
    return alone();
  };
}

/** Opens the payments of those who begin their order's first; null for everybody else, for whom nothing is written. */
export async function openAll(
  tx: Tx,
  provider: Pick<PaymentProvider, "name">,
  all: readonly Starting[],
): Promise<(AskedIntent | null)[]> {
  const used = await withUsedKey(tx, all);
  const { orders, registrations } = await takeAll(tx, [...new Set(all.map(({ body }) => body.orderId))]);
  const first = new Map<Starting, { order: BareOrder; registration: RegistrationRow }>();
  for (const starting of all) {
    const order = orders.get(starting.body.orderId);
    const registration = registrations.get(order?.registration_id ?? 0);
    if (order === undefined || registration === undefined || used.has(starting)) continue;
    if (!isFirst(starting, order, registration)) continue;
    // Whoever asks for the same order at the same time finds its payment.
    orders.delete(order.id);
    first.set(starting, { order, registration });
  }
  if (first.size === 0) return all.map(() => null);
  const payable = [...first.values()].map(({ order }) => order);
  const opened = await insertPaymentsOf(tx, provider.name, payable);
  const payments = new Map(opened.map((payment) => [payment.order_id, payment]));
  const [names] = await Promise.all([
    eventNames(tx, [...new Set(payable.map((order) => order.event_id))]),
    setPayments(tx, opened),
  ]);
  return all.map((starting) => {
    const found = first.get(starting);
    if (found === undefined) return null;
    const { order, registration } = found;
    const { id, created_at } = payments.get(order.id)!;
    const payment = { id, created_at, amount: order.total_amount, currency: order.currency };
    return { payment, order, email: registration.email, eventName: names.get(order.event_id)! };
  });
}

async function takeAll(
  tx: Tx,
  orderIds: readonly number[],
): Promise<{ orders: Map<number, BareOrder>; registrations: Map<number, RegistrationRow> }> {
  const found = await ticketOrders(tx, { orders: orderIds });
  if (found.length === 0) return { orders: new Map(), registrations: new Map() };
  const registrations = await lockRegistrations(
    tx,
    found.map((order) => order.registration_id),
  );
  const orders = await lockOrders(
    tx,
    found.map(({ id }) => id),
  ).execute();
  return {
    orders: new Map(orders.map((order) => [order.id, order])),
    registrations: new Map(registrations.map((row) => [row.id, row])),
  };
}

/** Whether the order waits for its first payment, and the key opens it. */
function isFirst({ body, now }: Starting, order: BareOrder, registration: RegistrationRow): boolean {
  if (order.payment_status !== "pending" || order.payment_id !== null) return false;
  return isSameSecret(body.accessKey, registration.access_key) && isHolding(registration, now);
}

/** Writes the intents and the replies down; false for those whose payment or key was taken meanwhile. */
async function recordAll(tx: Tx, all: readonly Made[]): Promise<boolean[]> {
  const written = await writeIntents(
    tx,
    all.map(({ paymentId, intent }) => ({ paymentId, ...intent })),
  );
  const stored = await storeReplies(
    tx,
    all.flatMap(({ paymentId, idempotency, reply }) =>
      idempotency !== null && written.has(paymentId) ? [{ idempotency, reply }] : [],
    ),
  );
  return all.map(
    ({ paymentId, idempotency }) =>
      written.has(paymentId) && (idempotency === null || stored.has(idempotency)),
  );
}
