-- The super user's list of mails that their mail server did not accept, newest first.
create index mails_failing on mails (id) where last_error is not null;
