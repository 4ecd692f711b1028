-- One row that readiness writes now and then (server/db/writeCheck.ts): a database that answers reads may refuse every
-- write, with a full disk or as a standby.
create table write_checks (
  one boolean primary key default true check (one),
  written_at timestamptz not null
);
