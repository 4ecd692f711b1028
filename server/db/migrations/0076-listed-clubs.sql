-- Public lists show the events of a club when its mail address is confirmed and, where the site asks for it
-- (APPROVE_FIRST_EVENTS), the super user has approved its first event. Clubs that exist are listed, as are clubs that
-- the version before makes while nodes are replaced: it mails no links.
alter table clubs
  add column is_confirmed boolean not null default true,
  add column is_approved boolean not null default true;
alter table clubs
  add column is_listed boolean not null generated always as (is_confirmed and is_approved) stored;

-- Mailed links that confirm a club's mail address. Only the hash of a link's token is stored.
create table club_confirmations (
  token_hash bytea primary key,
  club_id bigint not null references clubs on delete cascade,
  expires_at timestamptz not null
);
create index club_confirmations_club on club_confirmations (club_id);
