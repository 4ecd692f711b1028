/**
 * Cases are queries over the rows, so a case ends with its cause. Staff mark others as done (`cases_done`). A case
 * without an order belongs to an event (a mail) or to nothing (an unknown payment).
 */
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { CaseKind, MoneyCase } from "../../contract/shapes/money/moneyCase.ts";
import type { Db, Tx } from "../db/pool.ts";

export interface CaseRow {
  key: string;
  kind: CaseKind;
  event_id: number | null;
  order_id: number | null;
}

interface CaseFilter {
  isSelected: (of: { event: RawBuilder<unknown>; order: RawBuilder<unknown> }) => RawBuilder<SqlBool>;
  isMailSelected: (event: RawBuilder<unknown>) => RawBuilder<SqlBool>;
}

/**
 * Why a payment is a case itself. Old rows may have a dispute as the reason, which is left out, because disputes are
 * cases of their own. A refund that a bank returned is in `refundCases`, unless the order has another payment: then it
 * has no row in `refunds`. Such a payment is owed back in full, so the amount is what is not refunded. Each further
 * return is a new case.
 */
const attentionOf = sql`(select case when p.attention ->> 'kind' not in ('disputed', 'disputeLost') then p.attention end as why)`;

const paymentCases = ({ isSelected }: CaseFilter) => sql`
  select 'payment:' || p.id || ':' || coalesce(a.why ->> 'kind', 'other')
      || case when a.why ->> 'kind' = 'refundSentBack' then ':' || p.sent_back_amount else '' end as key,
    coalesce(a.why ->> 'kind', 'other') as kind, o.event_id, o.id as order_id,
    json_build_object('amount', case when a.why ->> 'kind' = 'refundSentBack' then p.amount - p.refunded_amount
        else coalesce((a.why ->> 'amount')::bigint, p.amount) end,
      'currency', coalesce(a.why ->> 'currency', p.currency)) as money,
    case when a.why ->> 'kind' = 'wrongAmount'
      then json_build_object('amount', p.amount, 'currency', p.currency) end as due,
    null as answer_by, false as is_given_back, a.why ->> 'words' as words, null as recipient, p.provider_ref
  from payments p join orders o on o.id = p.order_id cross join lateral ${attentionOf} a
  where (p.attention is not null or p.state = 'needs_attention') and (a.why is not null or p.state = 'needs_attention')
    and (a.why ->> 'kind' is distinct from 'refundSentBack' or o.payment_id is distinct from p.id)
    and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}
  union all
  -- Each dispute is a case until it is won. Each stage, and a loss, is a new case, even if an earlier one is done.
  select concat_ws(':', 'payment', p.id, k.kind, d.ref, d.stage), k.kind, o.event_id, o.id,
    json_build_object('amount', p.amount, 'currency', p.currency), null,
    case when d.state = 'open' then to_char(d."dueBy" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') end,
    false, null, null, p.provider_ref
  from payments p join orders o on o.id = p.order_id
    cross join lateral jsonb_to_recordset(p.disputes) as d (ref text, stage text, state text, "dueBy" timestamptz)
    cross join lateral (select case when d.state = 'lost' then 'disputeLost' else 'disputed' end as kind) k
  where p.disputes <> '[]' and d.state <> 'won' and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}
  union all
  -- owed_back is why the whole payment is refunded: it came 'late', or is the second ('double') of its order.
  select 'payment:' || p.id || ':' || p.owed_back, p.owed_back, o.event_id, o.id,
    json_build_object('amount', p.amount, 'currency', p.currency), null, null, p.state = 'refunded', null, null, p.provider_ref
  from payments p join orders o on o.id = p.order_id
  where p.owed_back is not null and p.attention is null and p.state <> 'needs_attention'
    and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}
  union all
  -- The key contains the amounts, so that each refund that waits is a new case, even if an earlier one is done.
  select 'payment:' || p.id || ':awaitsBuyer:' || p.refunded_amount + p.sent_back_amount, 'refundAwaitsBuyer', o.event_id, o.id,
    json_build_object('amount', p.awaits_buyer_amount, 'currency', p.currency), null, null, false, null, null, p.provider_ref
  from payments p join orders o on o.id = p.order_id
  where p.awaits_buyer_amount > 0 and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}`;

