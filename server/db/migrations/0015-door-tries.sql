-- Wrong PINs of a helper's link in a row (those in all are failed_tries), and since when its address and PIN are the
-- ones that they are: a device that was ended before may be opened again with new ones, and not with the old.
alter table door_links
  add column failed_in_row integer not null default 0,
  add column secrets_at timestamptz not null default now();
