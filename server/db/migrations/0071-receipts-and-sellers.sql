-- The seller on receipts. Empty for the clubs that exist: their receipts show the club's name and address.
alter table clubs
  add column legal_name text not null default '',
  add column legal_address text not null default '',
  add column country text not null default '',
  add column tax_number text,
  add column register text;

-- Receipt numbers, consecutive for each club. A counter instead of a sequence: a payment that fails takes no number, so
-- there are no gaps.
create table receipt_counters (
  club_id bigint primary key references clubs on delete cascade,
  last_number integer not null
);
create table receipts (
  order_id bigint primary key references orders on delete cascade,
  club_id bigint not null references clubs on delete cascade,
  number integer not null,
  unique (club_id, number)
);

create function number_receipts() returns trigger language plpgsql as $$
begin
  -- Counters are locked in the order of their clubs, so that two batches never wait for each other.
  with paid as materialized (
    select o.id, e.club_id, row_number() over (partition by e.club_id order by o.paid_at, o.id) as place
      from now_are o join events e on e.id = o.event_id
      where o.paid_at is not null and o.payment_status in ('paid', 'refunded') and o.total_amount > 0
        and not exists (select from receipts r where r.order_id = o.id)
  ), counted as (
    insert into receipt_counters as kept (club_id, last_number)
      select club_id, count(*) from paid group by 1 order by 1
      on conflict (club_id) do update set last_number = kept.last_number + excluded.last_number
      returning club_id, last_number
  )
  insert into receipts (order_id, club_id, number)
    select id, club_id, last_number - (count(*) over (partition by club_id)) + place
      from paid join counted using (club_id);
  return null;
end $$;
comment on function number_receipts() is
  'Gives orders of more than 0 that are paid the next receipt numbers of their clubs.';
