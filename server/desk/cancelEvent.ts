/**
 * Invariant: each run finds in the rows what is still to be refunded, so it can be stopped and repeated. Registrations
 * are not cancelled, so that staff see who was coming.
 * Lock order: event; then each order separately (refundOrder.ts).
 */
import { sql } from "kysely";
import type { Cancellation } from "../../contract/shapes/cancellation.ts";
import { entryOfEvent, record } from "../audit/rows.ts";
import { type CallContext, onceInTransaction } from "../db/idempotency.ts";
import { type Db, inTransaction } from "../db/pool.ts";
import { DomainError, notFound } from "../domainError.ts";
import { type EventRow, eventById, lockEvent, updateEvent } from "../events/rows.ts";
import { enqueue } from "../jobs/enqueue.ts";
import { queueBulkMails } from "../mail/bulk.ts";
import { refundOrder } from "../refunds/refundOrder.ts";
import { buyerAddressSql } from "../registrations/addressees.ts";
import { recipientsOfEvent } from "./recipients.ts";

/** The task that mails and refunds. Its payload is `{ eventId, actor }`. */
export const cancelEventTask = "cancelEvent";

const mailKind = "eventCancelled" as const;

const batchSize = 200;

const jobKeyOf = (eventId: number) => `cancelEvent:${eventId}`;

/** Cancels an event, or adds refunds to a cancelled one. */
export function cancelEvent(
  db: Db,
  { eventId, message, refund }: { eventId: number; message: string; refund: boolean },
  { actor, now, idempotency }: CallContext & { actor: string },
): Promise<unknown> {
  return onceInTransaction(db, idempotency, async (tx) => {
    const event = await lockEvent(tx, eventId);
    if (event === undefined) throw notFound("event");
    const isFirst = event.cancelled_at === null;
    if (!isFirst && (event.cancel_refunds || !refund)) return {};
    await updateEvent(tx, eventId, {
      cancel_refunds: refund,
      ...(isFirst ? { cancelled_at: now, cancel_message: message } : {}),
    });
    const detail = { from: isFirst ? "on" : "cancelled", to: "cancelled", refund, message };
    await record(tx, entryOfEvent(eventId, { actor, action: "cancelled", detail }));
    await enqueue(tx, cancelEventTask, { eventId, actor }, { jobKey: jobKeyOf(eventId) });
    return {};
  });
}

/** Queues the mails, and promises the refunds if staff want them. */
export async function processCancellation(
  db: Db,
  { eventId, actor }: { eventId: number; actor: string },
  now: Date,
): Promise<void> {
  const event = await eventById(db, eventId);
  if (event === undefined || event.cancelled_at === null) return;
  await mailEverybody(db, event, now);
  if (!event.cancel_refunds) return;
  while ((await refundCancelled(db, { eventId, actor })) > 0);
}

/**
 * Promises refunds for up to `batchSize` orders of one event, or of all events that were cancelled within 30 days (for
 * payments that arrive later), if staff want refunds. Returns how many orders it found. An order that was paid by hand
 * or has a failed refund is left to staff.
 */
export async function refundCancelled(
  db: Db,
  { eventId, actor }: { eventId?: number; actor: string },
): Promise<number> {
  const { rows } = await sql<{ id: number; has_mail: boolean }>`
    select o.id, exists (select from mails m where m.key = 'cancelled:' || e.id || ':' || lower(${buyerAddressSql})
        and (m.payload ->> 'refunds')::boolean) as has_mail
    from events e join orders o on o.event_id = e.id
      left join registrations r on r.id = o.registration_id left join sponsorships s on s.order_id = o.id
    where e.cancel_refunds and (${eventId === undefined ? sql`e.cancelled_at > now() - interval '30 days'` : sql`e.id = ${eventId}`})
      and o.payment_status = 'paid' and o.payment_id is not null
      and o.total_amount > o.refunded_amount + o.refund_due
      and not exists (select from refunds f where f.order_id = o.id and f.state = 'failed')
    order by o.id limit ${batchSize}`.execute(db);
  for (const { id, has_mail } of rows) {
    const request = { orderId: id, reason: "The event was cancelled", cancelTickets: false };
    // Without `announcedIn`, the buyer gets a separate mail about the refund.
    const announcedIn = has_mail ? mailKind : undefined;
    await refundOrder(db, request, { idempotency: null, actor, announcedIn }).catch((error: unknown) => {
      // The order was refunded meanwhile.
      if (!(error instanceof DomainError && error.code === "notActive")) throw error;
    });
  }
  return rows.length;
}

async function mailEverybody(
  db: Db,
  { id: eventId, cancel_refunds: refunds }: EventRow,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { rows } = await recipientsOfEvent(eventId).execute(tx);
    const mails = rows.map(({ email }) => ({
      key: `cancelled:${eventId}:${email}`,
      kind: mailKind,
      recipient: email,
      payload: { eventId, refunds },
    }));
    await queueBulkMails(tx, mails, now);
  });
}

/**
 * What a cancellation would refund and mail, what is refunded (also before it) and mailed, and what is left to staff.
 * Mails that are not queued yet count as left only while the task exists, because nothing else queues them.
 */
export async function cancellationOf(db: Db, event: EventRow): Promise<Cancellation> {
  const { rows } = await sql<Omit<Cancellation, "cancelledAt" | "message" | "refunds" | "currency">>`
    with money as (
      select total_amount - refunded_amount - refund_due as remaining,
        refund_due + refund_awaits_buyer as on_its_way, refunded_amount - refund_awaits_buyer as given_back,
        payment_status = 'paid' and payment_id is null as is_by_hand, payment_status = 'paid' as is_paid,
        (select coalesce(sum(f.amount), 0)::int from refunds f where f.order_id = o.id and f.state = 'failed') as failed
      from orders o where event_id = ${event.id} and payment_status in ('paid', 'refunded') and total_amount > 0
    ), recipients as (${recipientsOfEvent(event.id)}), sending as (
      select key, state from mails where kind = ${mailKind} and key like ${`cancelled:${event.id}:%`}
    ), unqueued as (
      select from recipients where ${`cancelled:${event.id}:`} || email not in (select key from sending)
        and exists (select from graphile_worker._private_jobs where key = ${jobKeyOf(event.id)})
    )
    select ${sumOf("remaining", sql`is_paid and not is_by_hand and failed = 0 and remaining > 0`)} as "toGiveBack",
      ${sumOf("on_its_way", sql`on_its_way > 0`)} as "onItsWay",
      ${sumOf("given_back", sql`given_back > 0`)} as "givenBack",
      ${sumOf("remaining", sql`is_paid and not is_by_hand and failed > 0 and remaining > 0`)} as failed,
      ${sumOf("remaining", sql`is_by_hand and remaining > 0`)} as "byHand",
      (select count(*)::int from recipients) as people,
      (select count(*)::int from sending where state = 'sent') as mailed,
      (select count(*)::int from sending where state = 'queued') + (select count(*)::int from unqueued) as "mailsLeft",
      (select count(*)::int from sending where state = 'failed') as "mailsFailed"
    from money`.execute(db);
  return {
    cancelledAt: event.cancelled_at?.toISOString() ?? null,
    message: event.cancel_message,
    refunds: event.cancel_refunds,
    currency: event.currency,
    ...rows[0]!,
  };
}

const sumOf = (column: string, condition: ReturnType<typeof sql>) =>
  sql`json_build_object('orders', (count(*) filter (where ${condition}))::int,
    'amount', coalesce(sum(${sql.ref(column)}) filter (where ${condition}), 0)::bigint)`;
