-- An entry of the waiting list that came with the archive of an event: it goes when its import is taken back. No foreign
-- key, as in 0079-imports-to-take-back.sql. The version before, which runs while nodes are replaced, does not write it.
alter table waiting_entries add column import_id bigint;
create index waiting_entries_import on waiting_entries (import_id) where import_id is not null;
