-- What a file of another system says of an order: its number there, and what was paid there, in minor units. That money
-- is a note: it is no revenue, and cannot be refunded here. The version before, which runs while nodes are replaced,
-- writes and reads neither.
alter table orders
  add column imported_number text,
  add column paid_elsewhere integer check (paid_elsewhere >= 0);
create index orders_imported on orders (event_id, imported_number) where imported_number is not null;

-- What an imported attendee is found by beside the name: the number of the order, the company and the note. It is as
-- plain_text makes it, like search_text, to which a column cannot be added without writing every row anew.
alter table attendees add column imported_text text;
create index attendees_imported on attendees using gin (event_id, search_key(imported_text) gin_trgm_ops)
  where imported_text is not null;

-- A scan that came with a file: it lets its attendee in, and goes with its import. No foreign key, as in
-- 0079-imports-to-take-back.sql.
alter table door_scans add column import_id bigint;
create index door_scans_import on door_scans (import_id) where import_id is not null;
