-- Further tax rates of a club, such as 7 % for food. A ticket, an extra or a package without one has its event's tax, as
-- before (a package then has none). Order items record the name and percent that they were sold with, so that a later
-- change of the rate leaves orders as they were; null is the event's tax. The version before, which runs while nodes are
-- replaced, charges the event's tax for everything and records no rate, so its orders say what was paid.
create table tax_rates (
  id bigint generated always as identity primary key,
  club_id bigint not null references clubs on delete cascade,
  name text not null,
  percent numeric(6, 3) not null check (percent between 0 and 100),
  valid_from timestamptz,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index tax_rates_club on tax_rates (club_id);

alter table tickets add column tax_rate_id bigint references tax_rates;
alter table extras add column tax_rate_id bigint references tax_rates;
alter table sponsorship_packages add column tax_rate_id bigint references tax_rates;
-- A rate is looked for here when it is deleted.
create index tickets_tax_rate on tickets (tax_rate_id) where tax_rate_id is not null;
create index extras_tax_rate on extras (tax_rate_id) where tax_rate_id is not null;
create index sponsorship_packages_tax_rate on sponsorship_packages (tax_rate_id) where tax_rate_id is not null;

alter table order_items
  add column tax_name text,
  add column tax_percent numeric(6, 3),
  add constraint order_items_tax_rate check ((tax_name is null) = (tax_percent is null)) not valid;

-- Pages and doors show what a ticket costs with its tax.
create trigger tax_rates_changed after update of name, percent, valid_from on tax_rates
  for each statement execute function tell_event_changed();
create trigger tickets_tax_changed after update of tax_rate_id on tickets
  for each statement execute function tell_event_changed();
create trigger tickets_tax_told after update of tax_rate_id on tickets for each row
  when (old.tax_rate_id is distinct from new.tax_rate_id) execute function ticket_door_told();
create trigger extras_tax_changed after update of tax_rate_id on extras
  for each statement execute function tell_event_changed();
create trigger sponsorship_packages_tax_changed after update of tax_rate_id on sponsorship_packages
  for each statement execute function tell_event_changed();
