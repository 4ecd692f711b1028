-- Those who wait for a sold-out ticket, in the order of their ids. An offer is a registration that is held for longer;
-- what became of it is that registration's to say.
create table waiting_entries (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  ticket_id bigint not null references tickets on delete cascade,
  -- The party: all of them or none.
  places integer not null check (places > 0),
  name text not null,
  email text not null,
  access_key text not null unique,
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'lapsed', 'left')),
  registration_id bigint unique references registrations on delete set null,
  offered_until timestamptz,
  created_at timestamptz not null default now(),
  constraint waiting_without_offer check (state <> 'waiting' or registration_id is null)
);
create unique index waiting_entries_once on waiting_entries (ticket_id, lower(email)) where state in ('waiting', 'offered');
create index waiting_entries_event on waiting_entries (event_id, id);
create index waiting_entries_queue on waiting_entries (ticket_id, id) where state = 'waiting';
create index waiting_entries_least on waiting_entries (ticket_id, places) where state = 'waiting';
create index waiting_entries_offered on waiting_entries (id) where state = 'offered';

-- The smallest party that waits for a ticket; null: nobody does. What is left is promised to the list from there on.
alter table tickets add column waiting_least integer check (waiting_least > 0);
create index tickets_waited_for on tickets (event_id) where waiting_least is not null;

create function count_waiting() returns trigger language plpgsql as $$
declare
  changed bigint := case when tg_op = 'DELETE' then old.ticket_id else new.ticket_id end;
  least_now integer;
begin
  -- A statement sees other tables as they were when it began: what is counted after the lock is counted right.
  perform from tickets where id = changed for no key update;
  select min(places) into least_now from waiting_entries where ticket_id = changed and state = 'waiting';
  update tickets set waiting_least = least_now where id = changed and waiting_least is distinct from least_now;
  return null;
end $$;
create trigger waiting_came after insert on waiting_entries for each row
  when (new.state = 'waiting') execute function count_waiting();
create trigger waiting_moved after update of state on waiting_entries for each row
  when ((old.state = 'waiting') <> (new.state = 'waiting')) execute function count_waiting();
create trigger waiting_went after delete on waiting_entries for each row
  when (old.state = 'waiting') execute function count_waiting();

-- Whoever gives places back, on whatever path: where somebody waits, the job that offers them goes out with it.
create function offer_places() returns trigger language plpgsql as $$
declare
  of_event bigint := case tg_table_name when 'events' then new.id else (to_jsonb(new) ->> 'event_id')::bigint end;
begin
  if exists (select from tickets where event_id = of_event and waiting_least is not null) then
    perform graphile_worker.add_job('offerPlaces', json_build_object('eventId', of_event),
      job_key => 'offerPlaces:' || of_event, max_attempts => 5);
  end if;
  return null;
end $$;
create trigger tickets_offer after update of held, sold, max_stock on tickets for each row
  when (new.waiting_least is not null and new.max_stock - new.held - new.sold > old.max_stock - old.held - old.sold)
  execute function offer_places();
create trigger events_offer after update of held, sold on events for each row
  when (new.capacity is not null and new.held + new.sold < old.held + old.sold) execute function offer_places();
create trigger events_offer_again after update of capacity, config, is_active, end_datetime on events for each row
  when (new.is_active) execute function offer_places();
create trigger shared_capacities_offer after update of held, sold, max_places on shared_capacities for each row
  when (new.max_places - new.held - new.sold > old.max_places - old.held - old.sold) execute function offer_places();
