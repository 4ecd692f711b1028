-- What a provider tells of the money of a payment after it came.
alter table payments
  -- Of refunds that the bank sent back, or that the buyer did not claim: all of them since the payment.
  add column sent_back_amount integer not null default 0,
  -- Of refunds under way: what waits until the buyer has told the provider a bank account.
  add column awaits_buyer_amount integer not null default 0,
  -- The buyer called the payment into question with the bank: until when to answer, and what the bank decided.
  add column dispute_state text check (dispute_state in ('open', 'answered', 'won', 'lost')),
  add column dispute_due_by timestamptz;
-- The same of an order, for its pages and mails.
alter table orders add column refund_awaits_buyer integer not null default 0;
create index payments_await_buyer on payments (order_id) where awaits_buyer_amount > 0;
create index refunds_sent_back on refunds (order_id, id) where amount < 0;

-- This installation of Foyer. Several may take their money through one account of a provider; each knows its own by this.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- Until when all events of the provider have been followed; null before the first time.
  caught_up_at timestamptz
);
insert into installation default values;
