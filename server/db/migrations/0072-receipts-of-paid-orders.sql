-- Orders that were paid before get their numbers in the order of their payments. It locks no order, so that selling goes
-- on meanwhile; 0073 adds the orders that are paid during it.
with paid as (
  select o.id, e.club_id, row_number() over (partition by e.club_id order by o.paid_at, o.id) as number
    from orders o join events e on e.id = o.event_id
    where o.paid_at is not null and o.payment_status in ('paid', 'refunded') and o.total_amount > 0
), counted as (
  insert into receipt_counters (club_id, last_number) select club_id, max(number) from paid group by 1
)
insert into receipts (order_id, club_id, number) select id, club_id, number from paid;
