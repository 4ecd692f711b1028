-- Reads the old codes too, after the locks. Read in the statement that locks, a code that ended while the door waited was
-- still valid, and let its former guest in on a place that was passed on. An older server ignores the field.
create or replace function door_standing(
  event_ids bigint[], attendee_ids bigint[], purchase_ids bigint[], scan_events bigint[], scan_ids uuid[]
) returns jsonb language plpgsql as $$
begin
  return jsonb_build_object(
    'attendees', (select jsonb_agg(one.told) from unnest(attendee_ids) as ids (id) cross join lateral (
      select jsonb_build_object('id', a.id, 'eventId', a.event_id, 'registrationId', a.registration_id,
        'ticketId', a.ticket_id, 'firstName', a.first_name, 'lastName', a.last_name, 'secret', a.qr_uuid,
        'oldCode', case when a.old_code_hash is not null
          then jsonb_build_object('hash', a.old_code_hash, 'ended', a.old_code_ended) end,
        'state', (select state from registrations where id = a.registration_id),
        'validDays', (select valid_days from tickets where id = a.ticket_id), 'answers', coalesce((
          select jsonb_agg(jsonb_build_object('questionId', w.question_id, 'answer', w.answer) order by q.sort_order, q.id)
          from answers w cross join lateral (select * from form_questions where id = w.question_id offset 0) q
          where w.attendee_id = a.id and q.shows_at_door and not q.is_hidden), '[]')) as told
      from attendees a where a.id = ids.id offset 0) one),
    'purchases', (select jsonb_agg(one.told) from unnest(purchase_ids) as ids (id) cross join lateral (
      select jsonb_build_object('id', p.id, 'eventId', p.event_id, 'registrationId', p.registration_id,
        'secret', p.qr_uuid, 'state', (select state from registrations where id = p.registration_id),
        'paymentStatus', (select payment_status from orders where id = p.order_id), 'lines', p.extras_data,
        'ticketDays', coalesce((
          select jsonb_agg(t.valid_days)
          from attendees a cross join lateral (select valid_days from tickets where id = a.ticket_id offset 0) t
          where a.registration_id = p.registration_id), '[]')) as told
      from extras_purchases p where p.id = ids.id offset 0) one),
    'undone', (select jsonb_agg(one) from unnest(scan_events, scan_ids) as given (event_id, scan_id) cross join lateral (
      select * from door_undone u where u.event_id = given.event_id and u.scan_id = given.scan_id offset 0) one),
    'scans', (select jsonb_agg(one) from unnest(scan_events, scan_ids) as given (event_id, scan_id) cross join lateral (
      select * from door_scans s where s.scan_id = given.scan_id and s.event_id + 0 = given.event_id offset 0) one),
    'live', (select jsonb_agg(one) from unnest(attendee_ids) as ids (id) cross join lateral (
      select * from door_scans s where s.attendee_id = ids.id and s.is_admitted and s.undone_by is null offset 0) one),
    'handed', (select jsonb_agg(one) from unnest(purchase_ids) as ids (id) cross join lateral (
      select * from door_scans s where s.purchase_id = ids.id and s.is_admitted and s.undone_by is null offset 0) one));
end $$;

alter function door_standing(bigint[], bigint[], bigint[], bigint[], uuid[]) set plan_cache_mode = force_generic_plan;
