-- How often something was done within an hour, by what an attacker varies: an account, a mail address, a client, a club
-- (server/limits/hourly.ts). A slot is ten minutes; `counts` has the newest slot first, and an hour touches seven.
create table limit_counts (
  what text not null,
  subject text not null,
  slot bigint not null,
  counts bigint[] not null check (cardinality(counts) = 7),
  primary key (what, subject)
);
create index limit_counts_slot on limit_counts (slot);
