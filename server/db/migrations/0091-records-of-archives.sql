-- Rows of an archive that cannot be made again in the event that was made of it: orders, payments and refunds of the other
-- event, and people who are not active. They are kept to be read, as one row each, and are in the next archive. The headings
-- of a file are its row 0. Nothing is counted from them. They go with their import, or with the event. The version before,
-- which runs while nodes are replaced, does not know them.
create table archived_records (
  event_id bigint not null references events on delete cascade,
  import_id bigint not null,
  -- The name of the file in the next archive, such as earlier/1/orders.csv.
  file text not null,
  place integer not null check (place >= 0),
  -- A list of texts.
  cells jsonb not null,
  primary key (event_id, file, place)
);
create index archived_records_import on archived_records (import_id);
