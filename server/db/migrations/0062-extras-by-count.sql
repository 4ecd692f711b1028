-- Extras are handed over by counts: each line of a purchase has how much of it was handed over. A scan without counts
-- is of the whole purchase, as all scans before this were.
alter table door_scans add column handed bigint[];
alter table extras_purchases add column handed bigint[] not null default '{}';

-- Whether every line was handed over at most as often as it was bought.
create function handed_within(handed bigint[], lines jsonb) returns boolean language sql immutable as $$
  select cardinality(handed) <= jsonb_array_length(lines) and not exists (
    select from unnest(handed) with ordinality as line (count, place)
    where count is null or count < 0 or count > (lines -> (place::integer - 1) ->> 'quantity')::integer)
$$;
-- Whether nothing of the lines is left.
create function handed_all(handed bigint[], lines jsonb) returns boolean language sql immutable as $$
  select not exists (
    select from jsonb_array_elements(lines) with ordinality as lines (line, place)
    where coalesce(handed[place], 0) < (line ->> 'quantity')::integer)
$$;
-- What the scans of a purchase have handed over.
create function handed_by_scans(purchase bigint, lines jsonb) returns bigint[] language sql stable as $$
  select coalesce(array_agg(least(quantity::bigint, (
    select coalesce(sum(case when s.handed is null then quantity else coalesce(s.handed[place], 0) end), 0)
    from door_scans s where s.purchase_id = purchase and s.is_admitted and s.undone_by is null))::bigint order by place), '{}')
  from (select place, (line ->> 'quantity')::integer as quantity
    from jsonb_array_elements(lines) with ordinality as lines (line, place)) bought
$$;
comment on function handed_within is 'Whether every line of a purchase was handed over at most as often as it was bought.';
comment on function handed_all is 'Whether nothing of a purchase is left to hand over.';
comment on function handed_by_scans is 'Sums what the scans of a purchase have handed over of each line.';

update extras_purchases p set handed = (
    select coalesce(array_agg((line ->> 'quantity')::bigint order by place), '{}')
    from jsonb_array_elements(p.extras_data) with ordinality as lines (line, place))
  where p.redeemed;
alter table extras_purchases add constraint extras_purchases_handed check (handed_within(handed, extras_data));

-- Writes the counts too. The rest is 0018's. An older server may use it: its scans have no counts.
create or replace function door_write(told jsonb) returns void language plpgsql as $$
begin
  -- In their order, for that is the order of receipt.
  insert into door_scans (event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id, handed)
    select event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id, handed
    from rows from (jsonb_to_recordset(told -> 'scans') as (event_id bigint, scan_id uuid, device_id uuid,
      sequence bigint, kind text, attendee_id bigint, registration_id bigint, purchase_id bigint, name text, verdict text,
      decided boolean, is_admitted boolean, conflict boolean, undone_by uuid, earlier jsonb, claimed_at timestamptz,
      received_at timestamptz, gate text, helper text, user_id bigint, link_id bigint, handed bigint[])) with ordinality
    order by ordinality;
  if told -> 'changed' <> '[]' then
    update door_scans s set decided = c.decided, is_admitted = c.is_admitted, conflict = c.conflict, undone_by = c.undone_by
      from jsonb_to_recordset(told -> 'changed') as c (event_id bigint, scan_id uuid, decided boolean, is_admitted boolean,
        conflict boolean, undone_by uuid)
      where s.event_id = c.event_id and s.scan_id = c.scan_id;
  end if;
  if told -> 'undone' <> '[]' then
    insert into door_undone (event_id, scan_id, undone_by)
      select event_id, scan_id, undone_by
      from jsonb_to_recordset(told -> 'undone') as u (event_id bigint, scan_id uuid, undone_by uuid)
      on conflict do nothing;
  end if;
  -- A check-in whose scan was taken back goes; the next scan that holds its attendee takes its place.
  if told -> 'left' <> '[]' then
    delete from checkins where attendee_id in (select value::bigint from jsonb_array_elements_text(told -> 'left'));
  end if;
  if told -> 'come' <> '[]' then
    insert into checkins (attendee_id, registration_id, event_id, checked_in_by, created_at, scan_id, gate, helper)
      select attendee_id, registration_id, event_id, user_id, received_at, scan_id, gate, helper
      from jsonb_to_recordset(told -> 'come') as c (attendee_id bigint, registration_id bigint, event_id bigint,
        user_id bigint, received_at timestamptz, scan_id uuid, gate text, helper text);
  end if;
  if told -> 'handed' <> '[]' then
    update extras_purchases p set handed = case
        -- An older server sends no counts: the scans say what was handed over.
        when h.moved is null then handed_by_scans(p.id, p.extras_data)
        else (select coalesce(array_agg(coalesce(p.handed[line], 0) + h.moved[line] order by line), '{}')
          from generate_subscripts(h.moved, 1) line)
      end
      from jsonb_to_recordset(told -> 'handed') as h (id bigint, moved bigint[]) where p.id = h.id;
    update extras_purchases p set redeemed = handed_all(p.handed, p.extras_data),
        scanned_at = case when handed_all(p.handed, p.extras_data) then h.at end
      from jsonb_to_recordset(told -> 'handed') as h (id bigint, at timestamptz) where p.id = h.id;
  end if;
  -- Device by device in a fixed order. One of staff that nobody registered is written down now.
  insert into door_devices as kept (event_id, device_id, user_id, gate, app_version, waiting, scans, first_seen_at, last_seen_at)
    select event_id, device_id, user_id, '', app_version, waiting, scans, at, at
    from jsonb_to_recordset(told -> 'devices') as d (event_id bigint, device_id uuid, user_id bigint, app_version text,
      waiting integer, scans integer, at timestamptz)
    order by 1, 2
    on conflict (event_id, device_id) do update set waiting = excluded.waiting, scans = kept.scans + excluded.scans,
      last_seen_at = greatest(kept.last_seen_at, excluded.last_seen_at),
      app_version = case when excluded.app_version = '' then kept.app_version else excluded.app_version end;
end $$;

alter function door_write(jsonb) set plan_cache_mode = force_generic_plan;
