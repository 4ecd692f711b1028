-- An import has a number, and staff can take it back: its registrations know it. The table `imports` has only the
-- progress of running ones, for a day. Imports of the version before, which runs while nodes are replaced, have no
-- number, like all earlier ones.
create table attendee_imports (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  -- Actors as in audit_log.
  imported_by text not null,
  imported_at timestamptz not null,
  -- Null for rows that came as JSON.
  file_name text,
  people integer not null default 0 check (people >= 0),
  registrations integer not null default 0 check (registrations >= 0),
  left_out integer not null default 0 check (left_out >= 0),
  taken_back_at timestamptz,
  taken_back_by text,
  check ((taken_back_at is null) = (taken_back_by is null))
);
create index attendee_imports_event on attendee_imports (event_id, id);

-- No foreign key, because its check would be a part of an import's time for each row (0016-fewer-checks-a-row.sql). An
-- import is only deleted with its event, which deletes the registrations too.
alter table registrations add column import_id bigint;
create index registrations_import on registrations (import_id) where import_id is not null;
