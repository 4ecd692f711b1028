-- The people whose tickets were cancelled with a refund, as a list of names, for the mail to the buyer. The version before,
-- which runs while nodes are replaced, writes none.
alter table refunds add column cancelled_people jsonb not null default '[]';
