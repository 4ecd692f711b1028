-- An import counts its attendees itself, at its end: the row of the quarter of an hour, which everybody who registers
-- meanwhile has to move, is then locked for a moment and not while 50,000 attendees are written.
drop trigger attendees_came on attendees;
create trigger attendees_came after insert on attendees
  referencing new table as added for each statement
  when (current_setting('foyer.registered_counted', true) is distinct from 'later')
  execute function attendees_came();
