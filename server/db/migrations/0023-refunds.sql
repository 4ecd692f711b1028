-- Each giving back of an order's money is a row: what staff ask for, what a provider's dashboard did, what a bank sent back
-- (below 0). What an order says is given back is the sum of those that are done.
create table refunds (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  amount integer not null check (amount <> 0),
  state text not null check (state in ('due', 'done', 'failed')),
  -- The provider is asked until so much of the payment is given back in all, which it may be asked twice.
  goal integer,
  reason text not null default '',
  -- What it was for: lines of the order, with how many of each.
  items jsonb not null default '[]',
  actor text not null,
  failure text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  check ((state = 'done') = (done_at is not null)),
  check ((state = 'failed') = (failure is not null)),
  check (state <> 'due' or (goal is not null and amount > 0))
);
create index refunds_order on refunds (order_id, id);

-- What is promised and not done yet: with what is done never more than was paid.
alter table orders add column refund_due integer not null default 0 check (refund_due >= 0),
  add constraint orders_refunds check (refunded_amount + refund_due <= total_amount);

create function refund_moved() returns trigger language plpgsql as $$
begin
  update orders set
    refunded_amount = refunded_amount
      + case when new.state = 'done' then new.amount else 0 end - case when tg_op = 'UPDATE' and old.state = 'done' then old.amount else 0 end,
    refund_due = refund_due
      + case when new.state = 'due' then new.amount else 0 end - case when tg_op = 'UPDATE' and old.state = 'due' then old.amount else 0 end
    where id = new.order_id;
  return null;
end $$;
create trigger refunds_come after insert on refunds for each row execute function refund_moved();
create trigger refunds_move after update of state, amount on refunds for each row execute function refund_moved();

-- What was given back before there were rows.
create temporary table refunded_before on commit drop as select id, refunded_amount, created_at from orders where refunded_amount > 0;
update orders set refunded_amount = 0 where refunded_amount > 0;
insert into refunds (order_id, amount, state, actor, created_at, done_at)
  select id, refunded_amount, 'done', 'operator', created_at, created_at from refunded_before;
