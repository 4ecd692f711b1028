-- Sponsors on the event's page: who agreed to it (is_public), unless staff have taken them off.
alter table sponsorships add column is_hidden boolean not null default false;
create index sponsorships_shown on sponsorships (event_id, package_id)
  where payment_status = 'paid' and is_public and not is_hidden;

-- The counters of packages move with every sale, as those of tickets do: kept pages need not be dropped for that.
drop trigger sponsorship_packages_changed on sponsorship_packages;
create trigger sponsorship_packages_changed after insert or delete or update of
    name, price, description, features, available_count, is_active on sponsorship_packages
  for each statement execute function tell_event_changed();
