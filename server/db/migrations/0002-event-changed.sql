-- Whoever changes what a page shows, every node hears of it and drops its kept pages. The counters are not among the
-- columns: they change with every sale, and pages are at most a second old anyway.

create function tell_event_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_changed', '');
  return null;
end $$;

create trigger clubs_changed after update of name, location, logo on clubs
  for each statement execute function tell_event_changed();
create trigger events_changed after insert or delete or update of
    club_id, slug, name, description, location, start_datetime, end_datetime, time_zone, currency, tax_type, tax_amount,
    is_active, cancelled_at, banner, config, landing_config, capacity on events
  for each statement execute function tell_event_changed();
create trigger tickets_changed after insert or delete or update of
    title, description, price, max_stock, sales_start, sales_end, is_active, sort_order on tickets
  for each statement execute function tell_event_changed();
create trigger extras_changed after insert or delete or update of name, description, price, content, max_stock, is_active on extras
  for each statement execute function tell_event_changed();
create trigger form_questions_changed after insert or delete or update on form_questions
  for each statement execute function tell_event_changed();
create trigger sponsorship_packages_changed after insert or delete or update on sponsorship_packages
  for each statement execute function tell_event_changed();

-- A calendar entry that was sent before is replaced by one with a higher version (RFC 5545, SEQUENCE).
create function count_event_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  new.updated_at := now();
  return new;
end $$;

create trigger events_version before update of
    club_id, slug, name, description, location, start_datetime, end_datetime, time_zone, currency, tax_type, tax_amount,
    is_active, cancelled_at, banner, config, landing_config, capacity on events
  for each row execute function count_event_version();
