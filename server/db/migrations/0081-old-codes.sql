-- The code that an imported attendee had in the system before: the first 16 bytes of the SHA-256 of its text, base64url,
-- as devices at the door keep codes. It lets its attendee in until their place is passed on or their ticket is mailed.
-- The version before, which runs while nodes are replaced, does not end it: then the attendee has two valid codes, and
-- still comes in once.
alter table attendees
  add column old_code_hash text,
  add column old_code_ended boolean not null default false;
create unique index attendees_old_code on attendees (event_id, old_code_hash) where old_code_hash is not null;
