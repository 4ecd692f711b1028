/** Invariant: one statement reads the figures, because the checks compare sums of several tables. */
import { type RawBuilder, sql } from "kysely";
import type { ClosingFigures, UnsettledItems } from "../../contract/shapes/money/closing.ts";
import type { Db } from "../db/pool.ts";
import { countConflicts } from "../door/storyRows.ts";
import { isFailedRefundCase, isPaymentCaseDone, isRefundCaseDone } from "../orders/cases.ts";
import { countOrders } from "../orders/listed.ts";
import { sources, taxes, taxParts } from "./taxByRate.ts";

/** An event's figures as they are now. */
export async function readClosingFigures(db: Db, eventId: number): Promise<ClosingFigures> {
  const { rows } = await sql<ClosingFigures>`
    with ${ledger(eventId)}, ${taxParts}
    select (select currency from events where id = ${eventId}) as currency,
      ${jsonList(sources)} as sources, ${jsonList(taxes)} as taxes, ${jsonList(ways)} as ways, ${jsonList(tills)} as tills,
      (select json_build_object('done', ${refundsDone}, 'due', ${refundsDue},
        'failed', ${sumWhere(sql`is_failed`)}) from all_refunds) as refunds,
      (select ${sumWhere(sql`is_disputed`, sql`amount - refunded_amount`)} from received) as disputed,
      (select coalesce(json_agg(json_build_object('currency', fee_currency, 'amount', amount) order by fee_currency), '[]')
        from (select fee_currency, sum(fee_amount)::bigint as amount from received
          where fee_currency <> order_currency group by 1) as foreign_fees) as "foreignFees",
      ${checks(eventId)} as checks, ${people(eventId)} as people`.execute(db);
  return rows[0]!;
}

/** An event's open items as they are now. */
export async function openItemsOf(db: Db, eventId: number): Promise<UnsettledItems> {
  const { rows } = await sql<Omit<UnsettledItems, "attention" | "conflicts">>`
    with ${ledger(eventId)}
    select
      (select count(*)::int from orders o join payments p on p.id = o.payment_id
        where o.event_id = ${eventId} and o.payment_status = 'pending' and p.state in ${openPaymentStates}) as "paymentsUnderWay",
      (select count(*)::int from registrations r where r.event_id = ${eventId} and r.state in ('held', 'pending')
          and r.expires_at is not null and not exists (select from orders o join payments p on p.id = o.payment_id
            where o.registration_id = r.id and o.purpose = 'registration' and p.state in ${openPaymentStates})
          and not ${isOffer})
        + (select count(*)::int from orders o left join payments p on p.id = o.payment_id
          where o.event_id = ${eventId} and o.keeps = 'held' and (p.id is null or p.state not in ${openPaymentStates})) as holds,
      (select count(*)::int from registrations r
        where r.event_id = ${eventId} and r.state in ('held', 'pending') and ${isOffer}) as offers,
      (select ${refundsDue} from all_refunds) as "refundsDue",
      (select ${sumWhere(sql`is_failed`)} from all_refunds) as "refundsFailed",
      (select ${sumWhere(sql`not is_sale and amount > refunded_amount and not is_settled`, sql`amount - refunded_amount`)} from received) as "withoutSale",
      (select count(*)::int from received where fee_amount is null and provider <> 'test') as "feesUnknown"`.execute(
    db,
  );
  const attention = await countOrders(db, eventId, { needsAttention: true });
  return { ...rows[0]!, attention, conflicts: await countConflicts(db, eventId) };
}

/** Whether the waiting list offered registration `r`, and nobody has ordered it. The offer may have ended. */
const isOffer = sql`(exists (select from waiting_entries w where w.registration_id = r.id)
  and not exists (select from orders o where o.registration_id = r.id))`;

const openPaymentStates = sql`('created', 'pending', 'processing')`;

/**
 * `sold`: orders that were paid, including refunded ones, without free ones. `received`: payments whose money arrived,
 * also without a sale; `is_settled`: staff marked its case as done. `is_failed`: the refund failed, and neither a later
 * refund nor staff have closed its case. `waiting`: the part of done refunds that waits until the buyer
 * gives the provider a bank account.
 */
function ledger(eventId: number): RawBuilder<unknown> {
  return sql`sold as (
      select o.*, case when prices_include_tax then total_amount else subtotal end as priced,
        case when prices_include_tax then 0 else tax end as added_tax, coalesce(o.paid_by, (select provider from payments p where p.id = o.payment_id), 'unknown') as way
      from orders o where o.event_id = ${eventId} and o.payment_status in ('paid', 'refunded') and o.total_amount > 0
    ), received as (
      select p.*, o.channel, o.currency as order_currency,
        (o.payment_id is not distinct from p.id and o.payment_status in ('paid', 'refunded')) as is_sale,
        p.state = 'needs_attention' and ${isPaymentCaseDone} as is_settled
      from payments p join orders o on o.id = coalesce(p.order_id, (select id from orders where payment_id = p.id))
      where p.id in (
          select payment_id from orders where event_id = ${eventId}
          union select y.id from payments y join orders x on x.id = y.order_id where x.event_id = ${eventId})
        and p.state in ('succeeded', 'refund_due', 'refunded', 'needs_attention')
    ), all_refunds as (
      select f.*, ${isFailedRefundCase} and not ${isRefundCaseDone} as is_failed
      from refunds f join orders o on o.id = f.order_id where o.event_id = ${eventId}
    ), waiting as (
      select refund_awaits_buyer as amount from orders where event_id = ${eventId} and refund_awaits_buyer > 0
    )`;
}

