-- Money goes back by one process at a time: since when one is at work on a payment's refund. Two at once would each look,
-- see nothing given back, and give back what the other gives too. Who is at it for too long has died.
alter table payments add column refunding_since timestamptz,
  -- Each dispute of the payment by the provider's id: a later one, or a later stage of one, is another that has to be answered.
  -- [{ref, stage: inquiry|chargeback|appeal, state: open|answered|won|lost, dueBy}]. It follows dispute_state and
  -- dispute_due_by, which the version before this one still writes.
  add column disputes jsonb not null default '[]' check (jsonb_typeof(disputes) = 'array');
update payments set disputes = jsonb_build_array(jsonb_build_object('ref', null, 'stage', 'chargeback',
    'state', coalesce(dispute_state, case when attention ->> 'kind' = 'disputeLost' then 'lost' else 'open' end),
    'dueBy', to_char(dispute_due_by at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')))
  where dispute_state is not null or attention ->> 'kind' in ('disputed', 'disputeLost');
create index payments_disputed on payments (order_id) where disputes <> '[]';

-- The kind of the mail that told the buyer what happened and of this money as well; null where a mail of its own tells of it.
alter table refunds add column told_in text,
  -- When it was given up: what was asked for after that is another try.
  add column failed_at timestamptz;

-- What a bank sent back of an order is a case by its refund, also where all of the order had gone back: who saw to the case
-- of the payment has seen to those that were there.
insert into cases_done (key, actor, note, at)
  select 'refund:' || f.id, d.actor, d.note, d.at
  from refunds f join orders o on o.id = f.order_id join cases_done d on d.key = 'payment:' || o.payment_id || ':refundSentBack'
  where f.amount < 0 and f.actor like 'provider:%' and f.created_at <= d.at
  on conflict (key) do nothing;
