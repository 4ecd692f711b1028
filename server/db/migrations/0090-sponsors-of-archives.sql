-- A sponsor who came with the archive of an event: paid, without an order and without money here. What they paid to the
-- other event is a note. They go when their import is taken back. The version before, which runs while nodes are
-- replaced, writes neither column, and reads an amount of nothing.
alter table sponsorships
  add column import_id bigint,
  add column paid_elsewhere integer check (paid_elsewhere >= 0),
  drop constraint sponsorships_amount_check,
  add constraint sponsorships_amount_check check (amount > 0 or (amount = 0 and paid_elsewhere is not null));
create index sponsorships_import on sponsorships (import_id) where import_id is not null;
