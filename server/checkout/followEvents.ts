/**
 * What has the provider to tell? A delivery, or an event whose delivery never came: it says that something changed, and
 * the provider is asked what. Each is followed once, in the transaction of its effect.
 * Lock order: that of settle.ts.
 */
import { type Db, inTransaction } from "../db/pool.ts";
import { orderById } from "../orders/rows.ts";
import { keepUnknown, rememberEvent } from "../payments/payments.ts";
import { type PaymentProvider, ProviderRefused, type WebhookEvent } from "../payments/provider.ts";
import { declinesOf, knownEvents, type PaymentRow, paymentById, paymentByRef } from "../payments/rows.ts";
import { endHold, endOrderHold } from "./endHold.ts";
import { settle } from "./settle.ts";
import type { SettleTogether } from "./settleTogether.ts";
import { isDecline, mostDeclines } from "./triedCards.ts";

/** The task that asks for lost deliveries; it has no payload. */
export const catchUpTask = "catchUp";

/** Stripe sends again for three days, and tells of events for thirty. */
const rememberedMs = 30 * 24 * 3_600_000;

/** That an intent was made we know from the call that made it. */
const tellsNothing: ReadonlySet<string> = new Set(["payment_intent.created"]);

/** What events are followed with. */
export interface Following {
  db: Db;
  provider: PaymentProvider;
  settleTogether: SettleTogether;
}

/** Follows an event whose sender is known. One about nothing of ours is left alone. */
export async function followEvent(following: Following, delivery: WebhookEvent, now: Date): Promise<void> {
  const { db, provider, settleTogether } = following;
  if (delivery.providerRef === null || tellsNothing.has(delivery.type)) return;
  const intent = await provider.retrieve(delivery.providerRef).catch((error: unknown) => {
    // Signed, but about an intent that this account does not have: another answer would only bring it again.
    if (error instanceof ProviderRefused) return null;
    throw error;
  });
  if (intent === null) {
    await inTransaction(db, (tx) => rememberEvent(tx, { provider: provider.name, ...delivery }));
    return;
  }
  const actor = `provider:${provider.name}`;
  if (await settleTogether({ provider: provider.name, intent, actor, now, delivery })) return;
  const payment = await paymentByRef(db, provider.name, delivery.providerRef);
  if (payment !== undefined) {
    const event = { provider: provider.name, delivery };
    await settle(db, { payment, intent, actor, now, event });
    if (isDecline(delivery)) await stopTriedCards({ db, provider }, payment, now);
    return;
  }
  // The webhook may come before the reply to the call that made the intent: nobody can have paid it yet.
  const unrecorded = intent.paymentId === null ? undefined : await paymentById(db, intent.paymentId);
  if (unrecorded?.state === "created") return;
  await inTransaction(db, async (tx) => {
    if (await rememberEvent(tx, { provider: provider.name, ...delivery }))
      await keepUnknown(tx, provider.name, intent);
  });
}

/** Ends the hold of a payment on which too many cards were declined. Safe to repeat. */
async function stopTriedCards(
  { db, provider }: Pick<Following, "db" | "provider">,
  payment: PaymentRow,
  now: Date,
): Promise<void> {
  if (payment.order_id === null || (await declinesOf(db, payment)) < mostDeclines) return;
  const order = (await orderById(db, payment.order_id))!;
  const end = { endedBefore: null, actor: "sweeper", now };
  if (order.purpose !== "registration") await endOrderHold(db, provider, order.id, end);
  else if (order.registration_id !== null)
    await endHold(db, provider, order.registration_id, { ...end, to: "cancelled" });
}

/** Follows what the provider could not deliver: a refund in its dashboard or a dispute would be known from nowhere else. */
export async function catchUp(following: Following, now: Date): Promise<void> {
  const { db, provider } = following;
  const events = await provider.undelivered(new Date(now.getTime() - rememberedMs));
  const ids = events.map(({ eventId }) => eventId);
  const found = await knownEvents(db, provider.name, ids).execute();
  const known = new Set(found.map(({ event_id }) => event_id));
  for (const event of events) if (!known.has(event.eventId)) await followEvent(following, event, now);
}
