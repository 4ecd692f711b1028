-- A helper's link without an end of its own ends three hours after its event, also when the event is moved later. The end
-- stays in expires_at, where the version before, which runs while nodes are replaced, reads it. Links that end three hours
-- after their event today had no end of their own, as far as one can know.
alter table door_links add column follows_event boolean not null default false;
update door_links l set follows_event = true from events e
  where e.id = l.event_id and l.revoked_at is null
    and l.expires_at = coalesce(e.end_datetime, e.start_datetime + interval '24 hours') + interval '3 hours';
