-- Promo codes, tickets that are not listed, and places that several tickets share.

create table promo_codes (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  code text not null check (char_length(code) between 1 and 40),
  -- The code as it is compared (contract/rules/promoCode.ts).
  code_key text not null,
  kind text not null check (kind in ('percent', 'amount', 'access')),
  -- Percent, or minor units off each ticket.
  value numeric(12, 2) not null,
  -- Null: all tickets that are not hidden. One that was removed may still be named, and is no ticket any more.
  ticket_ids bigint[] check (cardinality(ticket_ids) > 0),
  max_uses integer check (max_uses > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  is_active boolean not null default true,
  -- Tickets that are being bought with it, and that were bought.
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  created_at timestamptz not null default now(),
  constraint promo_codes_limit check (max_uses is null or held + sold <= max_uses),
  constraint promo_codes_value check (case kind when 'percent' then value > 0 and value <= 100
    when 'amount' then value > 0 and value = trunc(value) else value = 0 end),
  constraint promo_codes_access check (kind <> 'access' or ticket_ids is not null),
  constraint promo_codes_window check (ends_at >= starts_at)
);
create unique index promo_codes_key on promo_codes (event_id, code_key);

alter table registrations
  add column promo_code_id bigint references promo_codes,
  -- The code as it was then, and how many of the places were taken with it.
  add column promo_code text,
  add column promo_uses integer not null default 0 check (promo_uses >= 0),
  add column discount integer not null default 0 check (discount >= 0),
  add constraint registrations_promo check (promo_code_id is not null or (promo_uses = 0 and discount = 0));
create index registrations_promo_code on registrations (promo_code_id) where promo_code_id is not null;
alter table orders
  add column promo_code text,
  add column discount integer not null default 0 check (discount >= 0);

-- Whatever path moves a registration, its code's uses move with it. All of them hold the event's row.
create function promo_code_moves() returns trigger language plpgsql as $$
declare
  held_by int := 0;
  sold_by int := 0;
begin
  if tg_op <> 'DELETE' then
    if new.state in ('held', 'pending') then held_by := new.promo_uses; end if;
    if new.state = 'active' then sold_by := new.promo_uses; end if;
  end if;
  if tg_op <> 'INSERT' then
    if old.state in ('held', 'pending') then held_by := held_by - old.promo_uses; end if;
    if old.state = 'active' then sold_by := sold_by - old.promo_uses; end if;
  end if;
  if held_by <> 0 or sold_by <> 0 then
    update promo_codes set held = held + held_by, sold = sold + sold_by
      where id = coalesce(new.promo_code_id, old.promo_code_id);
  end if;
  return null;
end $$;
create trigger registrations_promo_came after insert on registrations
  for each row when (new.promo_code_id is not null) execute function promo_code_moves();
create trigger registrations_promo_moved after update of state, promo_uses on registrations
  for each row when (new.promo_code_id is not null) execute function promo_code_moves();
-- What goes with its whole event is not counted down (0011-quicker-imports.sql).
create trigger registrations_promo_went after delete on registrations
  for each row when (old.promo_code_id is not null
    and current_setting('foyer.event_goes', true) is distinct from old.event_id::text)
  execute function promo_code_moves();

-- One number of places for several tickets. It moves with the tickets' counters (server/holds/rows.ts).
create table shared_capacities (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  title text not null,
  max_places integer not null check (max_places >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  created_at timestamptz not null default now(),
  constraint shared_capacities_limit check (held + sold <= max_places),
  unique (id, event_id)
);
create index shared_capacities_event on shared_capacities (event_id);

alter table tickets
  add column is_hidden boolean not null default false,
  add column shared_capacity_id bigint,
  add constraint tickets_shared_capacity foreign key (shared_capacity_id, event_id)
    references shared_capacities (id, event_id) on delete set null (shared_capacity_id);
create index tickets_shared on tickets (shared_capacity_id) where shared_capacity_id is not null;

-- Kept pages show what is listed and what is left.
create trigger tickets_listed after update of is_hidden, shared_capacity_id on tickets
  for each statement execute function tell_event_changed();
create trigger shared_capacities_changed after delete or update of max_places on shared_capacities
  for each statement execute function tell_event_changed();
