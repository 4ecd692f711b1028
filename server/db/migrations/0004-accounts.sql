-- What signing in needs beyond a password: sessions that can be listed, lanes that slow guessing down, devices that
-- signed in before, mailed links, second factors. Secrets are kept as hashes wherever they are only compared.

alter table clubs add column requires_second_factor boolean not null default false;

-- A number to name a session by, since its token is nobody's business, and what the browser said of itself.
alter table sessions add column id bigint generated always as identity unique;
alter table sessions add column user_agent text not null default '';

-- Attempts on one account from one device or address. Each counts as failed until it has succeeded, so that attempts
-- made at once cannot overtake the count. Neither account nor lane is a reference: an address that nobody has is
-- slowed down like any other.
create table signin_lanes (
  lane bytea primary key,
  account bytea not null,
  address text not null,
  failures integer not null default 0 check (failures >= 0),
  not_before timestamptz not null,
  updated_at timestamptz not null
);
create index signin_lanes_account on signin_lanes (account, updated_at);
create index signin_lanes_address on signin_lanes (address, updated_at);
create index signin_lanes_age on signin_lanes (updated_at);

create table signin_devices (
  device_hash bytea primary key,
  user_id bigint not null references app_users on delete cascade,
  last_used_at timestamptz not null
);
create index signin_devices_user on signin_devices (user_id, last_used_at);

create table password_resets (
  token_hash bytea primary key,
  user_id bigint not null references app_users on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_user on password_resets (user_id);

-- Apart from app_users, so that no read of a user can carry the secret. last_step is the last time step whose code was
-- used: a code opens once.
create table second_factors (
  user_id bigint primary key references app_users on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);

create table recovery_codes (
  user_id bigint not null references second_factors on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);
