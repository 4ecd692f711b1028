-- Mailed links with which people change the address of their own account: one for each account. Only the hash of a
-- link's token is stored; it is null until the mail is written.
create table email_changes (
  user_id bigint primary key references app_users on delete cascade,
  email text not null,
  token_hash bytea unique,
  expires_at timestamptz not null
);
