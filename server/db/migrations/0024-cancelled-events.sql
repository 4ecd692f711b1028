-- What staff say to those who were coming, and whether all of the money goes back.
alter table events
  add column cancel_message text not null default '',
  add column cancel_refunds boolean not null default false;
-- Of a cancelled event the orders that still want their money back are found by it, also those that are paid later.
create index events_cancelled on events (id) where cancel_refunds;
create index refunds_due on refunds (created_at) where state = 'due';
