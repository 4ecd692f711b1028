-- Prices that include the tax. Events that exist keep adding it to their prices. Orders and quotes record how they were
-- priced, so that a later change of the event leaves them as they were; tax_percent is null for a fixed tax and for rows
-- from before this migration.
alter table events add column prices_include_tax boolean not null default false;
alter table registrations add column prices_include_tax boolean not null default false, add column tax_percent numeric(6, 3);
alter table orders add column prices_include_tax boolean not null default false, add column tax_percent numeric(6, 3);

-- Pages show it, and calendar entries are sent again as after every other change of the event.
drop trigger events_changed on events;
create trigger events_changed after insert or delete or update of
    club_id, slug, name, description, location, start_datetime, end_datetime, time_zone, currency, tax_type, tax_amount,
    prices_include_tax, is_active, cancelled_at, banner, config, landing_config, capacity on events
  for each statement execute function tell_event_changed();
drop trigger events_version on events;
create trigger events_version before update of
    club_id, slug, name, description, location, start_datetime, end_datetime, time_zone, currency, tax_type, tax_amount,
    prices_include_tax, is_active, cancelled_at, banner, config, landing_config, capacity on events
  for each row execute function count_event_version();

-- Revenue by source adds up to what was paid: prices that include the tax have it in the source of the item.
create or replace function count_revenue() returns trigger language plpgsql as $$
declare
  ids bigint[];
  event_ids bigint[];
  signs integer[];
  taxes bigint[];
  refunds bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(event_id), array_agg(1), array_agg(case when prices_include_tax then 0 else tax end),
        array_agg(-refunded_amount)
      into ids, event_ids, signs, taxes, refunds from now_are where is_revenue(payment_status);
  else
    select array_agg(id), array_agg(event_id), array_agg(sign), array_agg(sign * tax), array_agg(refund)
      into ids, event_ids, signs, taxes, refunds
      from (
        select id, event_id, max(tax) as tax, sum(sign)::integer as sign, sum(refund)::bigint as refund
          from (
            select id, event_id, case when prices_include_tax then 0 else tax end as tax, -1 as sign, refunded_amount as refund
              from was where is_revenue(payment_status)
            union all select id, event_id, case when prices_include_tax then 0 else tax end, 1, -refunded_amount
              from now_are where is_revenue(payment_status)
          ) both_are
          group by 1, 2 having sum(sign) <> 0 or sum(refund) <> 0
      ) moved;
  end if;
  if ids is null then return null; end if;
  insert into event_revenue as kept (event_id, source, amount)
    select event_id, source, sum(amount)
      from (
        select m.event_id, i.kind as source, m.sign * i.total::bigint as amount
          from unnest(ids, event_ids, signs) as m (id, event_id, sign),
            lateral (select kind, total from order_items where order_id = m.id offset 0) i
          where m.sign <> 0
        union all select event_id, 'tax', amount from unnest(event_ids, taxes) as m (event_id, amount)
        union all select event_id, 'refund', amount from unnest(event_ids, refunds) as m (event_id, amount)
      ) amounts
      group by 1, 2 having sum(amount) <> 0 order by 1, 2
    on conflict (event_id, source) do update set amount = kept.amount + excluded.amount;
  perform pg_notify('event_figures', id::text) from (select distinct unnest(event_ids) as id) as events;
  return null;
end $$;
