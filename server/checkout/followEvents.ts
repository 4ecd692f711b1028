/**
 * Handles provider events, whether delivered or listed later. An event only says that something changed, so the
 * provider is asked for the current state. Each event is handled once, in the transaction of its effect.
 * Lock order: that of settle.ts.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { orderById } from "../orders/rows.ts";
import { hasNoNews, isDecline } from "../payments/eventTypes.ts";
import { rememberEvent, storeUnknownPayment } from "../payments/payments.ts";
import {
  isUnknownIntent,
  type PaymentProvider,
  ProviderDown,
  type WebhookEvent,
} from "../payments/provider.ts";
import {
  caughtUpAt,
  declinesOf,
  knownEvents,
  type PaymentRow,
  paymentById,
  paymentByRef,
  writeCaughtUp,
} from "../payments/rows.ts";
import { isPayerPaused } from "./declines.ts";
import { endHold, endOrderHold } from "./endHold.ts";
import { mostDeclines } from "./recordDecline.ts";
import type { Settle } from "./settle.ts";

/** The task that looks for lost deliveries; it has no payload. */
export const catchUpTask = "catchUp";

/** Stripe lists events for thirty days. */
const listedForMs = 30 * 24 * 3_600_000;
/** This overlap is read again each time, because an event may be listed a little late. */
const overlapMs = 3_600_000;

/** The dependencies of handling events. */
export interface FollowEventsParts {
  db: Db;
  provider: PaymentProvider;
  settle: Settle;
}

/**
 * Handles a verified event. Ignores events about unknown payments. An event is stored only after it was handled. Other
 * errors are thrown, so that it is delivered again or listed by the next `catchUp`.
 */
export async function followEvent(
  parts: FollowEventsParts,
  delivery: WebhookEvent,
  now: Date,
): Promise<void> {
  const { db, provider, settle } = parts;
  const { providerRef } = delivery;
  if (providerRef === null || hasNoNews(delivery)) return;
  const intent = await provider.retrieve(providerRef).catch(async (error: unknown) => {
    // Neither this account nor our tables have the intent: an error would only cause redelivery. If our tables have it
    // but the account does not, the key belongs to another account.
    if (isUnknownIntent(error) && (await paymentByRef(db, provider.name, providerRef)) === undefined)
      return null;
    throw error;
  });
  if (intent === null) {
    await inTransaction(db, (tx) => rememberEvent(tx, { provider: provider.name, ...delivery }));
    return;
  }
  const actor = `provider:${provider.name}`;
  const settleOne = (payment: Pick<PaymentRow, "id" | "provider">) =>
    settle({ payment, intent, actor, now, delivery });
  const metadataPayment =
    intent.paymentId === null ? null : { id: intent.paymentId, provider: provider.name };
  const isSettled = metadataPayment !== null && (await settleOne(metadataPayment));
  const isDeclined = isDecline(delivery);
  // The intent may lack our metadata or have that of an older backup. It is still ours if a payment has it.
  const payment = isSettled && !isDeclined ? undefined : await paymentByRef(db, provider.name, providerRef);
  if (payment !== undefined && !isSettled) await settleOne(payment);
  if (payment !== undefined && isDeclined) await stopTriedCards({ db, provider }, payment, now);
  if (isSettled || payment !== undefined) return;
  // The webhook may arrive before the reply to the call that made the intent. Nobody can have paid it yet.
  const unrecorded = intent.paymentId === null ? undefined : await paymentById(db, intent.paymentId);
  if (unrecorded?.state === "created") return;
  await inTransaction(db, async (tx) => {
    if (await rememberEvent(tx, { provider: provider.name, ...delivery }))
      await storeUnknownPayment(tx, provider.name, intent);
  });
}

/** Ends the hold of a payment if too many cards were tried on it or by its payer. Safe to repeat. */
async function stopTriedCards(
  { db, provider }: Pick<FollowEventsParts, "db" | "provider">,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  if (payment.order_id === null) return;
  const isOverLimit =
    (await declinesOf(db, payment)) >= mostDeclines || (await isPayerPaused(db, payment, now));
  if (!isOverLimit) return;
  const order = (await orderById(db, payment.order_id))!;
  const end = { endedBefore: null, actor: "sweeper", now };
  if (order.purpose !== "registration") await endOrderHold(db, provider, order.id, end);
  else if (order.registration_id !== null)
    await endHold(db, provider, order.registration_id, { ...end, to: "cancelled" });
}

/**
 * Handles all events since the last run, delivered or not. Refunds in the provider's dashboard and disputes are found
 * only here if their delivery is missing. Events from before a webhook address existed count as delivered.
 * @throws ProviderDown at once, and AggregateError at the end with the failures; the job is repeated.
 */
export async function catchUp(parts: FollowEventsParts, now: Date): Promise<void> {
  const { db, provider } = parts;
  const earliest = new Date(now.getTime() - listedForMs);
  const lastRun = await caughtUpAt(db);
  const since = lastRun === null ? earliest : new Date(lastRun.getTime() - overlapMs);
  const events = await provider.eventsSince(since < earliest ? earliest : since);
  const ids = events.map(({ eventId }) => eventId);
  const found = await knownEvents(db, provider.name, ids).execute();
  const known = new Set(found.map(({ event_id }) => event_id));
  const failures: unknown[] = [];
  for (const event of events) {
    if (known.has(event.eventId)) continue;
    // A failing event does not stop the others. If the provider is down, the job is repeated later.
    await followEvent(parts, event, now).catch((error: unknown) => {
      if (error instanceof ProviderDown) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events were not handled`);
  await writeCaughtUp(db, now);
}
