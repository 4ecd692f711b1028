-- An import counts its attendees itself, at its end: the row of the quarter of an hour, which everybody who registers
-- meanwhile has to move, is then locked for a moment and not while 50,000 attendees are written.
drop trigger attendees_came on attendees;
create trigger attendees_came after insert on attendees
  referencing new table as added for each statement
  when (current_setting('foyer.registered_counted', true) is distinct from 'later')
  execute function attendees_came();

-- A connection keeps the plans of these functions. One made while the tables were small joined the few new rows with all
-- registrations there are, for as long as the connection lived: in a rush 145 ms for 117 attendees. A lateral query with
-- an offset cannot be joined otherwise than row by row, by the primary key.

create or replace function attendees_came() returns trigger language plpgsql as $$
begin
  insert into event_registered as kept (event_id, slot, ticket_id, attendees)
  select a.event_id, slot_of(r.created_at), a.ticket_id, count(*)
    from added a, lateral (select created_at, state from registrations where id = a.registration_id offset 0) r
    where r.state = 'active' group by 1, 2, 3 order by 1, 2, 3
  on conflict (event_id, slot, ticket_id) do update set attendees = kept.attendees + excluded.attendees;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from added) as ids;
  end if;
  return null;
end $$;

create or replace function attendees_went() returns trigger language plpgsql as $$
begin
  update event_registered as kept set attendees = kept.attendees - gone.attendees
  from (
    select d.event_id, slot_of(r.created_at) as slot, d.ticket_id, count(*) as attendees
      from removed d, lateral (select created_at, state from registrations where id = d.registration_id offset 0) r
      where r.state = 'active' group by 1, 2, 3
  ) as gone
  where kept.event_id = gone.event_id and kept.slot = gone.slot and kept.ticket_id = gone.ticket_id;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from removed) as ids;
  end if;
  return null;
end $$;

create or replace function order_items_came() returns trigger language plpgsql as $$
begin
  perform add_revenue(event_id, kind, total)
    from (select o.event_id, a.kind, sum(a.total)::bigint as total
      from added a, lateral (select event_id, payment_status from orders where id = a.order_id offset 0) o
      where a.total > 0 and is_revenue(o.payment_status) group by 1, 2 order by 1, 2) as sums;
  return null;
end $$;
