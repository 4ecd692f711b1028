-- Invitations to a club's team. The mailed link has a token, of which only the hash is stored; it is null until the mail
-- is written. An accepted or withdrawn invitation is deleted.
create table team_invitations (
  id bigint generated always as identity primary key,
  club_id bigint not null references clubs on delete cascade,
  email text not null,
  invited_by bigint references app_users on delete set null,
  token_hash bytea unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index team_invitations_address on team_invitations (club_id, lower(email));
create index team_invitations_inviter on team_invitations (invited_by);
