-- From here on each order gets its receipt number in the transaction that marks it as paid, whatever node does it. The
-- triggers come before orders_figures_* by name, so that the counter of a club is locked before the figures of its events.
create trigger orders_are_numbered_new after insert on orders referencing new table as now_are
  for each statement execute function number_receipts();
create trigger orders_are_numbered after update on orders referencing new table as now_are
  for each statement execute function number_receipts();

-- The orders that were paid after 0072 had read them. No order changes now: the triggers have locked the table.
with paid as materialized (
  select o.id, e.club_id, row_number() over (partition by e.club_id order by o.paid_at, o.id) as place
    from orders o join events e on e.id = o.event_id
    where o.paid_at is not null and o.payment_status in ('paid', 'refunded') and o.total_amount > 0
      and not exists (select from receipts r where r.order_id = o.id)
), counted as (
  insert into receipt_counters as kept (club_id, last_number)
    select club_id, count(*) from paid group by 1
    on conflict (club_id) do update set last_number = kept.last_number + excluded.last_number
    returning club_id, last_number
)
insert into receipts (order_id, club_id, number)
  select id, club_id, last_number - (count(*) over (partition by club_id)) + place from paid join counted using (club_id);
