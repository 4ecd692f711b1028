-- A sponsor's package may contain tickets of its event. A sponsorship's seats are a registration without names: its
-- places are held while the package is being paid, and sold with it.
alter table sponsorship_packages
  add column ticket_id bigint references tickets,
  add column ticket_count integer not null default 0,
  add constraint sponsorship_packages_tickets
    check ((ticket_id is null) = (ticket_count = 0) and ticket_count between 0 and 1000);
create index sponsorship_packages_ticket on sponsorship_packages (ticket_id);

alter table sponsorships
  add column seats_registration_id bigint unique references registrations on delete set null;
