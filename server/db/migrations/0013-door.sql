-- The door: helper links and their devices, every scan that reached us, and what changed since a device last asked.

-- A helper's link for a gate. The secret of its address and its PIN are kept as what checks them.
create table door_links (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  gate text not null,
  rights text[] not null check (rights <@ array['scan', 'search', 'undo', 'sell'] and cardinality(rights) > 0),
  secret_hash bytea not null unique,
  pin_hash text not null,
  expires_at timestamptz not null,
  most_devices integer not null check (most_devices between 1 and 100),
  failed_tries integer not null default 0,
  locked_until timestamptz,
  revoked_at timestamptz,
  created_by bigint references app_users on delete set null,
  created_at timestamptz not null default now()
);
create index door_links_event on door_links (event_id);

-- A device at a door of an event: a helper's (with link and token) or one of staff (with neither; its user signs in).
create table door_devices (
  event_id bigint not null references events on delete cascade,
  device_id uuid not null,
  link_id bigint references door_links on delete cascade,
  user_id bigint references app_users on delete set null,
  gate text not null,
  name text not null default '',
  token_hash bytea unique,
  app_version text not null default '',
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Scans of it that came, and those that it said it still keeps.
  scans integer not null default 0,
  waiting integer not null default 0,
  revoked_at timestamptz,
  primary key (event_id, device_id)
);
create index door_devices_link on door_devices (link_id);

-- Every scan that names somebody or something of the event, let in or not. Facts: never changed but for `decided`,
-- `is_admitted` and `undone_by`, which only go one way. Attendees are no reference: a scan outlives who it was of.
create table door_scans (
  event_id bigint not null references events on delete cascade,
  scan_id uuid not null,
  -- The order in which they reached us; whatever clocks say.
  receipt bigint generated always as identity,
  device_id uuid,
  sequence bigint not null default 0,
  kind text not null check (kind in ('admit', 'undo', 'redeem')),
  attendee_id bigint,
  registration_id bigint,
  purchase_id bigint,
  -- Of whom or what, as it was called when it came.
  name text not null default '',
  verdict text not null,
  -- The device had acted before it asked.
  decided boolean not null,
  -- Somebody was let in, or something handed over, by this scan.
  is_admitted boolean not null,
  conflict boolean not null default false,
  undone_by uuid,
  -- What stood in its way when it came: the first answer is given again from here.
  earlier jsonb,
  claimed_at timestamptz,
  received_at timestamptz not null default now(),
  gate text not null default '',
  helper text not null default '',
  user_id bigint references app_users on delete set null,
  link_id bigint,
  primary key (event_id, scan_id)
);
create unique index door_scans_receipt on door_scans (event_id, receipt);
create index door_scans_attendee on door_scans (event_id, attendee_id, receipt) where attendee_id is not null;
create index door_scans_purchase on door_scans (event_id, purchase_id, receipt) where purchase_id is not null;
create index door_scans_conflict on door_scans (event_id, receipt) where conflict;

-- Scans that were taken back. An undo may come before what it takes back: then the scan is undone when it comes.
create table door_undone (
  event_id bigint not null references events on delete cascade,
  scan_id uuid not null,
  undone_by uuid not null,
  primary key (event_id, scan_id)
);

-- Who holds an attendee in: the first admission to reach us that was not taken back.
alter table checkins
  add column scan_id uuid not null default gen_random_uuid(),
  add column gate text not null default '',
  add column helper text not null default '';

-- Arrivals by gate as well.
alter table event_arrived add column gate text not null default '';
alter table event_arrived drop constraint event_arrived_pkey, add primary key (event_id, slot, gate);

create or replace function checkins_came() returns trigger language plpgsql as $$
begin
  insert into event_arrived as kept (event_id, slot, gate, checkins)
  select event_id, slot_of(created_at), gate, count(*) from added group by 1, 2, 3 order by 1, 2, 3
  on conflict (event_id, slot, gate) do update set checkins = kept.checkins + excluded.checkins;
  perform pg_notify('event_figures', event_id::text) from (select distinct event_id from added) as ids;
  return null;
