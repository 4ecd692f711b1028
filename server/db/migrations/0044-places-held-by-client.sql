-- Whose unpaid places these are, so that one client cannot hold all there are (server/holds/decideClient.ts). It is an
-- address of somebody, so it goes as soon as nothing is held.
alter table registrations add column client text;
create index registrations_held_by on registrations (event_id, client) include (places)
  where client is not null and state in ('held', 'pending');

create function forget_client() returns trigger language plpgsql as $$
begin
  new.client := null;
  return new;
end $$;
create trigger registrations_forget_client before update of state on registrations for each row
  when (old.client is not null and new.state not in ('held', 'pending')) execute function forget_client();
