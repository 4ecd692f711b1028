-- Whether doors disagree moves with scans that change nobody's being in: who watches the figures is told of those too.
create function door_scans_told() returns trigger language plpgsql as $$
begin
  perform pg_notify('event_figures', event_id::text)
    from (select distinct event_id from told where conflict or kind = 'undo') as ids;
  return null;
end $$;
create trigger door_scans_came after insert on door_scans
  referencing new table as told for each statement execute function door_scans_told();
create trigger door_scans_decided after update on door_scans
  referencing new table as told for each statement execute function door_scans_told();
