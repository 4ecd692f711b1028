-- Reminders about missing names and answers of an event's guests. One row for each event and number of days before the
-- deadline: whoever inserts it queues the mails, so that two nodes never remind twice.
create table detail_reminders (
  event_id bigint not null references events on delete cascade,
  days_before int not null check (days_before > 0),
  batch uuid not null,
  queued_at timestamptz not null,
  primary key (event_id, days_before)
);