end $$;

create or replace function checkins_went() returns trigger language plpgsql as $$
begin
  update event_arrived as kept set checkins = kept.checkins - gone.checkins
  from (select event_id, slot_of(created_at) as slot, gate, count(*) as checkins from removed group by 1, 2, 3) as gone
  where kept.event_id = gone.event_id and kept.slot = gone.slot and kept.gate = gone.gate;
  if found then
    perform pg_notify('event_figures', event_id::text) from (select distinct event_id from removed) as ids;
  end if;
  return null;
end $$;

-- What changed: one row a statement and event, with the ids of what it touched and the transaction it was done in. Who
-- reads from the oldest transaction that was still running when they last read misses nothing; some they read twice.
create table door_changes (
  event_id bigint not null references events on delete cascade,
  xid xid8 not null default pg_current_xact_id(),
  attendees bigint[] not null default '{}',
  registrations bigint[] not null default '{}',
  purchases bigint[] not null default '{}',
  at timestamptz not null default now()
);
create index door_changes_event on door_changes (event_id, xid);
create index door_changes_at on door_changes (at);

-- Nobody is told of an event that has no door yet.
create function tell_doors(events bigint[]) returns void language sql
begin atomic
  select pg_notify('door_changed', ids.id::text) from (select distinct unnest(events) as id) as ids
    where exists (select from door_devices d where d.event_id = ids.id);
end;

create function attendees_changed() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, attendees)
    select event_id, array_agg(id) from changed group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;
create trigger attendees_inserted after insert on attendees
  referencing new table as changed for each statement execute function attendees_changed();
create trigger attendees_updated after update on attendees
  referencing new table as changed for each statement execute function attendees_changed();

-- Of an event that goes as a whole nothing is told.
create function attendees_deleted() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, attendees)
    select event_id, array_agg(id) from changed c where exists (select from events where id = c.event_id) group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;
create trigger attendees_deleted after delete on attendees
  referencing old table as changed for each statement execute function attendees_deleted();

create function registrations_moved() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, registrations)
    select n.event_id, array_agg(n.id) from changed n join was o using (id) where n.state <> o.state group by n.event_id;
  if found then
    perform tell_doors(array(select distinct event_id from changed));
  end if;
  return null;
end $$;
create trigger registrations_moved after update on registrations
  referencing new table as changed old table as was for each statement execute function registrations_moved();

create function checkins_changed() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, attendees)
    select event_id, array_agg(attendee_id) from changed c
      where exists (select from events where id = c.event_id) group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;
create trigger checkins_inserted after insert on checkins
  referencing new table as changed for each statement execute function checkins_changed();
create trigger checkins_updated after update on checkins
  referencing new table as changed for each statement execute function checkins_changed();
create trigger checkins_deleted after delete on checkins
  referencing old table as changed for each statement execute function checkins_changed();

create function purchases_changed() returns trigger language plpgsql as $$
begin
  insert into door_changes (event_id, purchases)
    select event_id, array_agg(id) from changed c
      where exists (select from events where id = c.event_id) group by event_id;
  perform tell_doors(array(select distinct event_id from changed));
  return null;
end $$;
create trigger purchases_inserted after insert on extras_purchases
  referencing new table as changed for each statement execute function purchases_changed();
create trigger purchases_updated after update on extras_purchases
  referencing new table as changed for each statement execute function purchases_changed();
create trigger purchases_deleted after delete on extras_purchases
  referencing old table as changed for each statement execute function purchases_changed();

-- Days on which a ticket lets in (the event's zone); null is all of the event's. Questions the door shows the answers of.
alter table tickets add column valid_days text[] check (cardinality(valid_days) > 0);
alter table form_questions add column shows_at_door boolean not null default false;

-- Where an order came from, and how one that was taken at the door was paid.
alter table orders
  add column channel text not null default 'web' check (channel in ('web', 'door')),
  add column paid_by text check (paid_by in ('cash', 'cardTerminal')),
  add check ((channel = 'door') = (paid_by is not null));
create index orders_door on orders (event_id) where channel = 'door';
