-- Nothing silences a trigger any more. Until now three settings did (foyer.settled_counted, foyer.registered_counted,
-- foyer.event_goes), because what counted a row at a time was too slow for many rows; what they left out was counted a
-- second time in TypeScript, or deleted with its event. These triggers count a whole statement at once instead.

-- In the order in which sales lock these tables, so that none of them and this migration wait for each other.
lock table tickets, registrations, attendees, orders, order_items, checkins, event_registered, event_revenue
  in access exclusive mode;

-- Registrations count with the attendees that they have at the end of the statement that makes them active: free ones are
-- written as active, with their attendees, in one statement (server/holds/writeGranted.ts), all others become active later.
-- Whoever adds attendees to a registration that is active counts them (an import: server/people/importPeople.ts);
-- server/stats/auditFigures.ts finds who forgets it. attendees_went and attendee_changed_ticket stay.
--
-- The two transition tables are not joined: PostgreSQL knows nothing of their size, and a cached nested loop over 100,000
-- rows would not end. Attendees are looked up as 0009-figures-in-a-rush.sql tells. What ends is updated and not inserted
-- with -1, which the check of event_registered would refuse. The keys are in order, which is the order of the locks.
create function count_registered() returns trigger language plpgsql as $$
declare
  ids bigint[];
  event_ids bigint[];
  instants timestamptz[];
  signs integer[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(event_id), array_agg(created_at), array_agg(1)
      into ids, event_ids, instants, signs from now_are where state = 'active';
  else
    select array_agg(id), array_agg(event_id), array_agg(created_at), array_agg(sign)
      into ids, event_ids, instants, signs
      from (
        select id, event_id, created_at, sum(sign)::integer as sign
          from (
            select id, event_id, created_at, -1 as sign from was where state = 'active'
            union all select id, event_id, created_at, 1 from now_are where state = 'active'
          ) both_are
          group by 1, 2, 3 having sum(sign) <> 0
      ) moved;
  end if;
  if ids is null then return null; end if;
  insert into event_registered as kept (event_id, slot, ticket_id, attendees)
    select m.event_id, slot_of(m.at), a.ticket_id, count(*)
      from unnest(ids, event_ids, instants, signs) as m (id, event_id, at, sign),
        lateral (select ticket_id from attendees where registration_id = m.id offset 0) a
      where m.sign > 0 group by 1, 2, 3 order by 1, 2, 3
    on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees;
  if -1 = any(signs) then
    update event_registered as kept set attendees = kept.attendees - gone.attendees
      from (
        select m.event_id, slot_of(m.at) as slot, a.ticket_id, count(*) as attendees
          from unnest(ids, event_ids, instants, signs) as m (id, event_id, at, sign),
            lateral (select ticket_id from attendees where registration_id = m.id offset 0) a
          where m.sign < 0 group by 1, 2, 3 order by 1, 2, 3
      ) as gone
      where kept.event_id = gone.event_id and kept.slot = gone.slot and kept.ticket_id = gone.ticket_id;
  end if;
  perform pg_notify('event_figures', id::text) from (select distinct unnest(event_ids) as id) as events;
  return null;
end $$;
comment on function count_registered is 'Adds the attendees of registrations that are new and active, or become active, to the figures of registrations, and takes those of registrations that are no longer active out.';

drop trigger registration_counts on registrations;
drop function registration_counts;
drop trigger attendees_came on attendees;
drop function attendees_came;
create trigger registrations_figures_came after insert on registrations
  referencing new table as now_are for each statement execute function count_registered();
create trigger registrations_figures_moved after update on registrations
  referencing old table as was new table as now_are for each statement execute function count_registered();

-- Orders likewise: an order that is new and paid has its items from the same statement, all others are paid later.
create function count_revenue() returns trigger language plpgsql as $$
declare
  ids bigint[];
  event_ids bigint[];
  signs integer[];
  taxes bigint[];
  refunds bigint[];
begin
  if tg_op = 'INSERT' then
    select array_agg(id), array_agg(event_id), array_agg(1), array_agg(tax), array_agg(-refunded_amount)
      into ids, event_ids, signs, taxes, refunds from now_are where is_revenue(payment_status);
  else
    select array_agg(id), array_agg(event_id), array_agg(sign), array_agg(sign * tax), array_agg(refund)
      into ids, event_ids, signs, taxes, refunds
      from (
        select id, event_id, max(tax) as tax, sum(sign)::integer as sign, sum(refund)::bigint as refund
          from (
            select id, event_id, tax, -1 as sign, refunded_amount as refund from was where is_revenue(payment_status)
            union all select id, event_id, tax, 1, -refunded_amount from now_are where is_revenue(payment_status)
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
comment on function count_revenue is 'Changes the figures of revenue when orders are new and paid, become paid, are no longer paid, or are refunded.';

drop trigger order_moved on orders;
drop function order_moved;
drop trigger orders_came on orders;
drop function orders_came;
drop trigger order_items_came on order_items;
drop function order_items_came;
create trigger orders_figures_came after insert on orders
  referencing new table as now_are for each statement execute function count_revenue();
create trigger orders_figures_moved after update on orders
  referencing old table as was new table as now_are for each statement execute function count_revenue();

-- The uses of promo codes likewise.
create function count_code_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update promo_codes as c set held = c.held + m.held, sold = c.sold + m.sold
      from (
        select promo_code_id as id, coalesce(sum(promo_uses) filter (where state in ('held', 'pending')), 0)::integer as held,
            coalesce(sum(promo_uses) filter (where state = 'active'), 0)::integer as sold
          from now_are where promo_code_id is not null group by 1
      ) as m
      where c.id = m.id;
  else
    update promo_codes as c set held = c.held + m.held, sold = c.sold + m.sold
      from (
        select id, coalesce(sum(uses) filter (where state in ('held', 'pending')), 0)::integer as held,
            coalesce(sum(uses) filter (where state = 'active'), 0)::integer as sold
          from (
            select promo_code_id as id, state, -promo_uses as uses from was where promo_code_id is not null
            union all select promo_code_id, state, promo_uses from now_are where promo_code_id is not null
          ) both_are
          group by 1
      ) as m
      where c.id = m.id and (m.held <> 0 or m.sold <> 0);
  end if;
  return null;
end $$;
comment on function count_code_uses is 'Counts the uses of promo codes by new and changed registrations as held or sold, once for each code of a statement.';

drop trigger registrations_promo_came on registrations;
drop function promo_codes_came;
drop trigger registrations_promo_moved on registrations;
drop trigger registrations_promo_went on registrations;
drop function promo_code_moves;
create trigger registrations_promo_came after insert on registrations
  referencing new table as now_are for each statement execute function count_code_uses();
create trigger registrations_promo_moved after update on registrations
  referencing old table as was new table as now_are for each statement execute function count_code_uses();

-- A registration is cancelled before it is deleted, which counts it down, and an order that counts as revenue stays when
-- its registration goes (server/people/staffRows.ts): both are deleted only with their event, whose figures go along.
drop trigger registration_goes on registrations;
drop function registration_goes;
drop trigger order_goes on orders;
drop function order_goes;
drop function add_revenue;

-- Nothing empties one of these tables without its figures.
drop trigger forget_registered on attendees;
drop function forget_registered;
drop trigger forget_arrived on checkins;
drop function forget_arrived;
drop trigger forget_revenue on orders;
drop function forget_revenue;

-- One trigger for all columns that pages show.
drop trigger tickets_listed on tickets;
drop trigger tickets_changed on tickets;
create trigger tickets_changed after insert or delete or update of
    title, description, price, max_stock, sales_start, sales_end, is_active, sort_order, is_hidden, shared_capacity_id on tickets
  for each statement execute function tell_event_changed();

-- While the former version runs: its settings have no effect any more. Its free registrations, imports, removals and
-- single payments are counted as this version's are. Only the statement that settles payments together counts by itself
-- as well, so its own counting is left out here. It is known by its text: no other statement, but an import's, writes these
-- figures outside of a trigger. A later migration drops this when no node of the former version can run any more.
create function skip_former_count() returns trigger language plpgsql as $$ begin return null; end $$;
comment on function skip_former_count is 'Leaves out what a node of the version before 0049-no-switches.sql counts itself when it settles payments together. A later migration drops it.';
create trigger registered_by_former before insert on event_registered
  for each row when (pg_trigger_depth() = 0 and current_query() like '%update registrations set%') execute function skip_former_count();
create trigger revenue_by_former before insert on event_revenue
  for each row when (pg_trigger_depth() = 0 and current_query() like '%update registrations set%') execute function skip_former_count();
