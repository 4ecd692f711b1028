-- The first schema. Kept counters (held, sold, attendee_count) change only in the statement that writes the
-- rows they count; `npm run audit` compares them. Money is integer minor units, instants are timestamptz.

create table clubs (
  id bigint generated always as identity primary key,
  name text not null,
  location text not null default '',
  logo text,
  contact_email text,
  phone text,
  created_at timestamptz not null default now()
);

create table app_users (
  id bigint generated always as identity primary key,
  full_name text not null,
  email text not null,
  password_hash text not null,
  role smallint not null check (role in (10, 20)),
  club_id bigint references clubs on delete cascade,
  created_at timestamptz not null default now(),
  last_signin_at timestamptz,
  check ((role = 10) = (club_id is null))
);
create unique index app_users_email on app_users (lower(email));

-- A row outlives its user, so that an old token answers 440 rather than 401. Only the SHA-256 is kept.
create table sessions (
  token_hash bytea primary key,
  user_id bigint references app_users on delete set null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index sessions_user on sessions (user_id);

create table events (
  id bigint generated always as identity primary key,
  club_id bigint not null references clubs on delete cascade,
  slug text not null unique check (slug = lower(slug) and slug <> ''),
  name text not null,
  description text not null default '',
  location text not null default '',
  start_datetime timestamptz not null,
  end_datetime timestamptz check (end_datetime >= start_datetime),
  time_zone text not null,
  currency text not null check (currency in ('usd', 'gbp', 'eur', 'thb')),
  tax_type text not null default 'percent' check (tax_type in ('percent', 'fixed')),
  tax_amount numeric(12, 3) not null default 0 check (tax_amount >= 0),
  is_active boolean not null default false,
  cancelled_at timestamptz,
  banner text,
  config jsonb not null default '{}',
  landing_config jsonb not null default '{}',
  -- over all tickets; null = no limit. held and sold are kept whether or not there is one.
  capacity integer check (capacity >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  -- attendees of active registrations
  attendee_count integer not null default 0 check (attendee_count >= 0),
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint events_capacity check (capacity is null or held + sold <= capacity)
);
create index events_club on events (club_id, start_datetime);
create index events_start on events (start_datetime) where is_active;

-- Apart from events, so that no read of an event can carry the private half.
create table event_keys (
  event_id bigint primary key references events on delete cascade,
  public_key text not null,
  private_key text not null
);

create table tickets (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  title text not null,
  description text not null default '',
  price integer not null check (price >= 0),
  max_stock integer not null check (max_stock >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  sales_start timestamptz,
  sales_end timestamptz,
  is_active boolean not null default true,
  sort_order integer not null default 0,
  created_at timestamptz not null default now(),
  constraint tickets_stock check (held + sold <= max_stock)
);
create index tickets_event on tickets (event_id);

create table extras (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  name text not null,
  description text not null default '',
  price integer not null check (price >= 0),
  content jsonb not null default '[]',
  max_stock integer check (max_stock >= 0),
  held integer not null default 0 check (held >= 0),
  sold integer not null default 0 check (sold >= 0),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  constraint extras_stock check (max_stock is null or held + sold <= max_stock)
);
create index extras_event on extras (event_id);

create table form_questions (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  type_id smallint not null check (type_id between 0 and 4),
  text text not null,
  required boolean not null default false,
  options jsonb,
  sort_order integer not null default 0,
  is_hidden boolean not null default false
);
create index form_questions_event on form_questions (event_id);

create table sponsorship_packages (
  id bigint generated always as identity primary key,
  event_id bigint references events on delete cascade,
  club_id bigint not null references clubs on delete cascade,
  name text not null,
  price integer not null check (price > 0),
  currency text not null check (currency in ('usd', 'gbp', 'eur', 'thb')),
  description text not null default '',
  features jsonb not null default '[]',
  available_count integer not null default -1 check (available_count >= -1),
  sold_count integer not null default 0 check (sold_count >= 0),
  is_active boolean not null default true,
  constraint packages_limit check (available_count = -1 or sold_count <= available_count)
);
create index sponsorship_packages_event on sponsorship_packages (event_id);

-- One submission, one or more people. It is the hold while its state is held or pending.
-- The quote is kept from the moment of the hold, so a price changed later does not change this buyer's.
create table registrations (
  id bigint generated always as identity primary key,
  event_id bigint not null references events on delete cascade,
  state text not null check (state in ('held', 'pending', 'active', 'expired', 'cancelled')),
  email text,
  access_key text not null unique,
  additional_fields jsonb not null default '{}',
  user_timezone text,
  timezone_offset integer,
  places integer not null check (places > 0),
  subtotal integer not null check (subtotal >= 0),
  tax integer not null check (tax >= 0),
  total_amount integer not null check (total_amount = subtotal + tax),
  currency text not null,
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((state in ('held', 'pending')) = (expires_at is not null))
);
create index registrations_event on registrations (event_id);
create index registrations_email on registrations (event_id, lower(email));
create index registrations_ends on registrations (expires_at) where state in ('held', 'pending');

-- What a registration holds or bought. Written once, never changed.
create table registration_lines (
  registration_id bigint not null references registrations on delete cascade,
  kind text not null check (kind in ('ticket', 'extras')),
  ref_id bigint not null,
  title text not null,
  unit_price integer not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  primary key (registration_id, kind, ref_id)
);
create index registration_lines_ref on registration_lines (kind, ref_id);

create table attendees (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations on delete cascade,
  event_id bigint not null references events on delete cascade,
  ticket_id bigint not null references tickets,
  is_primary boolean not null default false,
  first_name text not null,
  last_name text not null default '',
  email text,
  phone text,
  qr_uuid uuid not null unique,
  created_at timestamptz not null default now()
);
create index attendees_registration on attendees (registration_id);
create index attendees_event on attendees (event_id, id);
create unique index attendees_one_primary on attendees (registration_id) where is_primary;

create table answers (
  attendee_id bigint not null references attendees on delete cascade,
  question_id bigint not null references form_questions,
  question_text text not null,
  answer text not null,
  primary key (attendee_id, question_id)
);

create table checkins (
  id bigint generated always as identity primary key,
  attendee_id bigint not null unique references attendees on delete cascade,
  registration_id bigint not null references registrations on delete cascade,
  event_id bigint not null references events on delete cascade,
  checked_in_by bigint references app_users on delete set null,
  created_at timestamptz not null default now()
);
create index checkins_event on checkins (event_id);

-- One attempt with a provider. It does not know what is paid for: the order points here.
create table payments (
  id bigint generated always as identity primary key,
  provider text not null,
  provider_ref text,
  client_secret text,
  amount integer not null check (amount > 0),
  currency text not null,
  state text not null default 'created' check (state in
    ('created', 'pending', 'processing', 'succeeded', 'failed', 'cancelled', 'refund_due', 'refunded', 'needs_attention')),
  decline_code text,
  refunded_amount integer not null default 0 check (refunded_amount between 0 and amount),
  attention text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider, provider_ref)
);
create index payments_open on payments (updated_at) where state in ('created', 'pending', 'processing', 'refund_due');

-- Provider events by their id, for ever, written in the transaction of their effect.
create table payment_events (
  provider text not null,
  event_id text not null,
  type text not null,
  payment_ref text,
  received_at timestamptz not null default now(),
  primary key (provider, event_id)
);

-- The book of the built-in test provider: what Stripe's own servers would know.
create table test_intents (
  id text primary key,
  idempotency_key text not null unique,
  amount integer not null,
  currency text not null,
  state text not null,
  client_secret text not null,
  decline_code text,
  card_last4 text,
  refunded_amount integer not null default 0,
  metadata jsonb not null default '{}',
  disputed boolean not null default false,
  created_at timestamptz not null default now()
);

create table orders (
  id bigint generated always as identity primary key,
  order_number text not null unique,
  purpose text not null check (purpose in ('registration', 'extras', 'donation', 'sponsorship')),
  event_id bigint not null references events on delete cascade,
  registration_id bigint references registrations on delete cascade,
  payment_id bigint unique references payments,
  subtotal integer not null check (subtotal >= 0),
  tax integer not null check (tax >= 0),
  total_amount integer not null check (total_amount = subtotal + tax),
  currency text not null,
  payment_status text not null check (payment_status in ('pending', 'paid', 'failed', 'refunded', 'free')),
  refunded_amount integer not null default 0 check (refunded_amount between 0 and total_amount),
  created_at timestamptz not null default now(),
  paid_at timestamptz
);
create unique index orders_one_per_registration on orders (registration_id) where purpose = 'registration';
create index orders_event on orders (event_id, id);

create table order_items (
  id bigint generated always as identity primary key,
  order_id bigint not null references orders on delete cascade,
  kind text not null check (kind in ('ticket', 'extras', 'donation', 'sponsorship')),
  ref_id bigint,
  title text not null,
  unit_price integer not null check (unit_price >= 0),
  quantity integer not null check (quantity > 0),
  total integer not null check (total = unit_price * quantity)
);
create index order_items_order on order_items (order_id);

create table extras_purchases (
  id bigint generated always as identity primary key,
  registration_id bigint not null references registrations on delete cascade,
  event_id bigint not null references events on delete cascade,
  order_id bigint not null unique references orders on delete cascade,
  extras_data jsonb not null,
  redeemed boolean not null default false,
  qr_uuid uuid not null unique,
  scanned_at timestamptz,
  created_at timestamptz not null default now()
);
create index extras_purchases_registration on extras_purchases (registration_id);

-- What is to be mailed, once by its key, and what became of it.
create table mails (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null,
  recipient text not null,
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  message_id text not null,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

create table idempotency_keys (
  call text not null,
  key text not null,
  body_hash bytea not null,
  reply jsonb not null,
  created_at timestamptz not null default now(),
  primary key (call, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Who did what, from which state to which. Only ever inserted into.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor text not null,
  event_id bigint,
  entity text not null,
  entity_id bigint not null,
  action text not null,
  detail jsonb not null default '{}'
);
create index audit_log_entity on audit_log (entity, entity_id);
