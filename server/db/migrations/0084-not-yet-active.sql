-- Imported people can wait to be made active: their registration is pending, holds its places and has no end, so no
-- sweep ends it and nobody can pay for it. Other unpaid registrations still need an end. Rows of the version before,
-- which runs while nodes are replaced, satisfied the narrower check.
alter table registrations
  drop constraint registrations_check1,
  add constraint registrations_end check (case
    when state = 'pending' and import_id is not null then true
    when state in ('held', 'pending') then expires_at is not null
    else expires_at is null end) not valid;
