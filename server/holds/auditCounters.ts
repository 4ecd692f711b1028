import { sql } from "kysely";
import type { Db } from "../db/pool.ts";

/** A finding. For a wrong counter, `kept` is its stored value and `counted` what its rows give. */
export interface CounterDifference {
  what: string;
  id: number;
  kept: number;
  counted: number;
}

/**
 * Finds wrong counters, sales beyond limits, and wrong orders, payments and attendees. Attendees are compared with
 * tickets only if each place has one, because some events save one person for all tickets.
 */
export async function auditCounters(db: Db): Promise<CounterDifference[]> {
  const { rows } = await sql<CounterDifference>`
    with reserved as (
      select l ->> 'kind' as kind, (l ->> 'refId')::bigint as ref_id, (l ->> 'quantity')::int as quantity,
        case when r.state = 'active' then 'sold' else 'held' end as keeps
      from registrations r, jsonb_array_elements(r.lines) l where r.state in ('held', 'pending', 'active')
      union all
      select i.kind, i.ref_id, i.quantity, o.keeps from orders o join order_items i on i.order_id = o.id where o.keeps <> 'nothing'
      union all
      select 'sponsorship', package_id, 1, 'sold' from sponsorships where order_id is null and payment_status = 'paid'
    ), lines as (
      select kind, ref_id, coalesce(sum(quantity) filter (where keeps = 'held'), 0)::int as held,
        coalesce(sum(quantity) filter (where keeps = 'sold'), 0)::int as sold
      from reserved group by 1, 2
    ), places as (
      select event_id,
        coalesce(sum(places) filter (where state in ('held', 'pending')), 0)::int as held,
        coalesce(sum(places) filter (where state = 'active'), 0)::int as sold
      from registrations group by 1
    ), codes as (
      select promo_code_id, coalesce(sum(promo_uses) filter (where state in ('held', 'pending')), 0)::int as held,
        coalesce(sum(promo_uses) filter (where state = 'active'), 0)::int as sold
      from registrations where promo_code_id is not null group by 1
    ), shares as (
      select shared_capacity_id, sum(held)::int as held, sum(sold)::int as sold
      from tickets where shared_capacity_id is not null group by 1
    ), people as (
      select a.event_id, count(*)::int as attendees
      from attendees a join registrations r on r.id = a.registration_id where r.state = 'active' group by 1
    )
    select * from (
      select 'ticket held' as what, t.id, t.held as kept, coalesce(l.held, 0) as counted from tickets t left join lines l on l.kind = 'ticket' and l.ref_id = t.id
      union all select 'ticket sold', t.id, t.sold, coalesce(l.sold, 0) from tickets t left join lines l on l.kind = 'ticket' and l.ref_id = t.id
      union all select 'extras held', x.id, x.held, coalesce(l.held, 0) from extras x left join lines l on l.kind = 'extras' and l.ref_id = x.id
      union all select 'extras sold', x.id, x.sold, coalesce(l.sold, 0) from extras x left join lines l on l.kind = 'extras' and l.ref_id = x.id
      union all select 'package held', k.id, k.held_count, coalesce(l.held, 0) from sponsorship_packages k left join lines l on l.kind = 'sponsorship' and l.ref_id = k.id
      union all select 'package sold', k.id, k.sold_count, coalesce(l.sold, 0) from sponsorship_packages k left join lines l on l.kind = 'sponsorship' and l.ref_id = k.id
      union all select 'event held', e.id, e.held, coalesce(p.held, 0) from events e left join places p on p.event_id = e.id
      union all select 'event sold', e.id, e.sold, coalesce(p.sold, 0) from events e left join places p on p.event_id = e.id
      union all select 'event attendees', e.id, e.attendee_count, coalesce(p.attendees, 0) from events e left join people p on p.event_id = e.id
      union all select 'promo code held', c.id, c.held, coalesce(u.held, 0) from promo_codes c left join codes u on u.promo_code_id = c.id
      union all select 'promo code sold', c.id, c.sold, coalesce(u.sold, 0) from promo_codes c left join codes u on u.promo_code_id = c.id
      union all select 'promo code of a registration', r.id, r.promo_uses,
        (select coalesce(sum((l ->> 'quantity')::int), 0)::int from jsonb_array_elements(r.lines) l where (l ->> 'withCode')::boolean)
        from registrations r where r.promo_code_id is not null
      union all select 'shared capacity held', c.id, c.held, coalesce(s.held, 0) from shared_capacities c left join shares s on s.shared_capacity_id = c.id
      union all select 'shared capacity sold', c.id, c.sold, coalesce(s.sold, 0) from shared_capacities c left join shares s on s.shared_capacity_id = c.id
    ) counters where kept <> counted
    union all
    select 'ticket oversold', id, held + sold, max_stock from tickets where held + sold > max_stock
    union all
    select 'promo code overused', id, held + sold, max_uses from promo_codes where held + sold > max_uses
    union all
    select 'shared capacity oversold', id, held + sold, max_places from shared_capacities where held + sold > max_places
    union all
    select 'extras oversold', id, held + sold, max_stock from extras where held + sold > max_stock
    union all
    select 'package oversold', id, held_count + sold_count, available_count from sponsorship_packages
      where available_count <> -1 and held_count + sold_count > available_count
    union all
    select 'order holds places without a payment', id, 1, 0 from orders
      where keeps = 'sold' and payment_status not in ('paid', 'free')
    union all
    select 'paid order that holds nothing', o.id, 0, 1 from orders o
      where keeps = 'nothing' and purpose <> 'registration' and payment_status in ('paid', 'free')
        and not exists (select from refunds f where f.order_id = o.id)
    union all
    select 'order refunded', o.id, o.refunded_amount, coalesce(sum(f.amount) filter (where f.state = 'done'), 0)::int
      from orders o left join refunds f on f.order_id = o.id
      group by o.id having o.refunded_amount <> coalesce(sum(f.amount) filter (where f.state = 'done'), 0)
    union all
    select 'order refunds due', o.id, o.refund_due, coalesce(sum(f.amount) filter (where f.state = 'due'), 0)::int
      from orders o left join refunds f on f.order_id = o.id
      group by o.id having o.refund_due <> coalesce(sum(f.amount) filter (where f.state = 'due'), 0)
    union all
    select 'smallest waiting group of a ticket', t.id, coalesce(t.waiting_least, 0), coalesce(min(w.places), 0)
      from tickets t left join waiting_entries w on w.ticket_id = t.id and w.state = 'waiting'
      group by t.id having coalesce(t.waiting_least, 0) <> coalesce(min(w.places), 0)
    union all
    select 'event over capacity', id, held + sold, capacity from events where held + sold > capacity
    union all
    select 'active registration without a settled order', r.id, 0, 1 from registrations r
      where r.state = 'active' and not exists
        (select from orders o where o.registration_id = r.id and o.purpose = 'registration' and o.payment_status in ('paid', 'free', 'refunded'))
    union all
    select 'attendees with a ticket of the registration', p.registration_id, p.attendees, p.places from (
      select r.id as registration_id, r.places as all_places, (select count(*) from attendees where registration_id = r.id) as all_attendees,
        t.id, (select count(*)::int from attendees where registration_id = r.id and ticket_id = t.id) as attendees,
        coalesce((select sum((l ->> 'quantity')::int)::int from jsonb_array_elements(r.lines) l
          where l ->> 'kind' = 'ticket' and (l ->> 'refId')::bigint = t.id), 0) as places
      from registrations r join tickets t on t.event_id = r.event_id where r.state = 'active'
    ) p where all_attendees = all_places and attendees <> places
    union all
    select 'paid order without tickets', o.id, 1, 0 from orders o join registrations r on r.id = o.registration_id
      where o.purpose = 'registration' and o.payment_status in ('paid', 'free') and r.state <> 'active'
        and not exists (select from refunds f where f.order_id = o.id)
        and not exists (select from extras_purchases x where x.order_id = o.id and 0 < any(x.handed))
    union all
    select 'money without tickets, refund or case', p.id, 1, 0 from payments p
      where p.state = 'succeeded' and not exists (select from orders o where o.payment_id = p.id and o.payment_status in ('paid', 'refunded'))
    order by 1, 2`.execute(db);
  return rows;
}
