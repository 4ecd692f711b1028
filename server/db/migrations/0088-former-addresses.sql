-- A path of a former ticket system that leads to an event, such as peer/move: one more row beside the event's slugs, so
-- that one primary key decides which event an address leads to. Staff may remove these; slugs stay. The version before,
-- which runs while nodes are replaced, writes slugs only.
alter table event_slugs add column is_of_former_system boolean not null default false;

-- A former address that becomes the event's slug is a slug from then on, and cannot be removed.
create or replace function keep_event_slug() returns trigger language plpgsql as $$
begin
  insert into event_slugs (slug, event_id) values (new.slug, new.id)
    on conflict (slug) do update set is_of_former_system = false where event_slugs.event_id = excluded.event_id;
  if not found then
    raise unique_violation using message = 'the address leads to another event', constraint = 'event_slugs_pkey';
  end if;
  return null;
end $$;

create trigger event_slugs_changed after insert or delete on event_slugs
  for each statement execute function tell_event_changed();
