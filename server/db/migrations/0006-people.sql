-- Finding people, and bringing many at once.
-- A part of a name, address or number is found by its trigrams within its event. pg_trgm takes no letter but ASCII for
-- one where the database's locale is C, so the index is on a text of ASCII that says the same; what it finds is looked at
-- again in search_text. Both extensions are trusted: the owner of a database may create them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Without case, accents and forms of width: "MÜLLER" and "Müller" are "muller".
create function plain_text(given text) returns text language sql immutable strict parallel safe
return case when octet_length(given) = char_length(given) then lower(given)
  else replace(translate(
    regexp_replace(lower(normalize(given, NFKD)), U&'[\0300-\036F]', '', 'g'), 'øłđıħŧ', 'oldiht'), 'ß', 'ss') end;

-- A text in ASCII: what is none goes as the octets of its UTF-8, and the two first octets of Thai letters as one letter.
create function search_key(given text) returns text language sql immutable strict parallel safe
return case when octet_length(given) = char_length(given) then given
  else replace(replace(encode(convert_to(given, 'UTF8'), 'escape'), '\340\270', 'q'), '\340\271', 'w') end;

alter table attendees
  add column search_text text not null generated always as (
    plain_text(first_name || ' ' || last_name || chr(10) || coalesce(email, '') || chr(10) || coalesce(phone, '')
      || chr(10) || translate(coalesce(phone, ''), ' +-()/.', ''))) stored,
  add column sort_name text not null generated always as (
    plain_text(coalesce(nullif(last_name, ''), first_name) || ' ' || first_name)) stored;
create index attendees_search on attendees using gin (event_id, search_key(search_text) gin_trgm_ops);
create index attendees_name on attendees (event_id, sort_name, id);
drop index checkins_event;
create index checkins_event on checkins (event_id, created_at, attendee_id);

-- How far an import has come, which its own transaction cannot tell. `key` is the client's Idempotency-Key.
create table imports (
  event_id bigint not null references events on delete cascade,
  key text not null,
  done integer not null default 0 check (done >= 0),
  total integer not null check (total >= done),
  state text not null default 'reading' check (state in ('reading', 'writing', 'done', 'failed')),
  updated_at timestamptz not null default now(),
  primary key (event_id, key)
);
