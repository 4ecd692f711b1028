-- What the statistics show is kept, like the counters of places: by the quarter of an hour, because every zone's days
-- and hours begin on one. Triggers keep it, so that whoever registers, imports, cancels, deletes or admits need not
-- think of it; 200,000 attendees are never counted for a page. Lock order: after everything else of a transaction.
-- An attendee counts while its registration is active, at the moment the registration began.

create table event_registered (
  event_id bigint not null references events on delete cascade,
  slot timestamptz not null,
  -- Not a reference: a ticket that is removed was never sold, and its rows say 0.
  ticket_id bigint not null,
  attendees integer not null check (attendees >= 0),
  primary key (event_id, slot, ticket_id)
) with (fillfactor = 70);

create table event_arrived (
  event_id bigint not null references events on delete cascade,
  slot timestamptz not null,
  checkins integer not null check (checkins >= 0),
  primary key (event_id, slot)
) with (fillfactor = 70);

-- What paid orders brought, in minor units. A refund counts below 0 for itself: what was sold stays what it was.
create table event_revenue (
  event_id bigint not null references events on delete cascade,
  source text not null check (source in ('ticket', 'extras', 'donation', 'sponsorship', 'tax', 'refund')),
  amount bigint not null,
  primary key (event_id, source)
) with (fillfactor = 70);

create function slot_of(at timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', at, '2000-01-01 00:00:00+00'::timestamptz);

-- Attendees: those that come or go while their registration is active.

create function attendees_came() returns trigger language plpgsql as $$
begin
  insert into event_registered as kept (event_id, slot, ticket_id, attendees)
  select a.event_id, slot_of(r.created_at), a.ticket_id, count(*)
    from added a join registrations r on r.id = a.registration_id
    where r.state = 'active' group by 1, 2, 3 order by 1, 2, 3
  on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from added) as ids;
  end if;
  return null;
end $$;
create trigger attendees_came after insert on attendees
  referencing new table as added for each statement execute function attendees_came();

-- Of an event that goes as a whole nothing is kept; its registrations are gone before its attendees or with them.
create function attendees_went() returns trigger language plpgsql as $$
begin
  update event_registered as kept set attendees = kept.attendees - gone.attendees
  from (
    select d.event_id, slot_of(r.created_at) as slot, d.ticket_id, count(*) as attendees
      from removed d join registrations r on r.id = d.registration_id
      where r.state = 'active' group by 1, 2, 3
  ) as gone
  where kept.event_id = gone.event_id and kept.slot = gone.slot and kept.ticket_id = gone.ticket_id;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from removed) as ids;
  end if;
  return null;
end $$;
create trigger attendees_went after delete on attendees
  referencing old table as removed for each statement execute function attendees_went();

create function attendee_changed_ticket() returns trigger language plpgsql as $$
declare
  at timestamptz := (select slot_of(created_at) from registrations where id = new.registration_id and state = 'active');
begin
  if at is null then return null; end if;
  update event_registered set attendees = attendees - 1
    where event_id = old.event_id and slot = at and ticket_id = old.ticket_id;
  insert into event_registered as kept values (new.event_id, at, new.ticket_id, 1)
    on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + 1;
  perform pg_notify('event_figures', new.event_id::text);
  return null;
end $$;
create trigger attendee_changed_ticket after update of ticket_id on attendees
  for each row when (old.ticket_id <> new.ticket_id) execute function attendee_changed_ticket();

-- Registrations: all of their attendees begin or cease to count. No statement may both change a registration's state
-- to or from active and write attendees of it: they would count twice.

create function registration_counts() returns trigger language plpgsql as $$
begin
  if new.state = 'active' then
    insert into event_registered as kept (event_id, slot, ticket_id, attendees)
    select event_id, slot_of(new.created_at), ticket_id, count(*)
      from attendees where registration_id = new.id group by 1, 2, 3 order by 1, 2, 3
    on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees;
  else
    update event_registered as kept set attendees = kept.attendees - gone.attendees
    from (select ticket_id, count(*) as attendees from attendees where registration_id = old.id group by 1) as gone
    where kept.event_id = old.event_id and kept.slot = slot_of(old.created_at) and kept.ticket_id = gone.ticket_id;
  end if;
  perform pg_notify('event_figures', new.event_id::text);
  return null;
end $$;
create trigger registration_counts after update of state on registrations
  for each row when (old.state <> new.state and 'active' in (old.state, new.state))
  execute function registration_counts();

-- Before: its attendees go with it, and by then nobody could tell that it was active.
create function registration_goes() returns trigger language plpgsql as $$
begin
  if not exists (select from events where id = old.event_id) then return old; end if;
  update event_registered as kept set attendees = kept.attendees - gone.attendees
  from (select ticket_id, count(*) as attendees from attendees where registration_id = old.id group by 1) as gone
  where kept.event_id = old.event_id and kept.slot = slot_of(old.created_at) and kept.ticket_id = gone.ticket_id;
  perform pg_notify('event_figures', old.event_id::text);
  return old;
end $$;
create trigger registration_goes before delete on registrations
  for each row when (old.state = 'active') execute function registration_goes();

create function forget_registered() returns trigger language plpgsql as $$
begin
  delete from event_registered;
  return null;
end $$;
create trigger forget_registered after truncate on attendees execute function forget_registered();

