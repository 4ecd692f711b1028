/**
 * The provider is asked for the current state, because events may arrive late or in another order. The transaction that
 * settles a payment stores its event, and a stored event settles nothing again.
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
import { maxDeclinesOfPayment } from "./recordDecline.ts";
import type { Settle } from "./settle.ts";

/** The task that calls `catchUp`; it has no payload. */
export const catchUpTask = "catchUp";

/** Stripe lists events for thirty days (docs.stripe.com/api/events/list). */
const listedForMs = 30 * 24 * 3_600_000;
/** How long before the last run events are listed again: some are listed late. */
const overlapMs = 3_600_000;

export interface FollowEventsParts {
  db: Db;
  provider: PaymentProvider;
  settle: Settle;
}

/** Handles a verified event. If it throws, the event must be handled again. */
export async function followEvent(
  parts: FollowEventsParts,
  delivery: WebhookEvent,
  now: Date,
): Promise<void> {
  const { db, provider, settle } = parts;
  const { providerRef } = delivery;
  if (providerRef === null || hasNoNews(delivery)) return;
  const intent = await provider.retrieve(providerRef).catch(async (error: unknown) => {
    // If no payment has the intent, an error would only cause redelivery. Otherwise our key is of another account.
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
  // After a restored backup the metadata may have the id of another payment.
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

/** Ends the hold of a payment if too many cards were declined for it or its payer. Safe to repeat. */
async function stopTriedCards(
  { db, provider }: Pick<FollowEventsParts, "db" | "provider">,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  if (payment.order_id === null) return;
  const isOverLimit =
    (await declinesOf(db, payment)) >= maxDeclinesOfPayment || (await isPayerPaused(db, payment, now));
  if (!isOverLimit) return;
  const order = (await orderById(db, payment.order_id))!;
  const end = { endedBefore: null, actor: "sweeper", now };
  if (order.purpose !== "registration") await endOrderHold(db, provider, order.id, end);
  else if (order.registration_id !== null)
    await endHold(db, provider, order.registration_id, { ...end, to: "cancelled" });
}

/** Handles the events since the last run that are not stored yet. If it throws, it must run again. */
export async function catchUp(parts: FollowEventsParts, now: Date): Promise<void> {
  const { db, provider } = parts;
  const earliest = new Date(now.getTime() - listedForMs);
  const lastRun = await caughtUpAt(db);
  const since = lastRun === null ? earliest : new Date(lastRun.getTime() - overlapMs);
  const events = await provider.eventsSince(since < earliest ? earliest : since);
  const ids = events.map(({ eventId }) => eventId);
  const known = await knownEvents(db, provider.name, ids);
  const failures: unknown[] = [];
  for (const event of events) {
    if (known.has(event.eventId)) continue;
    // A failing event does not stop the others, unless the provider is down.
    await followEvent(parts, event, now).catch((error: unknown) => {
      if (error instanceof ProviderDown) throw error;
      failures.push(error);
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} events were not handled`);
  await writeCaughtUp(db, now);
}
