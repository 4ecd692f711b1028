-- What the people of an event were last told of its name, place and time, as long as something of it has changed since;
-- null otherwise. Not among the columns of events_version: telling is no change of the event.
alter table events add column told jsonb;
