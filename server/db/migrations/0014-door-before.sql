-- Who came before there were doors came by a scan as well: all that says who is in is derived from scans.
update checkins c set helper = u.full_name from app_users u where u.id = c.checked_in_by and c.helper = '';
insert into door_scans (event_id, scan_id, kind, attendee_id, registration_id, name, verdict, decided, is_admitted,
    received_at, gate, helper, user_id)
  select c.event_id, c.scan_id, 'admit', c.attendee_id, c.registration_id, trim(a.first_name || ' ' || a.last_name), 'welcome',
    true, true, c.created_at, c.gate, c.helper, c.checked_in_by
  from checkins c join attendees a on a.id = c.attendee_id
  order by c.created_at, c.id
  on conflict do nothing;
insert into door_scans (event_id, scan_id, kind, registration_id, purchase_id, name, verdict, decided, is_admitted, received_at)
  select p.event_id, gen_random_uuid(), 'redeem', p.registration_id, p.id, '', 'welcome', true, true,
    coalesce(p.scanned_at, p.created_at)
  from extras_purchases p where p.redeemed
  order by p.scanned_at, p.id;
