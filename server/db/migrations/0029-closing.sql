-- What a provider keeps of a payment, as it tells, in minor units of the currency it counts in; null until it has told.
alter table payments
  add column fee_amount integer,
  add column fee_currency text,
  -- The buyer has called it into question with the bank, whatever came of that.
  add column is_disputed boolean not null default false,
  add check ((fee_amount is null) = (fee_currency is null));
update payments set is_disputed = true where attention::text like '%disputes this payment%';

-- What a treasurer signed: all figures as they were, what was counted at the tills, who and when. Signing again is a further
-- version. Rows are only ever inserted, and go with their event. The signer is no reference: a signature outlives an account.
create table event_closings (
  event_id bigint not null references events on delete cascade,
  version integer not null check (version > 0),
  signed_by bigint not null,
  -- The account's name at that time, and what was typed as signature.
  account_name text not null,
  signed_name text not null check (signed_name <> ''),
  note text not null default '',
  figures jsonb not null,
  counts jsonb not null,
  signed_at timestamptz not null,
  primary key (event_id, version)
);
create function closing_stands() returns trigger language plpgsql as $$
begin
  -- A removed event is gone by now.
  if tg_op = 'DELETE' and not exists (select from events where id = old.event_id) then return old; end if;
  raise exception 'What was signed is not changed' using errcode = 'restrict_violation';
end $$;
create trigger closings_stand before update or delete on event_closings for each row execute function closing_stands();

-- A sponsor's picture. It is looked for by its name before its file is removed.
alter table sponsorships add column logo text;
create index sponsorships_logo on sponsorships (logo) where logo is not null;

-- A logo is kept while its sponsorship may be paid, and is paid: then its row lets go of it.
create or replace function sponsorship_follows() returns trigger language plpgsql as $$
begin
  update sponsorships set payment_status = new.payment_status,
    logo = case when new.payment_status in ('failed', 'refunded') then null else logo end
    where order_id = new.id;
  return null;
end $$;
-- Whatever lets go of a logo queues the removal of its file: later, for pages that are open still ask for it.
create function logo_let_go() returns trigger language plpgsql as $$
begin
  perform graphile_worker.add_job('removeImage', json_build_object('kind', 'sponsor-logo', 'name', old.logo),
    job_key => 'image:sponsor-logo:' || old.logo, run_at => now() + interval '24 hours', max_attempts => 25);
  return null;
end $$;
create trigger sponsorships_logo_changed after update of logo on sponsorships for each row
  when (old.logo is not null and old.logo is distinct from new.logo) execute function logo_let_go();
create trigger sponsorships_logo_gone after delete on sponsorships for each row
  when (old.logo is not null) execute function logo_let_go();