const ways = sql`
  select channel, way, sum(orders)::int as orders, sum(taken)::bigint as taken, sum(given_back)::bigint as "givenBack",
    sum(on_its_way)::bigint as "onItsWay", sum(fees)::bigint as fees
  from (
    select channel, way, 1 as orders, total_amount as taken, refunded_amount - refund_awaits_buyer as given_back,
      refund_due + refund_awaits_buyer as on_its_way, null::int as fees from sold
    union all select channel, provider, 0, 0, 0, 0, case when fee_currency = order_currency then fee_amount end from received
  ) as parts
  group by channel, way order by channel desc, taken desc, way`;

const tills = sql`
  select t.till, coalesce(d.gate, '') as gate, coalesce(d.name, '') as device, t.orders, t.taken,
    t.given_back as "givenBack", t.taken - t.given_back as expected, t.terminal
  from (
    select event_id, case channel when 'door' then coalesce(device_id::text, 'door') else 'office' end as till,
      device_id, count(*)::int as orders,
      coalesce(sum(total_amount) filter (where paid_by = 'cash'), 0)::bigint as taken,
      coalesce(sum(refunded_amount) filter (where paid_by = 'cash'), 0)::bigint as given_back,
      coalesce(sum(total_amount - refunded_amount) filter (where paid_by = 'cardTerminal'), 0)::bigint as terminal
    from sold where paid_by in ('cash', 'cardTerminal') group by event_id, till, device_id
  ) t left join door_devices d on d.event_id = t.event_id and d.device_id = t.device_id
  order by t.till = 'office', gate, device, t.till`;

function checks(eventId: number): RawBuilder<ClosingFigures["checks"]> {
  const total = (what: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`(select coalesce(sum(${what}), 0)::bigint from ${from})`;
  const sides: [
    check: ClosingFigures["checks"][number]["check"],
    RawBuilder<unknown>,
    RawBuilder<unknown>,
  ][] = [
    [
      "salesByWay",
      sql`${total(sql`i.total`, sql`sold join order_items i on i.order_id = sold.id`)} + ${total(sql`added_tax`, sql`sold`)}`,
      total(sql`total_amount`, sql`sold`),
    ],
    [
      "provider",
      total(sql`total_amount - refunded_amount`, sql`sold where payment_id is not null and paid_by is null`),
      total(sql`amount - refunded_amount`, sql`received`),
    ],
    [
      "refunds",
      total(sql`amount`, sql`all_refunds where state = 'done'`),
      total(sql`refunded_amount`, sql`orders where event_id = ${eventId}`),
    ],
    [
      "providerRefunds",
      total(sql`refunded_amount`, sql`sold where payment_id is not null and paid_by is null`),
      total(sql`refunded_amount`, sql`received where is_sale`),
    ],
    [
      "statistics",
      total(sql`total_amount - refunded_amount`, sql`sold`),
      total(sql`amount`, sql`event_revenue where event_id = ${eventId}`),
    ],
  ];
  return sql`json_build_array(${sql.join(
    sides.map(
      ([check, one, other]) =>
        sql`json_build_object('check', ${check}::text, 'one', ${one}, 'other', ${other})`,
    ),
  )})`;
}

function people(eventId: number): RawBuilder<ClosingFigures["people"]> {
  const active = sql`attendees a join registrations r on r.id = a.registration_id
    where a.event_id = ${eventId} and r.state = 'active'`;
  return sql`json_build_object(
    'registered', (select count(*) from ${active}),
    'came', (select count(*) from checkins where event_id = ${eventId}),
    'free', (select coalesce(sum(l.quantity), 0) from orders o
      join registrations r on r.id = o.registration_id and r.state = 'active'
      join lateral jsonb_to_recordset(r.lines) as l (kind text, "unitPrice" int, quantity int)
        on l.kind = 'ticket' and l."unitPrice" = 0
      where o.event_id = ${eventId} and o.purpose = 'registration' and o.paid_elsewhere is null),
    'withoutOrder', (select count(*) from ${active} and not exists (
      select from orders where registration_id = r.id and purpose = 'registration')))`;
}

const jsonList = (query: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(to_json(listed)), '[]') from (${query}) as listed)`;

// An order has only the sum of its waiting refunds, so they count as one. Money that came back is a row below 0, and
// takes one refund out of the count.
const refundsDone = sql`json_build_object(
  'count', coalesce(sum(sign(amount)) filter (where state = 'done'), 0)::int - (select count(*) from waiting),
  'amount', coalesce(sum(amount) filter (where state = 'done'), 0) - (select coalesce(sum(amount), 0) from waiting))`;
const refundsDue = sql`json_build_object(
  'count', count(*) filter (where state = 'due') + (select count(*) from waiting),
  'amount', coalesce(sum(amount) filter (where state = 'due'), 0) + (select coalesce(sum(amount), 0) from waiting))`;

function sumWhere(
  condition: RawBuilder<unknown>,
  amount: RawBuilder<unknown> = sql`amount`,
): RawBuilder<unknown> {
  return sql`json_build_object('count', count(*) filter (where ${condition}),
    'amount', coalesce(sum(${amount}) filter (where ${condition}), 0))`;
}
