-- Money for an order of the web that staff have taken by hand, and what they say of it. No provider has such a payment.
alter table orders drop constraint orders_paid_by_check, drop constraint orders_check2;
alter table orders
  add column paid_note text not null default '',
  add constraint orders_paid_by_hand check (case channel
    when 'door' then paid_by is not null and paid_by in ('cash', 'cardTerminal')
    else paid_by is null or (paid_by in ('cash', 'bankTransfer') and payment_id is null) end);

-- The order that a payment was begun for, also once the order is paid in another way: money that comes for it all the same
-- is known, and goes back.
alter table payments
  add column order_id bigint references orders on delete set null,
  -- Why all of it goes back by itself: its places had gone, or the order was paid in another way.
  add column owed_back text check (owed_back in ('late', 'double'));
update payments set order_id = orders.id from orders where orders.payment_id = payments.id;
update payments set owed_back = 'late' from orders
  where orders.payment_id = payments.id and orders.paid_at is null and payments.state in ('refund_due', 'refunded');
create index payments_order on payments (order_id);

-- Why a payment wants staff: what kind of case, and what belongs to it. Pages say it in words.
alter table payments alter column attention type jsonb using case
  when attention is null then null
  when attention ~ '^The provider took \d+ [a-z]{3} where' then jsonb_build_object('kind', 'wrongAmount',
    'amount', (regexp_match(attention, 'took (\d+) '))[1]::bigint, 'currency', (regexp_match(attention, 'took \d+ ([a-z]{3})'))[1])
  when attention ~ 'disputes' then '{"kind": "disputed"}'
  when attention ~ 'sent the refund back' then '{"kind": "refundSentBack"}'
  when attention ~ '^The refund was refused: ' then jsonb_build_object('kind', 'refundRefused',
    'words', substr(attention, length('The refund was refused: ') + 1))
  when attention ~ 'no order' then '{"kind": "unknownPayment"}'
  else jsonb_build_object('kind', 'other', 'words', attention) end;
create index payments_cases on payments (order_id)
  where attention is not null or owed_back is not null or state = 'needs_attention';
create index payments_of_nothing on payments (id) where order_id is null and state = 'needs_attention';
create index refunds_failed on refunds (order_id, id) where state = 'failed';

-- When a mail was given up: its address was refused for good, or nobody took it for days.
alter table mails add column bounced_at timestamptz;
create index mails_bounced on mails (id) where bounced_at is not null;

-- Cases that nothing else ends, and whoever has seen to them.
create table cases_done (
  key text primary key,
  actor text not null,
  note text not null default '',
  at timestamptz not null default now()
);