/** Whether staff marked the case as done that `attention` or `needs_attention` makes of the payment `p`. */
export const isPaymentCaseDone = sql<SqlBool>`exists (select from cases_done d where d.key = 'payment:' || p.id || ':' || case
  when p.attention ->> 'kind' in ('disputed', 'disputeLost') then 'other'
  when p.attention ->> 'kind' = 'refundSentBack' then 'refundSentBack:' || p.sent_back_amount
  else coalesce(p.attention ->> 'kind', 'other') end)`;

/** Whether staff marked the case of the refund `f` as done. */
export const isRefundCaseDone = sql<SqlBool>`exists (select from cases_done d where d.key = 'refund:' || f.id)`;

/** Whether the refund `f` of the order `o` is a case because it failed, also if staff marked it as done. */
export const isFailedRefundCase = sql<SqlBool>`f.state = 'failed' and o.payment_status <> 'refunded'
  and not exists (select from refunds later where later.order_id = f.order_id and later.id > f.id and later.amount > 0
    and later.created_at >= coalesce(f.failed_at, f.created_at))`;

/**
 * A failed refund is a case until the order is refunded in full, or `refunds` has another refund after the failure.
 * Money that a bank returned is a row with a negative amount. It is a case until the refunds after it, less what banks
 * returned meanwhile, are as much. It stays closed if one of those is returned, which is a case itself.
 */
const refundCases = ({ isSelected }: CaseFilter) => sql`
  select 'refund:' || f.id, 'refundFailed', o.event_id, o.id,
    json_build_object('amount', f.amount, 'currency', o.currency), null::json, null, false, f.failure, null, p.provider_ref
  from refunds f join orders o on o.id = f.order_id left join payments p on p.id = o.payment_id
  where ${isFailedRefundCase} and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}
  union all
  select 'refund:' || f.id, 'refundSentBack', o.event_id, o.id,
    json_build_object('amount', -f.amount - again.amount, 'currency', o.currency), null::json, null, false, null,
    null, p.provider_ref
  from refunds f join orders o on o.id = f.order_id join payments p on p.id = o.payment_id
    cross join lateral (select greatest(max(running.amount), 0) as amount from (
      select sum(later.amount) over (order by later.id) as amount from refunds later
      where later.order_id = f.order_id and later.id > f.id and later.state <> 'failed') running) again
  where f.amount < 0 and f.actor like 'provider:%' and again.amount < -f.amount
    and ${isSelected({ event: sql`o.event_id`, order: sql`o.id` })}`;

/**
 * A bounced mail of a registration or order is a case while its address is still in use there. A bounced mail that has
 * only an event is a case of its address's active registration, else of the event. A trigger sets `bounced_event_id`.
 */
const mailCases = ({ isSelected, isMailSelected }: CaseFilter) => sql`
  select 'mail:' || m.id, 'mailBounced', m.event_id, m.order_id, null::json, null::json, null, false, m.last_error, m.recipient, null
  from (
    select m.id, m.last_error, m.recipient, coalesce(o.event_id, r.event_id, (m.payload ->> 'eventId')::bigint) as event_id,
      o.id as order_id
    from mails m
      left join registrations r on r.id = coalesce((m.payload ->> 'registrationId')::bigint, (
        select min(own.id) from registrations own
        where own.event_id = (m.payload ->> 'eventId')::bigint and lower(own.email) = lower(m.recipient) and own.state = 'active'))
      left join orders o on o.id = coalesce((m.payload ->> 'orderId')::bigint, (
        select own.id from orders own where own.registration_id = r.id and own.purpose = 'registration'))
      left join registrations buyer on buyer.id = coalesce(r.id, o.registration_id)
      left join sponsorships s on s.order_id = o.id
    where m.bounced_at is not null and ${isMailSelected(sql`m.bounced_event_id`)}
      and (coalesce(r.id, o.id) is null
        or lower(m.recipient) in (lower(buyer.email), lower(s.sponsor_data ->> 'email'))
        or exists (select from attendees a where a.registration_id = buyer.id and lower(a.email) = lower(m.recipient)))
  ) m where m.event_id is not null and ${isSelected({ event: sql`m.event_id`, order: sql`m.order_id` })}`;

