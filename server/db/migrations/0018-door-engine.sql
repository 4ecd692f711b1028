-- What the engine of the door asks and writes, a function each: a lone check-in is a dozen statements, and to plan them
-- anew took longer than to run them. A function's plans are kept with its connection. Lock order: server/door/standingRows.ts.

create function door_hold(event_ids bigint[], undoing bigint[], attendee_ids bigint[], purchase_ids bigint[]) returns void language plpgsql as $$
declare
  one bigint;
begin
  -- Undos of an event wait for its scans, and those for them: neither would see the other by another node.
  foreach one in array event_ids loop
    if one = any(undoing) then
      perform pg_advisory_xact_lock(hashtextextended('door', one));
    else
      perform pg_advisory_xact_lock_shared(hashtextextended('door', one));
    end if;
  end loop;
  -- Who deletes an event or a registration has it before its attendees: so do we.
  perform from events where id = any(event_ids) order by id for key share;
  perform from registrations where id = any(array(
      select registration_id from attendees where id = any(attendee_ids)
      union select registration_id from extras_purchases where id = any(purchase_ids)))
    order by id for key share;
  perform from attendees where id = any(attendee_ids) order by id for no key update;
  perform from extras_purchases where id = any(purchase_ids) order by id for no key update;
end $$;

create function door_standing(
  event_ids bigint[], attendee_ids bigint[], purchase_ids bigint[], scan_events bigint[], scan_ids uuid[]
) returns jsonb language plpgsql as $$
begin
  return jsonb_build_object(
    'attendees', (select jsonb_agg(jsonb_build_object('id', a.id, 'eventId', a.event_id, 'registrationId', a.registration_id,
        'ticketId', a.ticket_id, 'firstName', a.first_name, 'lastName', a.last_name, 'secret', a.qr_uuid, 'state', r.state,
        'validDays', t.valid_days, 'heldBy', c.scan_id, 'answers', coalesce((
          select jsonb_agg(jsonb_build_object('questionId', w.question_id, 'answer', w.answer) order by q.sort_order, q.id)
          from answers w join form_questions q on q.id = w.question_id and q.shows_at_door and not q.is_hidden
          where w.attendee_id = a.id), '[]')))
      from attendees a join registrations r on r.id = a.registration_id join tickets t on t.id = a.ticket_id
        left join checkins c on c.attendee_id = a.id
      where a.id = any(attendee_ids)),
    'purchases', (select jsonb_agg(jsonb_build_object('id', p.id, 'eventId', p.event_id, 'registrationId', p.registration_id,
        'secret', p.qr_uuid, 'state', r.state, 'paymentStatus', o.payment_status, 'lines', p.extras_data))
      from extras_purchases p join registrations r on r.id = p.registration_id join orders o on o.id = p.order_id
      where p.id = any(purchase_ids)),
    'undone', (select jsonb_agg(u)
      from unnest(scan_events, scan_ids) as given (event_id, scan_id) join door_undone u using (event_id, scan_id)),
    'scans', (select jsonb_agg(s)
      from unnest(scan_events, scan_ids) as given (event_id, scan_id) join door_scans s using (event_id, scan_id)),
    'live', (select jsonb_agg(s) from door_scans s
      where s.event_id = any(event_ids) and s.attendee_id = any(attendee_ids) and s.is_admitted and s.undone_by is null),
    'handed', (select jsonb_agg(s) from door_scans s
      where s.event_id = any(event_ids) and s.purchase_id = any(purchase_ids) and s.is_admitted and s.undone_by is null));
end $$;

create function door_write(told jsonb) returns void language plpgsql as $$
begin
  -- In their order, for that is the order of receipt.
  insert into door_scans (event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id)
    select event_id, scan_id, device_id, sequence, kind, attendee_id, registration_id, purchase_id, name,
      verdict, decided, is_admitted, conflict, undone_by, earlier, claimed_at, received_at, gate, helper, user_id, link_id
    from rows from (jsonb_to_recordset(told -> 'scans') as (event_id bigint, scan_id uuid, device_id uuid,
      sequence bigint, kind text, attendee_id bigint, registration_id bigint, purchase_id bigint, name text, verdict text,
      decided boolean, is_admitted boolean, conflict boolean, undone_by uuid, earlier jsonb, claimed_at timestamptz,
      received_at timestamptz, gate text, helper text, user_id bigint, link_id bigint)) with ordinality
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
    update extras_purchases p set redeemed = h.at is not null, scanned_at = h.at
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
