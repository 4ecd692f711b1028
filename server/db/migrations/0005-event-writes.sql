-- What staff write of events beyond the first schema: addresses that stay, and what sponsors gave.

-- Every address that leads to an event: the one it has, and those it had. A former one redirects for as long as the event
-- is there, and nobody else may take it meanwhile: the primary key judges.
create table event_slugs (
  slug text primary key check (slug = lower(slug) and slug <> ''),
  event_id bigint not null references events on delete cascade,
  since timestamptz not null default now()
);
create index event_slugs_event on event_slugs (event_id);
insert into event_slugs (slug, event_id) select slug, id from events;

create function keep_event_slug() returns trigger language plpgsql as $$
begin
  insert into event_slugs (slug, event_id) values (new.slug, new.id)
    on conflict (slug) do update set since = event_slugs.since where event_slugs.event_id = excluded.event_id;
  if not found then
    raise unique_violation using message = 'the address leads to another event', constraint = 'event_slugs_pkey';
  end if;
  return null;
end $$;
create trigger events_slug after insert or update of slug on events for each row execute function keep_event_slug();

-- A package that somebody bought or donations that came in. Names are kept as they were at sale. A package that was
-- bought cannot be deleted.
create table sponsorships (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  club_id bigint not null references clubs on delete cascade,
  registration_id bigint references registrations on delete set null,
  package_id bigint references sponsorship_packages,
  package_type text not null,
  sponsor_data jsonb not null default '{}',
  amount integer not null check (amount > 0),
  currency text not null check (currency in ('usd', 'gbp', 'eur', 'thb')),
  payment_status text not null default 'pending'
    check (payment_status in ('pending', 'paid', 'failed', 'refunded', 'free')),
  access_key text not null unique,
  created_at timestamptz not null default now()
);
create index sponsorships_event on sponsorships (event_id, id);
create index sponsorships_registration on sponsorships (registration_id) where registration_id is not null;
create index sponsorships_package on sponsorships (package_id) where package_id is not null;

-- An event's packages are priced in its currency. It changes only while nothing was bought.
create function packages_follow_currency() returns trigger language plpgsql as $$
begin
  update sponsorship_packages set currency = new.currency where event_id = new.id and currency <> new.currency;
  return null;
end $$;
create trigger events_currency after update of currency on events for each row
  when (old.currency <> new.currency) execute function packages_follow_currency();

-- What goes with a registration is found by it: the foreign keys of a removed event's 200,000 registrations would else
-- read all orders and check-ins for each of them. One order a registration is unique still, and the index, which is not
-- a part of the table any more, serves both.
drop index orders_one_per_registration;
create unique index orders_one_per_registration on orders
  (registration_id, (case purpose when 'registration' then 0 else id end));
create index checkins_registration on checkins (registration_id);
