-- A door writes its days and times as its event does, so it hears of another date format too.

create or replace trigger events_door_told
  after update of name, slug, start_datetime, end_datetime, time_zone, currency, config on events for each row
  when ((old.name, old.slug, old.start_datetime, old.end_datetime, old.time_zone, old.currency, old.config ->> 'dateFormat')
    is distinct from (new.name, new.slug, new.start_datetime, new.end_datetime, new.time_zone, new.currency, new.config ->> 'dateFormat'))
  execute function event_door_told();
