-- What an open device did not hear of: extras that were paid back, questions that the door shows from now on or no longer,
-- and the door itself (event, tickets, questions), which it asked for once.

alter table door_changes
  -- What door/getDoor tells is not what it was.
  add column is_door boolean not null default false,
  -- Those named are not there any more. Of rows that are there already it is not known: they are asked as well.
  add column is_gone boolean not null default true;
alter table door_changes alter column is_gone set default false;
-- Whoever names somebody who is not there has this asked, for each name. Only what goes is in the indexes: what comes, an
-- import's thousands above all, costs nothing.
create index door_changes_attendees_gone on door_changes using gin (attendees) with (fastupdate = off) where is_gone;
create index door_changes_purchases_gone on door_changes using gin (purchases) with (fastupdate = off) where is_gone;

create or replace function attendees_deleted() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, attendees, is_gone)
    select event_id, array_agg(id), true from changed c where exists (select from events where id = c.event_id) group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;

create function purchases_deleted() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, purchases, is_gone)
    select event_id, array_agg(id), true from changed c where exists (select from events where id = c.event_id) group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;
drop trigger purchases_deleted on extras_purchases;
create trigger purchases_deleted after delete on extras_purchases
  referencing old table as changed for each statement execute function purchases_deleted();

-- Rows, not statements, from here on: `when` is all that a statement costs which is none of this, and all that holds,
-- sales and imports write is none of it.

create function order_refund_told() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, purchases)
    select event_id, array_agg(id) from extras_purchases where order_id = new.id group by event_id;
  if found then
    perform tell_doors(array[new.event_id]);
  end if;
  return null;
end $$;
create trigger orders_refunded after update of payment_status on orders for each row
  when ((old.payment_status = 'refunded') <> (new.payment_status = 'refunded'))
  execute function order_refund_told();

-- Of an event that goes as a whole nothing is told.
create function tell_door_itself(ids bigint[]) returns void language sql
begin atomic
  insert into door_changes (event_id, is_door) select id, true from events where id = any(ids);
  select tell_doors(ids);
end;

create function event_door_told() returns trigger language plpgsql as $$
begin
  perform tell_door_itself(array[new.id]);
  return null;
end $$;
create trigger events_door_told after update of name, slug, start_datetime, end_datetime, time_zone, currency on events for each row
  when ((old.name, old.slug, old.start_datetime, old.end_datetime, old.time_zone, old.currency)
    is distinct from (new.name, new.slug, new.start_datetime, new.end_datetime, new.time_zone, new.currency))
  execute function event_door_told();

create function ticket_door_told() returns trigger language plpgsql as $$
begin
  perform tell_door_itself(array[coalesce(new.event_id, old.event_id)]);
  return null;
end $$;
create trigger tickets_door_came after insert or delete on tickets for each row execute function ticket_door_told();
create trigger tickets_door_told after update of title, price, valid_days, sort_order on tickets for each row
  when ((old.title, old.price, old.valid_days, old.sort_order)
    is distinct from (new.title, new.price, new.valid_days, new.sort_order))
  execute function ticket_door_told();

create function question_door_told() returns trigger language plpgsql as $$
begin
  perform tell_door_itself(array[new.event_id]);
  if tg_op = 'UPDATE' and (old.shows_at_door and not old.is_hidden) <> (new.shows_at_door and not new.is_hidden) then
    insert into door_changes (event_id, attendees)
      select new.event_id, array_agg(a.id) from attendees a
        cross join lateral (select from answers w where w.attendee_id = a.id and w.question_id = new.id offset 0) answered
      where a.event_id = new.event_id having count(*) > 0;
  end if;
  return null;
end $$;
create trigger form_questions_door_came after insert on form_questions for each row
  when (new.shows_at_door and not new.is_hidden) execute function question_door_told();
create trigger form_questions_door_told after update of text, sort_order, shows_at_door, is_hidden on form_questions for each row
  when (((old.shows_at_door and not old.is_hidden) or (new.shows_at_door and not new.is_hidden))
    and (old.text, old.sort_order, old.shows_at_door, old.is_hidden)
      is distinct from (new.text, new.sort_order, new.shows_at_door, new.is_hidden))
  execute function question_door_told();

-- The device that took an order at the door: its helper counts a till. What was sold before this is in none.
alter table orders
  add column device_id uuid,
  add check (device_id is null or channel = 'door');

-- What was handed over before there were doors has the name that a door would have given it.
update door_scans s set name = (
    select string_agg(format('%s × %s', line ->> 'quantity', line ->> 'title'), ', ' order by place)
    from jsonb_array_elements(p.extras_data) with ordinality as lines (line, place))
  from extras_purchases p where p.id = s.purchase_id and s.name = '' and jsonb_array_length(p.extras_data) > 0;