-- Check-ins.

create function checkins_came() returns trigger language plpgsql as $$
begin
  insert into event_arrived as kept (event_id, slot, checkins)
  select event_id, slot_of(created_at), count(*) from added group by 1, 2 order by 1, 2
  on conflict (event_id, slot) do update set checkins = kept.checkins + excluded.checkins;
  perform pg_notify('event_figures', event_id::text) from (select distinct event_id from added) as ids;
  return null;
end $$;
create trigger checkins_came after insert on checkins
  referencing new table as added for each statement execute function checkins_came();

create function checkins_went() returns trigger language plpgsql as $$
begin
  update event_arrived as kept set checkins = kept.checkins - gone.checkins
  from (select event_id, slot_of(created_at) as slot, count(*) as checkins from removed group by 1, 2) as gone
  where kept.event_id = gone.event_id and kept.slot = gone.slot;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from removed) as ids;
  end if;
  return null;
end $$;
create trigger checkins_went after delete on checkins
  referencing old table as removed for each statement execute function checkins_went();

create function forget_arrived() returns trigger language plpgsql as $$
begin
  delete from event_arrived;
  return null;
end $$;
create trigger forget_arrived after truncate on checkins execute function forget_arrived();

-- Money: what orders bring from the moment they are paid. Items are written with or after their order, never changed.

create function is_revenue(payment_status text) returns boolean language sql immutable parallel safe
  return payment_status in ('paid', 'refunded');

create function add_revenue(event bigint, of_source text, by bigint) returns void language sql
begin atomic
  insert into event_revenue as kept (event_id, source, amount) select event, of_source, by where by <> 0
    on conflict (event_id, source) do update set amount = kept.amount + excluded.amount;
end;

create function order_moved() returns trigger language plpgsql as $$
declare
  was integer := is_revenue(old.payment_status)::integer;
  now_is integer := is_revenue(new.payment_status)::integer;
begin
  if was <> now_is then
    perform add_revenue(new.event_id, kind, (now_is - was) * total)
      from (select kind, sum(total)::bigint as total from order_items where order_id = new.id group by 1 order by 1) as sums;
    perform add_revenue(new.event_id, 'tax', (now_is - was) * new.tax);
  end if;
  perform add_revenue(new.event_id, 'refund', was * old.refunded_amount - now_is * new.refunded_amount);
  perform pg_notify('event_figures', new.event_id::text);
  return null;
end $$;
create trigger order_moved after update of payment_status, refunded_amount on orders
  for each row when ((old.payment_status, old.refunded_amount) is distinct from (new.payment_status, new.refunded_amount)
    and (is_revenue(old.payment_status) or is_revenue(new.payment_status)))
  execute function order_moved();

create function orders_came() returns trigger language plpgsql as $$
begin
  perform add_revenue(event_id, 'tax', tax), add_revenue(event_id, 'refund', -refunded)
    from (select event_id, sum(tax)::bigint as tax, sum(refunded_amount)::bigint as refunded
      from added where is_revenue(payment_status) group by 1 order by 1) as sums;
  return null;
end $$;
create trigger orders_came after insert on orders
  referencing new table as added for each statement execute function orders_came();

create function order_items_came() returns trigger language plpgsql as $$
begin
  perform add_revenue(event_id, kind, total)
    from (select o.event_id, a.kind, sum(a.total)::bigint as total
      from added a join orders o on o.id = a.order_id
      where a.total > 0 and is_revenue(o.payment_status) group by 1, 2 order by 1, 2) as sums;
  return null;
end $$;
create trigger order_items_came after insert on order_items
  referencing new table as added for each statement execute function order_items_came();

create function order_goes() returns trigger language plpgsql as $$
begin
  if not exists (select from events where id = old.event_id) then return old; end if;
  perform add_revenue(old.event_id, kind, -total)
    from (select kind, sum(total)::bigint as total from order_items where order_id = old.id group by 1 order by 1) as sums;
  perform add_revenue(old.event_id, 'tax', -old.tax), add_revenue(old.event_id, 'refund', old.refunded_amount);
  perform pg_notify('event_figures', old.event_id::text);
  return old;
end $$;
create trigger order_goes before delete on orders
  for each row when (is_revenue(old.payment_status)) execute function order_goes();

create function forget_revenue() returns trigger language plpgsql as $$
begin
  delete from event_revenue;
  return null;
end $$;
create trigger forget_revenue after truncate on orders execute function forget_revenue();

-- What is there already.

insert into event_registered (event_id, slot, ticket_id, attendees)
  select a.event_id, slot_of(r.created_at), a.ticket_id, count(*)
  from attendees a join registrations r on r.id = a.registration_id where r.state = 'active' group by 1, 2, 3;
insert into event_arrived (event_id, slot, checkins)
  select event_id, slot_of(created_at), count(*) from checkins group by 1, 2;
insert into event_revenue (event_id, source, amount)
  select event_id, source, sum(amount) from (
    select o.event_id, i.kind as source, i.total as amount from orders o join order_items i on i.order_id = o.id
      where is_revenue(o.payment_status)
    union all select event_id, 'tax', tax from orders where is_revenue(payment_status)
    union all select event_id, 'refund', -refunded_amount from orders where is_revenue(payment_status)
  ) as amounts group by 1, 2 having sum(amount) <> 0;