const unknownPaymentCases = sql`
  select 'payment:' || p.id || ':' || coalesce(p.attention ->> 'kind', 'other') as key,
    coalesce(p.attention ->> 'kind', 'other') as kind, null::bigint as event_id, null::bigint as order_id,
    json_build_object('amount', p.amount - p.refunded_amount, 'currency', p.currency) as money, null::json as due,
    null::text as answer_by, false as is_given_back, p.attention ->> 'words' as words, null as recipient, p.provider_ref
  from payments p where p.order_id is null and p.state = 'needs_attention'`;

const allCases = (filter: CaseFilter) =>
  sql`${paymentCases(filter)} union all ${refundCases(filter)} union all ${mailCases(filter)}`;

const isOpen = sql<SqlBool>`not exists (select from cases_done d where d.key = c.key)`;

/** The open cases of an event as a table: `(key, kind, event_id, order_id, …)`. */
export function openCases(eventId: number): RawBuilder<unknown> {
  const isOfEvent = (event: RawBuilder<unknown>) => sql<SqlBool>`${event} = ${eventId}`;
  const filter: CaseFilter = { isSelected: ({ event }) => isOfEvent(event), isMailSelected: isOfEvent };
  return sql`(select * from (${allCases(filter)}) c where ${isOpen})`;
}

/** The open cases of some orders, all of one event, as the same table. */
export function openCasesOfOrders(orderIds: readonly number[]): RawBuilder<unknown> {
  const ids = sql`any(${[...orderIds]}::bigint[])`;
  const filter: CaseFilter = {
    isSelected: ({ order }) => sql`${order} = ${ids}`,
    isMailSelected: (event) => sql`${event} = (select event_id from orders where id = ${orderIds[0]})`,
  };
  return sql`(select * from (${allCases(filter)}) c where ${isOpen})`;
}

/** A case `c` in the shape of the API. */
export const caseJson = sql`json_build_object('key', c.key, 'kind', c.kind, 'money', c.money, 'due', c.due,
  'answerBy', c.answer_by, 'isGivenBack', c.is_given_back, 'words', c.words, 'recipient', c.recipient, 'providerRef', c.provider_ref)`;

/** Of two keys that differ only in their id, the longer has the larger id. */
const newestFirst = sql`length(key) desc, key desc`;

/** The newest 200 open cases of an event that have no order. */
export async function casesOfEvent(db: Db, eventId: number): Promise<MoneyCase[]> {
  const { rows } = await sql<{ json: MoneyCase }>`
    select ${caseJson} as json from ${openCases(eventId)} c where order_id is null order by ${newestFirst} limit 200`.execute(
    db,
  );
  return rows.map(({ json }) => json);
}

/** The newest 200 open cases of payments without an order. */
export async function unknownPayments(db: Db): Promise<MoneyCase[]> {
  const { rows } = await sql<{ json: MoneyCase }>`
    select ${caseJson} as json from (${unknownPaymentCases}) c where ${isOpen} order by ${newestFirst} limit 200`.execute(
    db,
  );
  return rows.map(({ json }) => json);
}

/** The number of orders with open cases plus that of open cases without an order, by event. */
export async function countCases(db: Db, eventIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (eventIds.length === 0) return new Map();
  const isOfEvents = (event: RawBuilder<unknown>) => sql<SqlBool>`${event} = any(${[...eventIds]}::bigint[])`;
  const filter: CaseFilter = { isSelected: ({ event }) => isOfEvents(event), isMailSelected: isOfEvents };
  const { rows } = await sql<{ event_id: number; count: number }>`
    select event_id, count(distinct coalesce(order_id::text, key))::int as count
    from (${allCases(filter)}) c where ${isOpen} group by event_id`.execute(db);
  return new Map(rows.map(({ event_id, count }) => [event_id, count]));
}

/** The event and order of a case, even if done; undefined if its cause has ended. */
export async function caseByKey(db: Db, key: string): Promise<CaseRow | undefined> {
  const all = sql`${allCases({ isSelected: () => sql`true`, isMailSelected: () => sql`true` })} union all ${unknownPaymentCases}`;
  const { rows } =
    await sql<CaseRow>`select key, kind, event_id, order_id from (${all}) c where key = ${key}`.execute(db);
  return rows[0];
}

/** Marks a case as done; returns false if it was already. */
export async function markCaseDone(
  tx: Tx,
  done: { key: string; actor: string; note: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("cases_done")
    .values(done)
    .onConflict((conflict) => conflict.column("key").doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}
